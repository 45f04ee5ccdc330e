import { describe, expect, it } from 'vitest';
import { studyText } from '../../../src/report/study/studyText.ts';
import { markdownCanvas } from '../../../src/report/words/markdownTable.ts';
import { scale } from '../../experiment/study/spec/studies.ts';
import { madeUp, questionOf, studied } from '../../experiment/study/studied.ts';

const vary = `vary: { max: { path: ${scale('maxScale')}, from: 2, to: 101, step: 1 } }`;
const maxOf = (plan: string): number => Number(plan.split('=')[1]);

describe('the text of a study', () => {
  it('shows the best plan and the first ones of many, and says that study.json has all', async () => {
    const { document } = await studied(
      questionOf([vary, 'measure: [bill.total]', 'minimise: bill.total', 'runs: { least: 2 }']),
      madeUp((plan, replication) => ({ 'bill.total': Math.abs(maxOf(plan) - 90) + replication })),
    );
    const text = studyText(document, 'USD', markdownCanvas);
    expect(text.match(/^\| (best)? ?\| \d+ \|/gm)).toHaveLength(60);
    expect(text).toMatch(/^\| \*{0,2}best\*{0,2} \| 90 \| 0\.50 USD \| 2 \|$/m);
    expect(text).toContain('… and 40 more plans in study.json');
    expect(text).toContain('each at 99.95 %, Bonferroni); study.json has those that are not shown.');
  });

  it('shows the mean of each measure of a single plan with its interval, or why none can be trusted', async () => {
    const { document } = await studied(
      questionOf(['measure: [bill.total]', 'runs: { least: 4 }']),
      madeUp((_, replication) => ({
        'bill.total': 10 + replication,
        'bill.total tag:team=data': 2,
        'bill.total tag:team=api': replication === 0 ? 90 : 8,
      })),
    );
    const text = studyText(document, 'USD', markdownCanvas);
    expect(text).toMatch(/^\*\*The mean of bill\.total of today is 11\.50 USD \(9\.45 USD to 13\.55 USD\)\.\*\*$/m);
    const rows = text.split('\n').filter((line) => line.startsWith('|'));
    expect(rows).toEqual([
      '| today | Mean | 95 % interval | Least to greatest |',
      '| :--- | ---: | ---: | ---: |',
      '| bill.total | 11.50 USD | 9.45 USD to 13.55 USD | 10.00 USD to 13.00 USD |',
      '| bill.total tag:team=data | 2.00 USD | equal in all runs | - |',
      '| bill.total tag:team=api | 28.50 USD | too uneven | 8.00 USD to 90.00 USD |',
      '| runs | 4 |  |  |',
    ]);
    expect(text).toContain('Each interval holds the mean over all luck with 95 % confidence.');
    // 90, 8, 8, 8: the skewness is 2.
    expect(text).toContain('Too uneven: 100 runs of each plan may be enough for an interval.');
  });

  it('begins with a measure that is not 0, whatever comes first', async () => {
    const { document } = await studied(
      questionOf(['measure: [{ bill: total, by: tag:team }, bill.total]', 'runs: { least: 4 }']),
      madeUp((_, replication) => ({ 'bill.total tag:team=(untagged)': 0, 'bill.total tag:team=api': 7 + replication })),
    );
    expect(document.sentence).toMatch(/^The mean of bill.total tag:team=api of today is 8.50 USD/);
  });

  it('shows the values of a single plan without intervals if nothing is random', async () => {
    const { document } = await studied(
      questionOf(['measure: [bill.total]', 'runs: { least: 4 }']),
      madeUp(() => ({ 'bill.total': 10 }), false),
    );
    const text = studyText(document, 'USD', markdownCanvas);
    expect(text).toContain('| today | Value |\n');
    expect(text).not.toContain('interval');
  });

  it('lists refused plans, each with its rule', async () => {
    const { document } = await studied(
      questionOf([`vary: { max: { path: ${scale('maxScale')}, values: [-1, -2, 3] } }`, 'measure: [bill.total]']),
      madeUp((_, replication) => ({ 'bill.total': 1 + replication })),
    );
    expect(studyText(document, 'USD', markdownCanvas)).toContain(
      'Refused plans:\n\n' +
        '- max=-1: fields.bounds.scale: maxScale must be at least 0; found -1\n' +
        '- max=-2: fields.bounds.scale: maxScale must be at least 0; found -2\n',
    );
  });

  it('promises no interval of a single run', async () => {
    const { document } = await studied(
      questionOf([
        `vary: { max: { path: ${scale('maxScale')}, values: [2, 3] } }`,
        'measure: [bill.total]',
        'runs: { least: 1, most: 1 }',
      ]),
      madeUp((plan) => ({ 'bill.total': maxOf(plan) })),
    );
    const text = studyText(document, 'USD', markdownCanvas);
    expect(text).toContain('One run of each plan with the same random numbers: it tells nothing about other ones.');
    expect(text).not.toContain('confidence');
  });

  it('lists failed runs with the commands that repeat them', async () => {
    const { document } = await studied(
      questionOf([`vary: { max: { path: ${scale('maxScale')}, values: [2, 3] } }`, 'measure: [bill.total]']),
      madeUp((plan, replication) =>
        replication === 3 && maxOf(plan) === 2 ? 'boom' : { 'bill.total': 1 + replication },
      ),
    );
    expect(studyText(document, 'USD', markdownCanvas)).toContain(
      `- max=2, replication 3: boom: \`svcsim run s.yaml --set ${scale('maxScale')}=2 --replication 3\``,
    );
  });
});

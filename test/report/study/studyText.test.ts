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

  it('lists failed runs with the commands that repeat them', async () => {
    const { document } = await studied(
      questionOf([`vary: { max: { path: ${scale('maxScale')}, values: [2, 3] } }`, 'measure: [bill.total]']),
      madeUp((plan, replication) =>
        replication === 3 && maxOf(plan) === 2 ? 'boom' : { 'bill.total': 1 + replication },
      ),
    );
    expect(studyText(document, 'USD', markdownCanvas)).toContain(
      `- today max=2, replication 3: boom: \`svcsim run s.yaml --set ${scale('maxScale')}=2 --replication 3\``,
    );
  });
});

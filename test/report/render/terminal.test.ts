import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { terminalSummary } from '../../../src/report/render/terminal.ts';
import { noPaint, type Paint } from '../../../src/report/words/paint.ts';
import { type TextCell, tableLines } from '../../../src/report/words/table.ts';
import { eventful, ran, uncertain } from '../ran.ts';

const tour = 'scenarios/tour';
const texts = readdirSync(tour)
  .filter((name) => /^0[12346].*\.yaml$/.test(name))
  .map((name) => [name, readFileSync(`${tour}/${name}`, 'utf8')] as const);

const marks: Paint = Object.fromEntries(
  Object.keys(noPaint).map((style) => [style, (text: string) => `\u001b[1m${text}\u001b[0m`]),
) as unknown as Paint;

// biome-ignore lint/suspicious/noControlCharactersInRegex: what colours are made of
const codes = /\u001b\[\d+m/g;

describe('the terminal summary', () => {
  it.each([...texts, ['eventful', eventful] as const])('of %s fits the width, colours or not', (_, text) => {
    const { report } = ran(text);
    for (const columns of [80, 120]) {
      const summary = terminalSummary(report, noPaint, columns);
      const wide = summary.split('\n').filter((line) => line.length > columns);
      expect(wide).toEqual([]);
      expect(terminalSummary(report, marks, columns).replace(codes, '')).toBe(summary);
      expect(summary).not.toMatch(/undefined|NaN|null|\n\n\n| \n/);
    }
  });

  it('says the parameters, and which replication repeats the run', () => {
    const lines = terminalSummary(ran(uncertain, { replication: 3 }).report, noPaint, 100).split('\n');
    expect(lines[2]).toMatch(/^parameters: growth = [2-8](\.\d)?, words = a b$/);
    expect(lines.join(' ')).toContain('Seed 1, replication 3 reproduces this run exactly on any machine (');
    const about = { command: 'svcsim run s.yaml' };
    const sure = 'svcsim: 1\nstart: 2026-11-01T00:00:00Z\nfor: 1d\nparams: { a: { uniform: { from: 1, to: 2 } } }\n';
    expect(terminalSummary(ran(`${sure}name: "x\${a}"\n`).report, noPaint, 100, about)).toContain(
      'repeat with another seed',
    );
  });

  it('says the verdict, the cost, what was refused with the rule in words, and what to do next', () => {
    const { report } = ran(`${eventful}expect:
  - { metric: volumes.freePercentage, of: shop/data, always: ">= 10%" }
  - { metric: rollouts.completed, of: shop/web, is: "= 2" }
`);
    const summary = terminalSummary(report, noPaint, 100, { command: 'svcsim run shop.yaml' });
    const [first = '', second = ''] = summary.split('\n');
    expect(first).toMatch(/^eventful +FAIL {2}\d+\.\d\d USD$/);
    expect(first).toHaveLength(100);
    expect(second).toBe('1 Nov 2026 to 2 Nov 2026, 1d');
    expect(summary).toContain('✗ volumes.freePercentage of shop/data: was ');
    expect(summary).toContain('✓ rollouts.completed of shop/web: 2, as expected');
    expect(summary).toMatch(/^ {2}Expectations {2}1 of 2 passed$/m);
    expect(summary).toMatch(/^ {2}Invented list prices/m);
    expect(summary).toMatch(/^ {2}\d+ ticks skipped, first 1 Nov \d\d:\d\d: shop\/workload\/job@/m);
    expect(summary).toMatch(/^ {4}CRON-3: When /m);
    expect(summary).toMatch(/^ {2}Next, read the rule behind the refusal: svcsim rules /m);
  });

  it('tells once what refused things of several kinds, and of what came of it only the worst', () => {
    const [, text = ''] = texts.find(([name]) => name.startsWith('06')) ?? [];
    const summary = terminalSummary(ran(text).report, noPaint, 200);
    const [, refused = '', found = ''] =
      /\n {2}Refusals\n([\s\S]*?)\n\n {2}Findings\n([\s\S]*?)\n\n/.exec(summary) ?? [];
    expect(refused.split('\n').slice(0, 3)).toEqual([
      expect.stringMatching(/^ {2}1 expansion, first 3 Nov 07:00 \(#95\): /),
      expect.stringMatching(/^ {2}1 request, first 3 Nov 10:00 \(#98\): /),
      expect.stringMatching(/^ {4}LIMIT-1: Within any rolling 24 hours/),
    ]);
    expect(refused.match(/LIMIT-1/g)).toHaveLength(1);
    expect(found).toMatch(/✗ shop\/volumeset\/event-data@aws-eu-central-1\/0: full for 18h 1m/);
    expect(found).not.toContain('LIMIT-1');
  });

  it('an expectation of what never was there has no tick', () => {
    const { report } = ran(`${eventful}expect:
  - { metric: replicas.ready, of: shop/web, at: gcp-us-east1, always: ">= 2" }
`);
    const summary = terminalSummary(report, noPaint, 100);
    expect(summary).toContain('\n  ! replicas.ready of shop/web at gcp-us-east1: matches nothing in this run\n');
    expect(summary).not.toContain('✓');
  });

  it('says what the platform said of a refused request, beside the rule', () => {
    const line = `  - { at: +6h, patch: /gvc/shop/workload/zz, with: { spec: {} } }`;
    const { report } = ran(eventful.replace('timeline:', `timeline:\n${line}`));
    const summary = terminalSummary(report, noPaint, 200);
    expect(summary).toContain('    api.unknownStatus: /org/acme/gvc/shop/workload/zz does not exist\n');
    const first = 'fields.bounds.minCpuMillicores: spec.containers[0].minCpu: minCpu must be at least 25m; found 1m';
    expect(summary).toContain(`    ${first} (and 1 more)`);
    expect(summary).not.toMatch(/API-\d/);
  });

  it('never says that an assumption decided nothing: what no entry names may still matter', () => {
    const changed = { 'hpa.tolerance': '0.2', 'fluid.processor': 'allContainers', 'replica.start.duration': '37s' };
    const lines = Object.entries(changed).map(([name, value]) => `  ${name}: ${value}`);
    const { report } = ran(`${eventful}assumptions:\n${lines.join('\n')}\n`);
    const summary = terminalSummary(report, noPaint, 200);
    expect(summary).toContain(
      'hpa.tolerance = 0.2 (default 0.1), set by the scenario: it decided no entry of the journal\n',
    );
    expect(summary).toContain(
      'fluid.processor = allContainers (default smallestContainer), set by the scenario: no journal entry can name it;',
    );
    expect(summary).toMatch(/replica\.start\.duration = 37s \(default 5s\), set by the scenario: used \d+ times\n/);
  });

  it('names what decided with its value, and what `timing: instant` took away', () => {
    const { report } = ran(eventful.replace('for: 1d', 'for: 1d\ntiming: instant'));
    const summary = terminalSummary(report, noPaint, 200);
    expect(summary).toMatch(/ {4}timing: instant sets \d+ durations to 0; \d+ of them affected this run\n/);
    expect(summary).toMatch(/affected this run,\s+\d+\s+of\s+them\s+not\s+at\s+their\s+defaults\./);
    expect(summary).toMatch(/ {4}most used: .*replica\.start\.duration = 0s \(\d+\)/);
    const { changed } = report.summary.assumptions;
    expect(changed).toContainEqual({ name: 'replica.start.duration', value: '0s', default: '5s', source: 'timing' });
    expect(changed.every(({ source }) => source === 'timing')).toBe(true);
  });

  it('names `timing: observed` and says where its durations come from', () => {
    const { report } = ran(eventful.replace('for: 1d', 'for: 1d\ntiming: observed'));
    const summary = terminalSummary(report, noPaint, 200);
    expect(summary).toMatch(
      / {4}timing: observed sets \d+ durations as recorded on a real platform; \d+ of them affected/,
    );
    expect(report.summary.assumptions.timing).toBe('observed');
  });

  it('proposes another seed where nothing was refused and something was drawn', () => {
    const next = (text: string): string | undefined =>
      terminalSummary(ran(text).report, noPaint, 80, { command: 'svcsim run a.yaml' }).split('\n').at(-1);
    const [, still = ''] = texts.find(([name]) => name.startsWith('01')) ?? [];
    expect(next(still)).toMatch(/^ {2}Next, read the most used assumption: svcsim rules /);
    const drawn = `${still}assumptions: { volume.duration.device: { exponential: { mean: 20s } } }\n`;
    expect(next(drawn)).toBe('  Next, repeat with another seed: svcsim run a.yaml --seed 2');
  });

  it('gives no verdict of a run that was interrupted', () => {
    const { report } = ran(`${eventful}expect: [{ metric: rollouts.completed, of: shop/web, is: "= 2" }]\n`);
    const summary = terminalSummary({ ...report, isComplete: false }, noPaint, 100, { command: 'svcsim run a.yaml' });
    expect(summary.split('\n')[0]).toMatch(/^eventful +INTERRUPTED {2}\d+\.\d\d USD$/);
    expect(summary).toContain('1 of 1 passed so far');
  });
});

describe('a table', () => {
  const columns = [
    { title: 'Name', align: 'left' },
    { title: 'count', align: 'right' },
    { title: 'bad', align: 'right' },
  ] as const;

  it('aligns its columns and leaves out one that says nothing', () => {
    expect(
      tableLines(
        columns,
        [
          ['a', '1', '-'],
          ['bcd', '100', '-'],
        ],
        { width: 80, paint: noPaint },
      ),
    ).toEqual(['  Name  count', '  a         1', '  bcd     100']);
  });

  it('takes heads of several lines and headings of rows', () => {
    const heads = [
      { title: 'Name', align: 'left' },
      { title: 'used\nGB', align: 'right' },
    ] as const;
    const rows = [['a longer heading'], ['  a', '1.5'], ['  b', '12']];
    expect(tableLines(heads, rows, { width: 80, paint: noPaint })).toEqual([
      '        used',
      '  Name    GB',
      '  a longer heading',
      '    a    1.5',
      '    b     12',
    ]);
  });

  it('shortens names in their middle where the width is too small', () => {
    const rows = [['shop/a-very-long-name-indeed', '1', '2']];
    expect(tableLines(columns, rows, { width: 34, paint: noPaint })).toEqual([
      '  Name                  count  bad',
      '  shop/a-ver…me-indeed      1    2',
    ]);
  });
});

describe('a table that is too wide', () => {
  const wide = ['Name', 'requests', 'peak\n/s', 'waiting', 'failed'].map((title, index) => ({
    title,
    align: index === 0 ? ('left' as const) : ('right' as const),
  }));
  const bad = { text: '7', style: 'bad' } as const;
  const warned = { text: '7', style: 'warn' } as const;
  const drawn = (width: number, ...cells: readonly TextCell[]): string[] =>
    tableLines(wide, [['a', ...cells]], { width, paint: noPaint });

  it('leaves the last columns out where all is well, and says which', () => {
    expect(drawn(40, '1', '2', '3', '4')).toEqual([
      '                  peak',
      '  Name  requests    /s',
      '  a            1     2',
      '  … too narrow for: waiting, failed',
    ]);
  });

  it('keeps what is bad, and next to it what is warned of', () => {
    expect(drawn(45, '1', '2', warned, bad).at(-1)).toBe('  … too narrow for: peak /s');
    expect(drawn(35, '1', '2', warned, bad)).toEqual([
      '  Name  waiting  failed',
      '  a           7       7',
      '  … too narrow for: requests, peak',
      '    /s',
    ]);
    expect(drawn(26, '1', '2', warned, bad).slice(0, 2)).toEqual(['  Name  failed', '  a          7']);
  });

  it('names them within the width, too', () => {
    expect(drawn(24, '1', '2', '3', '4').slice(-3)).toEqual([
      '  … too narrow for:',
      '    requests, peak /s,',
      '    waiting, failed',
    ]);
  });
});

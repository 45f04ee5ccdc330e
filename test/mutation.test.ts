import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Measured,
  measuredOf,
  mutationOf,
  type ReportedFile,
  scoreOf,
  scoreOfDifferent,
} from '../scripts/mutation.ts';
import { chosenFiles, planners } from '../scripts/stryker.ts';

const mutation = mutationOf();
const measured = Object.entries(mutation).flatMap(([file, one]) => (one === null ? [] : [[file, one] as const]));
const again = (file: string): string => `run npm run stryker -- ${file}`;

describe('evidence/mutation.json', () => {
  it('names every planner, measured or not, and no file that is gone', () => {
    const files = Object.keys(mutation);
    expect(planners().filter((file) => !files.includes(file))).toEqual([]);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });

  it.each(measured)('%s: its counts add up, and each survivor is on a line of the file', (file, one) => {
    expect(one.killed + one.timeouts + one.survivors.length).toBe(one.mutants);
    expect(one.noCoverage).toBeLessThanOrEqual(one.survivors.length);
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim());
    const gone = one.survivors.filter(({ line }) => !lines.includes(line));
    expect(gone, again(file)).toEqual([]);
  });

  it('has measured every planner', () => {
    const missing = planners().filter((file) => mutation[file] === null);
    expect(missing, again(missing.join(' '))).toEqual([]);
  });

  it.each(measured)('%s: 95 %% of its mutants are noticed, and each survivor has a reason', (file, one) => {
    expect(scoreOf(one), again(file)).toBeGreaterThanOrEqual(95);
    expect(
      one.survivors.filter(({ why }) => !/^\S.*\.$/.test(why)),
      again(file),
    ).toEqual([]);
  });
});

const file = 'src/platform/volume/limit.ts';
const source = 'const a = 1;\n  if (a < 2) {\n    b();\n  }\n';
const at = (line: number, column: number) => ({ line, column });
const bound = { start: at(2, 7), end: at(2, 12) };
const report: ReportedFile = {
  source,
  mutants: [
    { status: 'Survived', replacement: '{}', location: { start: at(2, 14), end: at(4, 4) } },
    { status: 'Survived', replacement: 'a <= 2', location: bound },
    { status: 'NoCoverage', replacement: 'true', location: bound },
    { status: 'Killed', replacement: 'false', location: bound },
    { status: 'Timeout', replacement: 'a >= 2', location: bound },
    { status: 'Ignored', replacement: '""', location: bound },
  ],
};
const known: Measured = {
  source: '',
  mutants: 1,
  killed: 0,
  timeouts: 0,
  noCoverage: 0,
  survivors: [{ line: 'if (a < 2) {', was: 'a < 2', becomes: 'a <= 2', why: 'It is the same.' }],
};

describe('the result of a file', () => {
  it('counts what is noticed, and lists what is not in the order of the file', () => {
    const result = measuredOf(file, report, null);
    expect(result).toMatchObject({ mutants: 5, killed: 1, timeouts: 1, noCoverage: 1 });
    expect(result.survivors.map(({ was, becomes }) => [was, becomes])).toEqual([
      ['a < 2', 'a <= 2'],
      ['a < 2', 'true'],
      ['{ b(); }', '{}'],
    ]);
    expect([scoreOf(result), scoreOfDifferent(result)]).toEqual([40, 40]);
  });

  it('keeps the reason of a survivor by its text, wherever its line has moved', () => {
    const whys = measuredOf(file, report, known).survivors.map(({ why }) => why);
    expect(whys).toEqual(['It is the same.', '', '']);
    expect(scoreOfDifferent(measuredOf(file, report, known))).toBe(50);
    const moved = { ...report, source: `\n${source}`, mutants: [{ ...report.mutants[1]!, location: moveDown(bound) }] };
    expect(measuredOf(file, moved, known).survivors[0]?.why).toBe('It is the same.');
  });

  it('gives one reason to one survivor: another of the same text has none yet', () => {
    const twice = { ...report, mutants: [report.mutants[1]!, report.mutants[1]!] };
    expect(measuredOf(file, twice, known).survivors.map(({ why }) => why)).toEqual(['It is the same.', '']);
  });
});

function moveDown({ start, end }: typeof bound): typeof bound {
  return { start: at(start.line + 1, start.column), end: at(end.line + 1, end.column) };
}

describe('the files to mutate', () => {
  it('are all planners: what the entry svcsim/planners contains of the folders of nouns', () => {
    expect(planners()).toContain('src/platform/volume/limit.ts');
    expect(planners()).not.toContain('src/platform/volume/volumeRecord.ts');
    expect(chosenFiles([], undefined)).toEqual(planners());
  });

  it('come in parts, each file in one of them', () => {
    const parts = ['1/3', '2/3', '3/3'].flatMap((shard) => chosenFiles([], shard));
    expect(parts.sort()).toEqual(planners());
    expect(chosenFiles([file, 'src/platform/call/retry.ts'], '2/2')).toEqual([file]);
  });

  it.each([
    [['src/platform/volume/nothing.ts'], undefined, 'src/platform/volume/nothing.ts is no file of src/platform/NOUN'],
    [['src/platform/api/requests/write.ts'], undefined, 'is no file of src/platform/NOUN'],
    [['src/platform/handlers/note.ts'], undefined, 'is no file of src/platform/NOUN'],
    [[], '4/3', '--shard is 4/3: write 1/4 for the first of four parts'],
    [[], 'first', '--shard is first: write 1/4 for the first of four parts'],
  ])('are none for %j, shard %s', (files, shard, message) => {
    expect(() => chosenFiles(files, shard)).toThrow(message);
  });
});

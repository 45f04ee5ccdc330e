import { describe, expect, it } from 'vitest';
import { renderProblem, renderProblems } from '../../../src/scenario/text/frame.ts';
import type { Problem } from '../../../src/scenario/text/problem.ts';
import { head, parse } from '../builders.ts';

const problem = (line: number, column: number, endColumn: number): Problem => ({
  file: 'shop.yaml',
  line,
  column,
  endColumn,
  code: 'bad-unit',
  rule: 'WL-8',
  message: 'minCpu must be at least 250m; found 100m',
  severity: 'error',
});
const text = `${'#\n'.repeat(39)}          cpu: 1000m\n          minCpu: 100m\n`;

describe('a problem as a terminal shows it', () => {
  it('the place, the rule, what is wrong, and the lines it is about', () => {
    expect(renderProblem(problem(41, 19, 23), text)).toBe(
      [
        'shop.yaml:41:19  WL-8  minCpu must be at least 250m; found 100m',
        '   40 |           cpu: 1000m',
        '   41 |           minCpu: 100m',
        '      |                   ^^^^',
      ].join('\n'),
    );
  });

  it('without a rule the code stands in its place; a warning says so; a hint comes last', () => {
    const rendered = renderProblem(
      { ...problem(41, 19, 23), rule: null, severity: 'warning', hint: 'write 250m' },
      text,
    ).split('\n');
    expect(rendered[0]).toBe('shop.yaml:41:19  bad-unit  warning: minCpu must be at least 250m; found 100m');
    expect(rendered.at(-1)).toBe('   hint: write 250m');
  });

  it('the first line has none before it, and a file that cannot be shown has no frame', () => {
    expect(
      renderProblem(problem(1, 1, 2), 'abc\n')
        .split('\n')
        .slice(1),
    ).toEqual(['    1 | abc', '      | ^']);
    expect(renderProblem(problem(1, 1, 2), undefined).split('\n')).toHaveLength(1);
    expect(renderProblem(problem(1, 1, 2), '\u0000\u001b[2J').split('\n')).toHaveLength(1);
  });

  it('a long line is cut around the place', () => {
    const [, line = '', pointer = ''] = renderProblem(
      problem(1, 5_001, 5_004),
      `${'a'.repeat(5_000)}bcd${'e'.repeat(5_000)}`,
    ).split('\n');
    expect(line.length).toBeLessThan(140);
    expect(line.slice(pointer.indexOf('^'), pointer.lastIndexOf('^') + 1)).toBe('bcd');
  });

  it('is as wide as the terminal, marks what it cuts, and points at what is meant wherever that is', () => {
    const long = Array.from({ length: 150 }, (_, index) => String.fromCharCode(97 + (index % 26))).join('');
    for (const columns of [40, 80, 120, 200])
      for (let from = 0; from < long.length; from += 1)
        for (const length of [1, 5, 30, 100]) {
          const until = Math.min(from + length, long.length);
          const [, before = '', line = '', pointer = ''] = renderProblem(
            problem(2, from + 1, until + 1),
            `${long}\n${long}`,
            columns,
          )
            .split('\n')
            .slice(-4);
          expect(Math.max(before.length, line.length, pointer.length)).toBeLessThanOrEqual(columns);
          const [first, end] = [pointer.indexOf('^'), pointer.lastIndexOf('^') + 1];
          const shown = line.slice(first, end);
          expect(shown).not.toBe('');
          expect(long.slice(from, until).startsWith(shown)).toBe(true);
          if (length <= 5) expect(shown).toBe(long.slice(from, until));
          const [, text = ''] = line.split(' | ');
          expect(text.startsWith('…') || text.startsWith(long.slice(0, 9))).toBe(true);
          expect(text.endsWith('…') || text.endsWith(long.slice(-9))).toBe(true);
          expect(before.replace('1 |', '2 |')).toBe(line);
        }
  });

  it('folds its sentences at the width of a terminal, and has them in one line where there is none', () => {
    const one = {
      ...problem(41, 19, 23),
      message: 'words '.repeat(20).trim(),
      hint: 'again '.repeat(20).trim(),
    };
    expect(renderProblem(one, undefined).split('\n')).toHaveLength(2);
    const lines = renderProblem(one, undefined, 60).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(lines.map((line) => line.slice(0, 11))).toEqual([
      'shop.yaml:4',
      '   words wo',
      '   words wo',
      '   hint: ag',
      '         ag',
      '         ag',
    ]);
  });

  it('a long hint stands once', () => {
    const hint = `known metrics: ${'replicas.ready, '.repeat(20)}`;
    const all = [problem(41, 19, 23), problem(42, 1, 2), problem(43, 1, 2)].map((one) => ({ ...one, hint }));
    const rendered = renderProblems(all, () => undefined).split('\n\n');
    expect(rendered.map((one) => one.split('\n').at(-1))).toEqual([
      `   hint: ${hint}`,
      '   hint: the same as at shop.yaml:41:19',
      '   hint: the same as at shop.yaml:41:19',
    ]);
  });

  it('a control character elsewhere on a long line does not hide the frame', () => {
    const line = `bad${'a'.repeat(5_000)}\u001b[2J`;
    expect(renderProblem(problem(1, 1, 4), line).split('\n')).toHaveLength(3);
    expect(renderProblem(problem(1, 5_000, 5_001), line).split('\n')).toHaveLength(1);
  });

  it('control characters of a key or value are written out', () => {
    const { problems } = parse(`${head}"a\\e[31mb": 1\n`);
    const [first] = problems;
    if (first === undefined) throw new Error('no problem');
    expect(renderProblem(first, undefined)).toBe("s.yaml:4:1  unknown-key  unknown key 'a\\u001b[31mb'");
  });

  it('problems come in the order of the files and their lines, the own file first', () => {
    const { problems, texts } = parse(`${head}include: a.yaml\nfoo: 1\n`, { 'a.yaml': 'bar: 1\nbaz: 1\n' });
    expect(problems.map(({ file, line }) => `${file}:${line}`)).toEqual(['s.yaml:5', 'a.yaml:1', 'a.yaml:2']);
    expect(renderProblems(problems, (file) => texts.get(file)).split('\n\n')).toHaveLength(3);
  });
});

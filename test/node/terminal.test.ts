import { afterEach, describe, expect, it, vi } from 'vitest';
import { fitted } from '../../src/node/columns.ts';
import { tallyText } from '../../src/node/commands/tally.ts';
import { defectText } from '../../src/node/defect.ts';
import { exitCode, Stop, unwritable } from '../../src/node/exit.ts';
import { paintFor } from '../../src/node/paint.ts';
import { progressBar } from '../../src/node/progress.ts';
import { colourMark } from '../../src/node/say.ts';
import { shellWord } from '../../src/text/shellWord.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

function terminal(isTTY: boolean, columns = 80): { stream: NodeJS.WriteStream; written: string[] } {
  const written: string[] = [];
  const write = (text: string): boolean => written.push(text) > 0;
  return { stream: { isTTY, columns, write } as unknown as NodeJS.WriteStream, written };
}

describe('colours', () => {
  it.each([
    ['a terminal', true, {}, true],
    ['a file or pipe', false, {}, false],
    ['a terminal with NO_COLOR', true, { NO_COLOR: '1' }, false],
    ['a terminal with an empty NO_COLOR, which counts as none', true, { NO_COLOR: '' }, true],
    ['a terminal that is dumb', true, { TERM: 'dumb' }, false],
  ])('%s', (_, isTTY, env, isColoured) => {
    for (const [name, value] of Object.entries({ NO_COLOR: '', TERM: 'xterm', ...env })) vi.stubEnv(name, value);
    expect(paintFor(terminal(isTTY).stream).bad('x').replaceAll(colourMark, '\u001b')).toBe(
      isColoured ? '\u001b[31mx\u001b[39m' : 'x',
    );
  });
});

describe('lines that fit a terminal', () => {
  it('are folded at words, each below its own beginning', () => {
    const { stream } = terminal(true, 20);
    expect(fitted('one two three four five\n  six seven eight nine ten\n', stream)).toBe(
      'one two three four\n  five\n  six seven eight\n    nine ten\n',
    );
    expect(fitted('  +80 ms  sent to a replica', stream, 8)).toBe('  +80 ms  sent to a\n          replica');
  });

  it('stay as they are where there is none, or one of no width', () => {
    const text = 'one two three four five six seven\n';
    expect(fitted(text, terminal(false, 20).stream)).toBe(text);
    expect(fitted(text, terminal(true, 0).stream)).toBe(text);
  });
});

describe('the last line of several runs', () => {
  const { ok, failed, invalid, interrupted } = exitCode;
  it.each([
    [[ok, ok], 2, 'none of 2 failed'],
    [[ok, failed, invalid], 3, '2 of 3 failed: s1, s2 (invalid)'],
    [[failed, interrupted], 4, '1 of 4 failed: s0; s1 was interrupted, 2 were not run'],
    [[ok], 2, 'none of 2 failed; 1 was not run'],
    [Array(14).fill(failed), 14, '14 of 14 failed: s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11 and 2 more'],
  ])('%j of %i', (codes: readonly number[], count, text) => {
    expect(
      tallyText(
        codes.map((code, index) => ({ name: `s${index}`, code })),
        count,
      ),
    ).toBe(text);
  });
});

describe('the progress bar', () => {
  const drawn = (columns: number, label = 'shop'): string[] => {
    const { stream, written } = terminal(true, columns);
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const progress = progressBar(label, false, stream);
    progress.update(0.001, 10);
    now.mockReturnValue(10_000);
    progress.update(0.5, 2_000_000);
    now.mockReturnValue(20_000);
    progress.update(0.999, 4_000_000);
    progress.clear();
    progress.clear();
    return written;
  };

  it('shows the share, the events a second and the time left, a tenth of a second apart, and goes away', () => {
    const [half = '', nearly = '', gone = '', ...more] = drawn(80);
    expect(half).toBe(`\rshop ${'█'.repeat(12)}${'░'.repeat(12)} 50%  200k events/s 10 s left`);
    expect(nearly).toBe(`\rshop ${'█'.repeat(24)} 99%  200k events/s 1 s left `);
    expect(gone.trim()).toBe('');
    expect(gone.length).toBe(nearly.length + 1 - ' '.length);
    expect(more).toEqual([]);
  });

  it('needs no escape codes and stays within the line', () => {
    for (const text of drawn(40, 'a-name-that-is-longer-than-the-terminal-is-wide')) {
      expect(text).not.toContain('\u001b');
      expect(text.replaceAll('\r', '').length).toBeLessThan(40);
    }
  });

  it.each([
    ['-q', true, true],
    ['no terminal', false, false],
  ])('is silent with %s', (_, quiet, isTTY) => {
    const { stream, written } = terminal(isTTY);
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(10_000);
    const progress = progressBar('shop', quiet, stream);
    progress.update(0.5, 100);
    progress.clear();
    expect(written).toEqual([]);
  });
});

describe('a defect', () => {
  it('is reported with the command that repeats it, as a shell takes it, and where it arose', () => {
    const error = new Error('event in the past: 10:00 < 10:05');
    const text = defectText(error, ['run', 'my shop.yaml', '--set', 'a/b.c=3'], '1.2.3');
    expect(text).toMatch(/^svcsim 1\.2\.3 stopped because of a defect in svcsim/);
    expect(text).toContain(`To reproduce it: svcsim run 'my shop.yaml' --set a/b.c=3\n`);
    expect(text).toContain('Error: event in the past: 10:00 < 10:05\n    at ');
  });

  it('reminds of standard input', () => {
    expect(defectText('odd', ['run', '-'], '1')).toMatch(/svcsim run - \(with the same standard input\)\nodd\n$/);
  });

  it.each([
    ['a.yaml', 'a.yaml'],
    ['', "''"],
    ["it's", `'it'\\''s'`],
    ['*.yaml', "'*.yaml'"],
  ])('the word %j is written %s', (text, word) => expect(shellWord(text)).toBe(word));
});

describe('an error of the system', () => {
  it('about writing becomes a sentence and exit code 5', () => {
    const stop = unwritable({ code: 'ENOSPC' }, 'reports/a');
    expect(stop).toBeInstanceOf(Stop);
    expect(stop).toMatchObject({
      code: exitCode.unwritable,
      message: 'cannot write reports/a: the disk is full. Nothing was changed. Choose another folder with --out DIR.',
    });
  });

  it.each([[new Error('ours')], [{ code: 'ERR_INVALID_ARG_TYPE' }], [new Stop(2, 'usage')], ['text']])(
    'of another kind stays as it is',
    (error) => expect(unwritable(error, 'x')).toBe(error),
  );
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { regexOf } from '../../src/text/regex.ts';

function matches(pattern: string, text: string, isWhole = false): boolean {
  const regex = regexOf(pattern, isWhole);
  if ('error' in regex) throw new Error(regex.error);
  return regex.matches(text);
}

describe('a regular expression', () => {
  it.each<[string, string, boolean, string]>([
    ['', 'anything', true, 'nothing is a part of all'],
    ['b', 'abc', true, 'a part'],
    ['^b', 'abc', false, 'not at the beginning'],
    ['c$', 'abc', true, 'at the end'],
    ['a.c', 'abc', true, 'any letter'],
    ['a.c', 'a\nc', false, 'no line end'],
    ['^.$', '😀', true, 'a letter beyond the first plane'],
    ['(?i)ERROR', 'error', true, 'flags at its beginning'],
    ['ERROR', 'error', false, 'no flags, no mercy'],
    ['(?P<code>\\d+)', 'exit code 137', true, 'a group by name'],
    ['\\Qa.b(\\E+', 'a.b((', true, 'literal text'],
    ['\\Qa.b', 'axb', false, 'literal text to the end'],
    ['web\\-1\\@x', 'web-1@x', true, 'escaped punctuation that needs none'],
    ['[[:alpha:]]\\pL', 'aé', true, 'classes by their names'],
    ['\\bweb', 'a web', true, 'the edge of a word'],
  ])('%s in %j: %s, %s', (pattern, text, isFound) => {
    expect(matches(pattern, text)).toBe(isFound);
  });

  it.each<[string, string, string, boolean]>([
    ['a part is not enough', 'web', 'web-1', false],
    ['nor is each of its alternatives', 'a|b', 'ab', false],
    ['one of them is', 'a|abc', 'abc', true],
    ['flags too', '(?i)WEB.*', 'web-1', true],
    ['any letter, a line end as well', 'a.b', 'a\nb', true],
    ['nothing', '.*', '', true],
  ])('of the whole text: %s', (_, pattern, text, is) => {
    expect(matches(pattern, text, true)).toBe(is);
  });

  it.each([
    ['(a', 'missing closing ): (a'],
    ['a)|(b', 'unexpected ): a)|(b'],
    ['[a', 'missing closing ]: [a'],
    ['[z-a]', 'invalid character class range: z-a'],
    ['*a', 'missing argument to repetition operator: *'],
    ['a**', 'invalid nested repetition operator: **'],
    ['a{3,2}', 'invalid repeat count: {3,2}'],
    ['a\\', 'trailing backslash at end of expression'],
    ['(a)\\1', 'invalid escape sequence: \\1'],
    ['a(?=b)', 'invalid or unsupported Perl syntax: (?='],
    ['(a{999}){999}', 'invalid repeat count: {999}'],
    ['('.repeat(1_000), `missing closing ): ${'('.repeat(40)}…`],
    ['a'.repeat(1_001), 'it is longer than 1000 characters'],
  ])('%.20s is none: %s', (pattern, error) => {
    expect(regexOf(pattern, false)).toEqual({ error });
    expect(regexOf(pattern, true)).toEqual({ error });
  });

  it('takes no long time over what takes others for ever', () => {
    const text = 'a'.repeat(20_000);
    expect(matches('^(a+)+b$', text)).toBe(false);
    expect(matches('((.+)+)+\\x00$', text)).toBe(false);
    expect(matches('(.*)*(.*)*(.*)*(.*)*(.*)*(.*)*z', text, true)).toBe(false);
    expect(matches('a?'.repeat(100) + 'a'.repeat(100), 'a'.repeat(100))).toBe(true);
  });
});

describe('laws of regular expressions', () => {
  const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '\\W', '1', '-', '^', '$', 'ä', '😀');
  const times = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{0,2}', '{1,}', '*?');
  const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
    piece: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.tuple(atom, times).map(([one, often]) => (one === '^' || one === '$' ? one : one + often)),
      fc.tuple(tie('pattern'), times).map(([inner, often]) => `(${inner})${often}`),
      fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`),
    ),
    pattern: fc.array(tie('piece'), { maxLength: 4 }).map((pieces) => pieces.join('')),
  }));
  const text = fc
    .array(fc.constantFrom('a', 'b', '1', '-', 'ä', '😀'), { maxLength: 7 })
    .map((letters) => letters.join(''));

  it('what both read, the engine of the machine finds alike', () => {
    fc.assert(
      fc.property(pattern, text, fc.boolean(), (source, of, isWhole) => {
        const machine = new RegExp(isWhole ? `^(?:${source})$` : source, 'u');
        expect(matches(source, of, isWhole)).toBe(machine.test(of));
      }),
      { seed: 42, numRuns: 2_000 },
    );
  });

  it('no text throws: it is a pattern, or it is said why not', () => {
    const letters = fc.constantFrom(...'ab019(){}[]*+?|^$\\-,.:<=!PQEäd'.split(''));
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 12 }), text, fc.boolean(), (source, of, isWhole) => {
        const regex = regexOf(source.join(''), isWhole);
        if ('error' in regex) expect(regex.error).not.toBe('');
        else regex.matches(of);
      }),
      { seed: 43, numRuns: 3_000 },
    );
  });
});

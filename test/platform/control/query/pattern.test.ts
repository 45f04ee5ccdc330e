import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternOf } from '../../../../src/platform/control/query/pattern.ts';

function matches(pattern: string, text: string, isWhole = false): boolean {
  const read = patternOf(pattern);
  if ('error' in read) throw new Error(read.error);
  return read.matches(text, isWhole);
}

function refused(pattern: string): string {
  const read = patternOf(pattern);
  return 'error' in read ? read.error : 'read';
}

describe('a regular expression', () => {
  it.each<[string, string, boolean, string]>([
    ['', 'anything', true, 'nothing is a part of all'],
    ['b', 'abc', true, 'a part'],
    ['^b', 'abc', false, 'not at the beginning'],
    ['c$', 'abc', true, 'at the end'],
    ['^$', '', true, 'of an empty text'],
    ['a.c', 'abc', true, 'any letter'],
    ['a.c', 'a\nc', false, 'no line end'],
    ['colou?r', 'color', true, 'or none'],
    ['^(?:ab)+$', 'ababab', true, 'a group again and again'],
    ['^(a|bc|)d$', 'bcd', true, 'one of several'],
    ['^(a|bc|)d$', 'd', true, 'or nothing of them'],
    ['^a{2}$', 'aaa', false, 'twice'],
    ['^a{2,}$', 'aaaa', true, 'at least twice'],
    ['^a{2,3}$', 'aaaa', false, 'two or three'],
    ['^a{0}$', '', true, 'never'],
    ['^a+?b*?$', 'aab', true, 'lazy finds the same'],
    ['^[a-c_-]+$', 'b-_a', true, 'a class, a hyphen at its end'],
    ['^[^a-c]$', 'b', false, 'all but a class'],
    ['^[\\d.]+$', '12.5', true, 'a class in a class'],
    ['^\\w+\\s\\S+$', 'a_1 ä', true, 'words and blanks'],
    ['^\\D\\W$', 'a-', true, 'and what is none'],
    ['1\\.2', '1x2', false, 'punctuation by itself'],
    ['\\[\\t\\]', '[\t]', true, 'a control character'],
    ['^.$', '😀', true, 'a letter beyond the first plane'],
    ['^[😀-😂]$', '😁', true, 'a range there'],
    ['(a*)*$', 'aaa', true, 'nothing, again and again'],
    ['^*a', 'ba', true, 'an edge, again and again'],
  ])('%s in %j: %s, %s', (pattern, text, isFound) => {
    expect(matches(pattern, text)).toBe(isFound);
  });

  it('asked of the whole text, no part is enough', () => {
    expect([matches('b', 'abc', true), matches('a|abc', 'abc', true), matches('.*', '', true)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it.each([
    ['(a', 'a ( is not closed'],
    ['a)', 'a ) closes nothing'],
    ['[a', 'a [ is not closed'],
    ['[]', 'a class such as [a-z] holds nothing'],
    ['[z-a]', 'z-a is no range of letters'],
    ['*a', '* repeats nothing'],
    ['a|+', '+ repeats nothing'],
    ['a**', 'a repetition is repeated'],
    ['a{', 'a { is not followed by a count such as {2,4}; write \\{ for the letter'],
    ['a{3,2}', 'a { is not followed by a count such as {2,4}; write \\{ for the letter'],
    ['a\\', 'a \\ stands at its end'],
    ['\\1', '\\1 is not read here'],
    ['\\bweb', '\\b is not read here'],
    ['(?i)web', 'of groups that begin with (? only (?: is read'],
    ['a(?=b)', 'of groups that begin with (? only (?: is read'],
    ['(?<name>a)', 'of groups that begin with (? only (?: is read'],
    ['(a{999}){999}', 'it stands for more than 1000 letters'],
    ['('.repeat(100), 'groups are nested too deeply'],
    ['('.repeat(100_000), 'groups are nested too deeply'],
    ['a'.repeat(1_001), 'it stands for more than 1000 letters'],
  ])('%.20s is none: %s', (pattern, error) => {
    expect(refused(pattern)).toBe(error);
  });

  it('takes no long time over what takes others for ever', () => {
    const text = 'a'.repeat(20_000);
    expect(matches('^(a+)+b$', text)).toBe(false);
    expect(matches('^(a|a)*$', text)).toBe(true);
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
      { seed: 42, numRuns: 3_000 },
    );
  });

  it('no text throws: it is a pattern, or it is said why not', () => {
    const letters = fc.constantFrom(...'ab019(){}[]*+?|^$\\-,.:<=!äd'.split(''));
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 12 }), text, (source, of) => {
        const read = patternOf(source.join(''));
        if ('error' in read) expect(read.error).not.toBe('');
        else read.matches(of, false);
      }),
      { seed: 43, numRuns: 3_000 },
    );
  });

  it('what is read here and by the machine is read alike, whatever is typed', () => {
    const letters = fc.constantFrom(...'ab01(){}[]*+?|^$-,.:'.split(''));
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 8 }), text, (source, of) => {
        const read = patternOf(source.join(''));
        let machine: RegExp;
        try {
          machine = new RegExp(source.join(''), 'u');
        } catch {
          return;
        }
        if (!('error' in read)) expect(read.matches(of, false)).toBe(machine.test(of));
      }),
      { seed: 44, numRuns: 5_000 },
    );
  });
});

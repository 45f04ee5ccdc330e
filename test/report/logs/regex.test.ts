import { describe, expect, it } from 'vitest';
import { regexOf } from '../../../src/report/logs/regex.ts';

function matches(pattern: string, text: string, isAnchored = false): boolean | string {
  const result = regexOf(pattern, isAnchored);
  return 'error' in result ? result.error : result.regex.test(text);
}

describe('a pattern as LogQL means it', () => {
  it.each([
    ['found anywhere in a line', 'b', 'abc', true],
    ['flags at its beginning', '(?i)ERROR', 'error', true],
    ['no flags, no mercy', 'ERROR', 'error', false],
    ['a group by name', '(?P<code>\\d+)', 'exit code 137', true],
    ['literal text', '\\Qa.b(\\E+', 'a.b((', true],
    ['literal text to the end', '\\Qa.b', 'axb', false],
    ['escaped punctuation that needs none', 'web\\-1\\@x', 'web-1@x', true],
    ['the same in a class', '[\\-\\_]', 'a_b', true],
    ['a line end', 'a\\nb', 'a\nb', true],
  ])('%s', (_, pattern, text, is) => {
    expect(matches(pattern, text)).toBe(is);
  });

  it.each([
    ['the whole value', 'web', 'web-1', false],
    ['each of its alternatives', 'a|b', 'ab', false],
    ['one of them', 'a|b', 'b', true],
    ['flags too', '(?i)WEB.*', 'web-1', true],
    ['any character, a line end as well', 'a.b', 'a\nb', true],
  ])('of a label: %s', (_, pattern, value, is) => {
    expect(matches(pattern, value, true)).toBe(is);
  });

  it.each([
    ['an open group', 'a(', /unterminated group/],
    ['a group closed outside', 'a)|(b', /unmatched/],
    ['nothing to repeat', '*', /nothing to repeat/],
    ['a look ahead', 'a(?=b)', /lookahead/],
    ['a look behind', '(?<!a)b', /lookbehind/],
    ['a reference back', '(a)\\1', /reference back \\1/],
    ['flags that are none', '(?U)a', /none of i, m and s/],
    ['a class by its name', '\\pL', /\\p is not read/],
    ['a backslash at the end', 'a\\', /\\ at end/],
  ])('%s is refused, in a line and in a label', (_, pattern, error) => {
    expect(matches(pattern, '')).toMatch(error);
    expect(matches(pattern, '', true)).toMatch(error);
  });
});

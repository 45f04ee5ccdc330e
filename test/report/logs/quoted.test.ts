import { describe, expect, it } from 'vitest';
import { unclosedAt, unquoted } from '../../../src/report/logs/quoted.ts';

describe('the text that a quoted one stands for', () => {
  it.each([
    ['nothing', '""', ''],
    ['plain text', '"a b"', 'a b'],
    ['backquotes take everything as it is', '`a\\d"\n`', 'a\\d"\n'],
    ['a backslash', '"a\\\\d"', 'a\\d'],
    ['a quote', '"say \\"x\\""', 'say "x"'],
    ['a line end and a tab', '"\\n\\t"', '\n\t'],
    ['codes of two, four and eight digits', '"\\x41\\u00e9\\U0001f600"', 'Aé😀'],
  ])('%s', (_, quoted, text) => {
    expect(unquoted(quoted)).toBe(text);
  });

  it.each([
    ['an escape that Go does not have', '"ab\\q"', { at: 3, length: 2 }],
    ['an octal one', '"\\101"', { at: 1, length: 2 }],
    ['half a letter', '"\\xff"', { at: 1, length: 2 }],
    ['too few digits', '"\\u12"', { at: 1, length: 2 }],
    ['a code that is no letter', '"a\\Uffffffff"', { at: 2, length: 10 }],
    ['a single quote, which needs none', '"it\\\'s"', { at: 3, length: 2 }],
  ])('%s is refused with its place', (_, quoted, place) => {
    expect(unquoted(quoted)).toMatchObject(place);
  });
});

describe('a quote that is never closed', () => {
  it.each([
    ['none', '{gvc="a"} |= `b`', null],
    ['at the end', '{gvc="a', 5],
    ['one too few', '{gvc="a} |= "b"', 14],
    ['a backquote', '{gvc=`a"}', 5],
    ['closed by an escaped quote only', '{gvc="a\\"}', 5],
    ['not on its own line', '{gvc="a\n"}', 5],
    ['in a comment it says nothing', '{gvc="a"} # it\'s "so', null],
    ['a # in a text begins no comment', '{gvc="#"} |= "', 13],
  ])('%s', (_, query, at) => {
    expect(unclosedAt(query)).toBe(at);
  });
});

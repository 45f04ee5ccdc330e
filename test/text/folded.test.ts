import { describe, expect, it } from 'vitest';
import { folded, wrapped } from '../../src/text/folded.ts';

describe('wrapped text', () => {
  it.each([
    ['a bb ccc', 5, '', ['a bb', 'ccc']],
    ['a bb ccc', 6, '- ', ['- a bb', '  ccc']],
    ['abcdefgh ij', 4, '', ['abcdefgh', 'ij']],
    ['', 4, '', ['']],
    ['at least 20 %)', 12, '', ['at least', '20 %)']],
    ['a\nbb\n  ccc\n', 80, '', ['a bb ccc']],
    ['a\u001b[2J \u0007 b', 80, '', ['a[2J b']],
  ])('%j in %i columns', (text, width, lead, lines) => {
    expect(wrapped(text, width, lead)).toEqual(lines);
  });
});

describe('a folded line', () => {
  it.each([
    ['a  bb   ccc', 80, 0, ['a  bb   ccc']],
    ['a-word    built  a b', 16, 2, ['a-word    built', '  a b']],
    ['    a bb ccc', 9, 6, ['    a bb', '      ccc']],
    ['abcdefgh ij', 4, 0, ['abcdefgh', 'ij']],
    ['\u001b[1ma bb\u001b[22m ccc', 8, 0, ['\u001b[1ma bb\u001b[22m ccc']],
    ['', 4, 2, ['']],
  ])('%j in %i columns', (line, width, hang, lines) => {
    expect(folded(line, width, hang)).toEqual(lines);
  });
});

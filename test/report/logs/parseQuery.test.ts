import { describe, expect, it } from 'vitest';
import type { Labels } from '../../../src/report/logs/line.ts';
import { parseQuery } from '../../../src/report/logs/parseQuery.ts';
import { type QueryProblem, selects } from '../../../src/report/logs/query.ts';

const labels: Labels = {
  gvc: 'shop',
  workload: 'web',
  container: 'main',
  location: 'aws-us-east-1',
  provider: 'aws',
  replica: 'web-2-10',
  stream: 'stdout',
  version: '2',
};
const text = 'container main ended, version 2, exit code 137';

function picks(query: string, given: Partial<Labels> = {}): boolean {
  const parsed = parseQuery(query);
  if (!('matchers' in parsed)) throw new Error(JSON.stringify(parsed));
  return selects(parsed, { at: 0, stamp: '0', labels: { ...labels, ...given }, text });
}

function problems(query: string): readonly QueryProblem[] {
  const parsed = parseQuery(query);
  return 'matchers' in parsed ? [] : parsed;
}

describe('LOG-3: lines are asked for by labels and by text', () => {
  it.each([
    ['a value', '{gvc="shop"}', true],
    ['another value', '{gvc="shops"}', false],
    ['each matcher must hold', '{gvc="shop", workload="api"}', false],
    ['not a value', '{gvc="shop", workload!="api"}', true],
    ['a pattern of the whole value', '{workload=~"we"}', false],
    ['alternatives', '{workload=~"api|web"}', true],
    ['not a pattern', '{gvc="shop", location!~"aws-.*"}', false],
    ['backquotes', '{version=~`\\d`}', true],
    ['in parentheses, with a comment', '({gvc="shop"}) # all of it', true],
    ['a text in the line', '{gvc="shop"} |= "ended"', true],
    ['a text that is not', '{gvc="shop"} |= "Ended"', false],
    ['without a text', '{gvc="shop"} != "ended"', false],
    ['a pattern in the line', '{gvc="shop"} |~ "code [1-9]"', true],
    ['without a pattern', '{gvc="shop"} !~ "code \\\\d+$"', false],
    ['one after the other', '{gvc="shop"} |= "ended" != "code 0" |~ "^container"', true],
    ['either text', '{gvc="shop"} |= "started" or "ended"', true],
    ['neither text', '{gvc="shop"} != "started" or "ended"', false],
    ['neither of three patterns', '{gvc="shop"} !~ "a{9}" or "b{9}" or "version 2"', false],
    ['a label after the braces', '{gvc="shop"} | container="main"', true],
    ['labels joined', '{gvc="shop"} | container="side" or (container="main" and version=~"1|2")', true],
    ['and binds first', '{gvc="shop"} | container="main" or container="main", version="1"', true],
    ['a comma joins like and', '{gvc="shop"} | container="main", version="1"', false],
    ['text after labels', '{gvc="shop"} | version="2" |= "137" | provider!="gcp"', true],
  ])('%s', (_, query, is) => {
    expect(picks(query)).toBe(is);
  });

  it('a label without a value is an empty text', () => {
    expect(picks('{gvc="shop", container=""}', { container: '' })).toBe(true);
    expect(picks('{gvc="shop", container=~".+"}', { container: '' })).toBe(false);
  });
});

describe('what is no query is refused with its place', () => {
  it.each([
    ['nothing', '', 'bad-query', 0, /empty/],
    ['blanks', '  ', 'bad-query', 0, /empty/],
    ['an empty selector', ' { } |= "x"', 'empty-selector', 1, /selector is empty/],
    ['a selector of anything', '{gvc=~".*", workload!="x"} |= "y"', 'empty-selector', 0, /would select all lines/],
    ['no selector', 'gvc', 'bad-query', 0, /invalid LogQL; found gvc/],
    ['a value without quotes', '{gvc=shop}', 'bad-query', 5, /double quotes here; found shop/],
    ['single quotes', "{gvc='shop'}", 'bad-query', 5, /double quotes or backquotes; found '/],
    ['quotes of a word processor', '{gvc=“shop”}', 'bad-query', 5, /found “/],
    ['an unclosed text', '{gvc="shop}', 'bad-string', 5, /not closed/],
    ['two equal signs', '{gvc=="a"}', 'bad-query', 4, /one of = != =~ !~ after the label; found ==/],
    ['no operator', '{gvc "a"}', 'bad-query', 5, /one of = != =~ !~/],
    ['no label', '{"a"}', 'bad-query', 1, /a label such as gvc/],
    ['no comma', '{gvc="a" workload="b"}', 'bad-query', 9, /a comma and another label/],
    ['no brace', '{gvc="a"', 'bad-query', 8, /closing brace; found the end/],
    ['one brace too many', '{gvc="a"}}', 'bad-query', 9, /found }/],
    ['no text after an operator', '{gvc="a"} |=', 'bad-query', 12, /found the end/],
    ['a word after an operator', '{gvc="a"}\n|= x', 'bad-query', 13, /found x/],
    ['an unknown label', '{gvc="a"} | workloda="b"', 'unknown-label', 12, /no label 'workloda'/],
    ['a bad pattern', '{gvc=~"a("}', 'bad-regex', 6, /missing closing/],
    ['a bad pattern of a line', '{gvc="a"} |~ "b" or `*`', 'bad-regex', 20, /missing argument to repetition/],
    ['a bad escape', '{gvc="a\\q"}', 'bad-string', 7, /\\q/],
    ['more than anybody types', `{gvc="${'a'.repeat(6_000)}"}`, 'bad-query', 0, /at most 5120 characters; found 6008/],
  ] as const)('%s', (_, query, code, from, message) => {
    expect(problems(query)).toMatchObject([{ code, from, message: expect.stringMatching(message) }]);
  });

  it.each([
    ['metric queries', 'rate({gvc="a"}[5m])', 0, 19],
    ['numbers', '5', 0, 1],
    ['operators between queries', '{gvc="a"} and {gvc="b"}', 0, 23],
    ['parsers', '{gvc="a"} | json', 12, 16],
    ['logfmt', '{gvc="a"} | logfmt --strict', 12, 27],
    ['formats', '{gvc="a"} | line_format "x"', 12, 27],
    ['fewer labels', '{gvc="a"} |= "x" | drop gvc', 19, 27],
    ['comparisons of numbers', '{gvc="a"} | version > 5', 12, 23],
    ['patterns with holes', '{gvc="a"} |> "<_>"', 10, 12],
    ['addresses', '{gvc="a"} |= ip("10.0.0.1")', 13, 15],
  ])('%s are LogQL, and said to be not supported', (_, query, from, to) => {
    expect(problems(query)).toMatchObject([
      { code: 'not-supported', from, to, message: expect.stringMatching(/^not supported: /) },
    ]);
  });

  it('says all that is wrong with labels and patterns at once, in their order', () => {
    const found = problems('{gvcc="a", workload=~"b("} | json |~ "["');
    expect(found.map(({ code, from }) => [code, from])).toEqual([
      ['unknown-label', 1],
      ['bad-regex', 21],
      ['not-supported', 29],
      ['bad-regex', 37],
    ]);
    expect(found[0]?.hint).toBe('did you mean gvc?');
  });
});

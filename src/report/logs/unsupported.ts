/** What of LogQL is not answered, in words. */
import type { QueryProblem } from './query.ts';

/** By the grammar's own names. */
const kinds = new Map([
  ['MetricExpr', 'metric queries (rate, sum, count_over_time, ...) count lines, but svcsim logs only prints them'],
  ['LabelParser', 'lines are plain text, so a parser such as json has nothing to parse'],
  ['LogfmtParser', 'lines are plain text, so logfmt has nothing to parse'],
  ['JsonExpressionParser', 'lines are plain text, so json has nothing to parse'],
  ['LogfmtExpressionParser', 'lines are plain text, so logfmt has nothing to parse'],
  ['LabelFilter', 'a label can be compared only with = != =~ !~ and a quoted text'],
  ['FilterOp', 'no line contains an IP address, so ip() has nothing to compare'],
  ['Filter', 'patterns (|> and !>) are not supported; use |~ or !~ with a regular expression'],
]);

/** @param kind a node's name in the grammar */
export function unsupported(kind: string, text: string): Omit<QueryProblem, 'from' | 'to'> {
  const [word = ''] = text.split(/\s/);
  const reason = kinds.get(kind) ?? `'${word}' changes lines or labels, but svcsim logs only selects lines`;
  return {
    code: 'not-supported',
    message: `not supported: ${reason}`,
    hint: 'supported: {label="value"} with = != =~ !~, then |= != |~ !~ "text", each with or, and | label="value"',
  };
}

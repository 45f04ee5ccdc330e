/** What of LogQL is not answered, in words. */
import type { QueryProblem } from './query.ts';

/** By the grammar's own names. */
const kinds = new Map([
  ['MetricExpr', 'metric queries (rate, sum, count_over_time, ...) count lines, and svcsim logs shows them'],
  ['LabelParser', 'lines are plain text, so that there is nothing for a parser such as json to take apart'],
  ['LogfmtParser', 'lines are plain text, so that there is nothing for logfmt to take apart'],
  ['JsonExpressionParser', 'lines are plain text, so that there is nothing for json to take apart'],
  ['LogfmtExpressionParser', 'lines are plain text, so that there is nothing for logfmt to take apart'],
  ['LabelFilter', 'a label is compared with = != =~ !~ and a quoted text only'],
  ['FilterOp', 'no line holds an address, so that ip() has nothing to compare'],
  ['Filter', 'patterns (|> and !>) are not read; use |~ or !~ with a regular expression'],
]);

/** @param kind a node's name in the grammar */
export function unsupported(kind: string, text: string): Omit<QueryProblem, 'from' | 'to'> {
  const [word = ''] = text.split(/\s/);
  const reason = kinds.get(kind) ?? `'${word}' changes lines or labels, and svcsim logs only selects them`;
  return {
    code: 'not-supported',
    message: `not supported: ${reason}`,
    hint: 'supported: {label="value"} with = != =~ !~, then |= != |~ !~ "text", each with or, and | label="value"',
  };
}

/** A LogQL query as it is asked of lines, and what is wrong with one. */
import type { LabelName, LogLine } from './line.ts';

/** A question about one text: is it the value, does it contain it, does it match it. */
export type Test = (text: string) => boolean;

/** A condition on one label's value. */
export interface Matcher {
  readonly label: LabelName;
  readonly operator: '=' | '!=' | '=~' | '!~';
  /** As the query means it: without its quotes. */
  readonly value: string;
  readonly accepts: Test;
}

/** A condition on a line: of its labels, or of its text. */
export type LineCondition =
  | { readonly kind: 'label'; readonly matcher: Matcher }
  | { readonly kind: 'text'; readonly accepts: Test }
  | { readonly kind: 'all' | 'some'; readonly of: readonly LineCondition[] };

export interface LogQuery {
  /** Between the braces; all hold. */
  readonly matchers: readonly Matcher[];
  /** What follows the braces; all hold, and are asked in their order. */
  readonly conditions: readonly LineCondition[];
}

/** A mistake in a query, or something of LogQL that is not answered here. */
export interface QueryProblem {
  readonly code: 'bad-query' | 'unknown-label' | 'bad-regex' | 'bad-string' | 'empty-selector' | 'not-supported';
  /** The stretch of the query that it is about, as offsets; `to` is excluded. */
  readonly from: number;
  readonly to: number;
  readonly message: string;
  readonly hint?: string;
}

/** Whether a query selects a line (LOG-3, LOG-4). */
export function selects({ matchers, conditions }: LogQuery, line: LogLine): boolean {
  return (
    matchers.every(({ label, accepts }) => accepts(line.labels[label])) &&
    conditions.every((condition) => holds(condition, line))
  );
}

function holds(condition: LineCondition, line: LogLine): boolean {
  switch (condition.kind) {
    case 'label':
      return condition.matcher.accepts(line.labels[condition.matcher.label]);
    case 'text':
      return condition.accepts(line.text);
    case 'all':
      return condition.of.every((one) => holds(one, line));
    case 'some':
      return condition.of.some((one) => holds(one, line));
  }
}

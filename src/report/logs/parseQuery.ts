/**
 * LogQL, as far as it is answered: a selector, line filters, and conditions on labels.
 */

import { nearest } from '../../rules/units.ts';
import { regexOf } from '../../text/regex.ts';
import { type QueryNode, treeOf } from './grammar.ts';
import { isLabelName, labelNames } from './line.ts';
import type { LineCondition, LogQuery, Matcher, QueryProblem, Test } from './query.ts';
import { unclosedAt, unquoted } from './quoted.ts';
import { syntaxProblem } from './syntaxProblem.ts';

/** More than anybody types; what nests deeper than the machine's stack does not fit. */
const lengthMax = 5_120;

/** Parts that say nothing by themselves. */
const frames = new Set([
  'LogQL',
  'Expr',
  'LogExpr',
  'Selector',
  'Matchers',
  'PipelineExpr',
  'PipelineStage',
  'LineFilters',
  'LineComment',
  'Pipe',
]);

/** The query that a text asks, or everything that is wrong with it, in the order of the text (LOG-3). */
export function parseQuery(text: string): LogQuery | readonly QueryProblem[] {
  if (text.length > lengthMax) {
    const message = `a query may have at most ${lengthMax} characters; found ${text.length}`;
    return [{ code: 'bad-query', from: 0, to: 1, message }];
  }
  const unclosed = unclosedAt(text);
  if (unclosed !== null) {
    const to = text.indexOf('\n', unclosed);
    const message = 'the quoted text that starts here is not closed';
    return [{ code: 'bad-string', from: unclosed, to: to === -1 ? text.length : to, message }];
  }
  const tree = treeOf(text);
  const wrong = syntaxProblem(text, tree);
  return wrong === null ? new QueryReader(text).read(tree) : [wrong];
}

class QueryReader {
  readonly #text: string;
  readonly #problems: QueryProblem[] = [];
  readonly #matchers: Matcher[] = [];
  readonly #conditions: LineCondition[] = [];
  #selector: QueryNode | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  read(top: QueryNode): LogQuery | readonly QueryProblem[] {
    const cursor = top.cursor();
    cursor.iterate(({ name, node }) => {
      if (name === 'Selector') this.#selector = node;
      if (frames.has(name)) return true;
      if (name === 'Matcher') this.#addMatcher(node);
      else if (name === 'LineFilter') this.#add(this.#lineFilter(node));
      else if (name === 'LabelFilter') this.#add(this.#labelFilter(node));
      else this.#refuse(node);
      return false;
    });
    this.#refuseAnything();
    return this.#problems.length > 0 ? this.#problems : { matchers: this.#matchers, conditions: this.#conditions };
  }

  /** Loki's own rule: a selector of everything is nearly always a slip. */
  #refuseAnything(): void {
    const selector = this.#selector;
    if (this.#problems.length > 0 || selector === null) return;
    if (this.#matchers.some(({ accepts }) => !accepts(''))) return;
    this.#complain(selector, {
      code: 'empty-selector',
      message: 'each of these conditions also matches an empty label, so the query would select all lines',
      hint: 'name at least one value, such as {gvc="shop"}, or ask for any with =~ ".+"',
    });
  }

  #addMatcher(node: QueryNode): void {
    const matcher = this.#matcher(node);
    if (matcher !== null) this.#matchers.push(matcher);
  }

  #add(condition: LineCondition | null): void {
    if (condition !== null) this.#conditions.push(condition);
  }

  #matcher(node: QueryNode): Matcher | null {
    const label = node.firstChild;
    const operator = label?.nextSibling ?? null;
    const string = operator?.nextSibling ?? null;
    if (label === null || operator === null || string === null) return null;
    const name = this.#textOf(label);
    if (!isLabelName(name)) {
      const guess = nearest(name, labelNames);
      this.#complain(label, {
        code: 'unknown-label',
        message: `there is no label '${name}'; lines have ${labelNames.join(', ')}`,
        ...(guess === null ? {} : { hint: `did you mean ${guess}?` }),
      });
    }
    const sign = this.#textOf(operator) as Matcher['operator'];
    const value = this.#string(string);
    if (value === null) return null;
    const isIt = sign === '=' || sign === '!=' ? (text: string) => text === value : this.#regex(string, value, true);
    if (isIt === null || !isLabelName(name)) return null;
    return { label: name, operator: sign, value, accepts: sign.startsWith('!') ? not(isIt) : isIt };
  }

  /** `|= "a" or "b"`: either; `!= "a" or "b"`: neither. */
  #lineFilter(node: QueryNode): LineCondition | null {
    const operator = node.getChild('Filter');
    if (operator === null) return null;
    const sign = this.#textOf(operator);
    const call = node.getChild('FilterOp');
    if (call !== null || sign === '|>' || sign === '!>') {
      this.#refuse(call ?? operator);
      return null;
    }
    const tests: Test[] = [];
    for (let part: QueryNode | null = node; part !== null; part = part.getChild('OrFilter')) {
      const string = part.getChild('String');
      if (string === null) {
        this.#refuse(part);
        return null;
      }
      const value = this.#string(string);
      if (value === null) return null;
      const test = sign.endsWith('=') ? (text: string) => text.includes(value) : this.#regex(string, value, false);
      if (test === null) return null;
      tests.push(test);
    }
    const isMet = (text: string): boolean => tests.some((test) => test(text));
    return { kind: 'text', accepts: sign.startsWith('!') ? not(isMet) : isMet };
  }

  /** A matcher, or others joined by `or`, `and` or a comma. */
  #labelFilter(node: QueryNode): LineCondition | null {
    const matcher = node.getChild('Matcher');
    if (matcher !== null) {
      const found = this.#matcher(matcher);
      return found === null ? null : { kind: 'label', matcher: found };
    }
    const parts = node.getChildren('LabelFilter');
    if (parts.length === 0) {
      this.#refuse(node);
      return null;
    }
    const of = parts.map((part) => this.#labelFilter(part)).filter((part) => part !== null);
    return { kind: node.getChild('Or') === null ? 'all' : 'some', of };
  }

  #string(node: QueryNode): string | null {
    const value = unquoted(this.#textOf(node));
    if (typeof value === 'string') return value;
    const from = node.from + value.at;
    this.#problems.push({ code: 'bad-string', from, to: from + value.length, message: value.message });
    return null;
  }

  #regex(node: QueryNode, pattern: string, isAnchored: boolean): Test | null {
    const result = regexOf(pattern, isAnchored);
    if ('matches' in result) return result.matches;
    this.#complain(node, { code: 'bad-regex', message: `invalid regular expression: ${result.error}` });
    return null;
  }

  #refuse(node: QueryNode): void {
    this.#complain(node, unsupported(node.name, this.#textOf(node)));
  }

  #complain({ from, to }: QueryNode, problem: Omit<QueryProblem, 'from' | 'to'>): void {
    this.#problems.push({ ...problem, from, to });
  }

  #textOf({ from, to }: QueryNode): string {
    return this.#text.slice(from, to);
  }
}

function not(test: Test): Test {
  return (text) => !test(text);
}

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
function unsupported(kind: string, text: string): Omit<QueryProblem, 'from' | 'to'> {
  const [word = ''] = text.split(/\s/);
  const reason = kinds.get(kind) ?? `'${word}' changes lines or labels, but svcsim logs only selects lines`;
  return {
    code: 'not-supported',
    message: `not supported: ${reason}`,
    hint: 'supported: {label="value"} with = != =~ !~, then |= != |~ !~ "text", each with or, and | label="value"',
  };
}

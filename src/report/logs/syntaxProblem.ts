/** What is wrong with a text that is no LogQL, as far as the first mistake tells. */
import type { QueryNode } from './grammar.ts';
import type { QueryProblem } from './query.ts';

/** The first mistake in the tree of a parsed text; null where it has none. */
export function syntaxProblem(text: string, top: QueryNode): QueryProblem | null {
  const error = firstError(top);
  if (error === null) return null;
  const from = error.from;
  const found = /^(?:[A-Za-z_]\w*|[=!<>|~]+|\d[\w.]*|[\s\S])/u.exec(text.slice(from))?.[0] ?? '';
  const to = from + Math.max(1, found.length);
  if (text.trim() === '') return { code: 'bad-query', from: 0, to: 1, message: 'the query is empty', hint: example };
  if (/^\s*\{\s*\}/.test(text)) {
    const at = text.indexOf('{');
    const message = 'the selector is empty: name at least one label';
    return { code: 'empty-selector', from: at, to: text.indexOf('}') + 1, message, hint: example };
  }
  if (found === "'" || /^[“”„‘’]$/.test(found)) {
    const message = `a text must be in double quotes or backquotes; found ${found}`;
    return { code: 'bad-query', from, to, message, hint: 'in a shell, put single quotes around the whole query' };
  }
  const message = error.parent?.name === 'Matcher' ? matcherMistake(error, found) : mistake(error, found);
  const hint = /^\s*[({]/.test(text) ? undefined : example;
  return { code: 'bad-query', from, to, message, ...(hint === undefined ? {} : { hint }) };
}

const example = 'a query starts with a selector, such as {gvc="shop", workload="web"}';

function firstError(top: QueryNode): QueryNode | null {
  let first: QueryNode | null = null;
  top.cursor().iterate(({ type, node }) => {
    if (type.isError) first ??= node;
    return first === null;
  });
  return first;
}

function matcherMistake(error: QueryNode, found: string): string {
  const before = error.prevSibling?.name;
  const expected = before === 'Identifier' ? 'one of = != =~ !~ after the label' : 'a text in double quotes here';
  return `expected ${expected}; ${foundText(found)}`;
}

function mistake(error: QueryNode, found: string): string {
  switch (error.parent?.name) {
    case 'Selector':
    case 'Matchers':
      return error.prevSibling === null && error.parent.name === 'Selector'
        ? `expected a label such as gvc; ${foundText(found)}`
        : `expected a comma and another label, or the closing brace; ${foundText(found)}`;
    case 'LineFilter':
      return `expected a text in double quotes here; ${foundText(found)}`;
    default:
      return found === '' ? 'the query ends too early' : `invalid LogQL; ${foundText(found)}`;
  }
}

function foundText(found: string): string {
  return found.trim() === '' ? 'found the end' : `found ${found}`;
}

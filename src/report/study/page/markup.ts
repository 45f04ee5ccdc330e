/**
 * HTML and SVG as text, for pages that run no script. Texts are escaped; only what `element` made is markup.
 */
import { plainInLine } from '../../../text/plain.ts';
import { escaped } from '../../words/selfContained.ts';

/** A piece of a page. */
export interface Markup {
  readonly html: string;
}

export type MarkupChild = Markup | string | null | readonly MarkupChild[];

/** `true` writes the name alone; `false` and undefined leave the attribute out. */
interface MarkupAttributes {
  readonly [name: string]: string | number | boolean | undefined;
}

/** An element with its children; null is no child. */
export function element(tag: string, attributes: MarkupAttributes = {}, ...children: readonly MarkupChild[]): Markup {
  const written = Object.entries(attributes).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return [value === true ? ` ${name}` : ` ${name}="${escaped(plainInLine(String(value)))}"`];
  });
  return { html: `<${tag}${written.join('')}>${children.map(textOf).join('')}</${tag}>` };
}

function textOf(child: MarkupChild): string {
  if (child === null) return '';
  if (typeof child === 'string') return escaped(plainInLine(child));
  return 'html' in child ? child.html : child.map(textOf).join('');
}

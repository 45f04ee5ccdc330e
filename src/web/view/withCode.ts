/**
 * Shows text between backquotes as code, as in the sentences of rules and assumptions.
 */
import { type Child, h } from './element.ts';

export function withCode(text: string): Child[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : h('code', {}, part)));
}

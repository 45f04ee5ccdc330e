/**
 * Sentences of the registers: what stands between backquotes is a name of the platform's own.
 */
import { type Child, h } from './element.ts';

export function worded(text: string): Child[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : h('code', {}, part)));
}

/**
 * A titledTable block of the first screen.
 */
import { type Child, h } from './element.ts';

export function block(title: string, ...children: Child[]): HTMLElement {
  return h('section', { class: 'block' }, h('h3', {}, title), ...children);
}

/**
 * Creates document elements in one expression. Text is inserted as text, never as HTML, and no `style` attribute is
 * set: the page's content security policy forbids both.
 */

export type Child = Node | string | null | readonly Child[];

export interface Attributes {
  readonly [name: string]: string | number | boolean | undefined | Listeners;
}

type Listeners = { readonly [event: string]: (event: Event) => void };

/**
 * An HTML element. An attribute that is `true` is written without a value; one that is `false` or undefined is omitted.
 * `on` holds event listeners.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  applyAttributes(element, attributes, children);
  return element;
}

/** An SVG element. */
export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  applyAttributes(element, attributes, children);
  return element;
}

function applyAttributes(element: Element, attributes: Attributes, children: readonly Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'object')
      for (const [event, listen] of Object.entries(value)) element.addEventListener(event, listen);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  append(element, children);
}

/** Adds children to an element. */
export function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null) continue;
    if (typeof child === 'string' || child instanceof Node) element.append(child);
    else append(element, child);
  }
}

/** A button that calls `press` when it is clicked. */
export function button(label: Child, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return h('button', { type: 'button', ...attributes, on: { click: () => press() } }, label);
}

/** Announces a sentence to screen readers. */
export function announce(text: string): void {
  let voice = document.getElementById('voice');
  if (voice === null) {
    voice = h('div', { id: 'voice', class: 'unseen', 'aria-live': 'polite' });
    document.body.append(voice);
  }
  voice.textContent = text;
}

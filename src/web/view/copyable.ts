/**
 * A block of text with a button that copies it.
 */
import { announce, button, h } from './element.ts';

/** @param name what the text is, for screen readers: `the patch` */
export function copyable(name: string, text: string): HTMLElement {
  const shown = h('pre', { class: 'copied', tabindex: 0, role: 'region', 'aria-label': name }, text);
  const press = button('Copy', () => void copy(shown, text).then(tell), {
    class: 'quiet',
    'aria-label': `Copy ${name}`,
  });
  function tell(isCopied: boolean): void {
    press.textContent = isCopied ? 'Copied' : 'Selected: press Ctrl+C to copy';
    announce(isCopied ? `Copied ${name}` : `Selected ${name}`);
  }
  return h('div', { class: 'to-copy' }, press, shown);
}

/** Whether the text was copied. A browser may refuse this to a page opened from a file; then the text is selected. */
async function copy(shown: HTMLElement, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return false;
  }
}

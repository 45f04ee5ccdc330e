/**
 * Text to take away: shown as it is, with a button that copies it.
 */
import { button, h, say } from './element.ts';

/** @param name what it is, for those who listen: `the patch` */
export function copyable(name: string, text: string): HTMLElement {
  const shown = h('pre', { class: 'copied', tabindex: 0, role: 'region', 'aria-label': name }, text);
  const press = button('Copy', () => void copy(shown, text).then(tell), {
    class: 'quiet',
    'aria-label': `Copy ${name}`,
  });
  function tell(isCopied: boolean): void {
    press.textContent = isCopied ? 'Copied' : 'Selected: press Ctrl+C to copy';
    say(isCopied ? `Copied ${name}` : `Selected ${name}`);
  }
  return h('div', { class: 'to-copy' }, press, shown);
}

/** Whether it is copied; a page that was opened from a file may not be let to, then it is selected. */
async function copy(shown: HTMLElement, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return false;
  }
}

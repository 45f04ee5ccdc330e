/** The dialog with a link to what is shown. */
import { button, h } from '../../web/view/element.ts';

export function shareDialog(link: string): void {
  const field = h('input', { type: 'text', readonly: true, value: link, 'aria-label': 'Link', class: 'share-link' });
  const told = h('p', { class: 'soft', role: 'status' }, 'The whole scenario is in the link: no server gets it.');
  const copy = async (): Promise<void> => {
    field.select();
    try {
      await navigator.clipboard.writeText(link);
      told.textContent = 'Copied.';
    } catch {
      told.textContent = 'The browser does not let this page copy: press Ctrl+C.';
    }
  };
  const dialog = h(
    'dialog',
    { class: 'dialog', 'aria-labelledby': 'share-title', on: { close: () => dialog.remove() } },
    h('h2', { id: 'share-title' }, 'Share'),
    field,
    told,
    h(
      'div',
      { class: 'form-line' },
      button('Copy', () => void copy(), { class: 'primary' }),
      button('Close', () => dialog.close(), { class: 'secondary' }),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}

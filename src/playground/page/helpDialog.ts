/**
 * The keyboard shortcuts of the page, and the dialog that lists them.
 */
import { button, h } from '../../web/view/element.ts';

/** Keys and what they do, as the dialog shows them. */
const keys = [
  ['Space', 'Play or pause'],
  ['→  ←', 'One event forward or back'],
  ['Shift + →  Shift + ←', 'Next or previous decision'],
  ['+  −  0', 'Zoom in, out, whole run (in a picture)'],
  ['Ctrl + Enter', 'Run the scenario'],
  ['Ctrl + Space', 'Complete (in the editor)'],
  ['Ctrl + .', 'Quick fix of the problem at the cursor (in the editor)'],
  ['?', 'This list'],
] as const;

export function helpDialog(): HTMLDialogElement {
  const dialog = h(
    'dialog',
    { class: 'dialog', 'aria-labelledby': 'help-title' },
    h('h2', { id: 'help-title' }, 'Keyboard'),
    h('dl', { class: 'keys' }, ...keys.flatMap(([key, does]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, does)])),
    button('Close', () => dialog.close(), { class: 'primary' }),
  );
  return dialog;
}

/** Whether a key goes to a field that takes text, or to a control that has a use for it. */
export function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.closest('input, textarea, select, [contenteditable], button, summary, dialog, .plot, [role=tab]') !== null
  );
}

/**
 * Links from one view of the page to another.
 */
import { type Child, h } from './element.ts';
import type { Site } from './site.ts';

/** A link that changes the view; opened elsewhere, it shows the view as it would be now. */
export function viewLink(
  { looking }: Pick<Site, 'looking'>,
  change: Parameters<Site['looking']['go']>[0],
  style: string,
  ...children: Child[]
): HTMLElement {
  return h(
    'a',
    {
      class: style,
      href: looking.link(change),
      on: {
        click: (event) => {
          // The view may be another one than when the link was made.
          event.preventDefault();
          looking.go(change);
        },
      },
    },
    ...children,
  );
}

/**
 * Links from one view of the page to another.
 */
import { type Child, h } from './element.ts';
import type { Site } from './site.ts';

/** A link that changes the view. Opened in a new tab, it shows the view as it was when the link was made. */
export function viewLink(
  { navigation }: Pick<Site, 'navigation'>,
  change: Parameters<Site['navigation']['go']>[0],
  style: string,
  ...children: Child[]
): HTMLElement {
  return h(
    'a',
    {
      class: style,
      href: navigation.link(change),
      on: {
        click: (event) => {
          // The view may have changed since the link was made.
          event.preventDefault();
          navigation.go(change);
        },
      },
    },
    ...children,
  );
}

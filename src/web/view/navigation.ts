/**
 * Navigation by the URL: each change of the view writes the fragment, and each change of the fragment sets the view.
 */
import { fragmentOf, viewOf } from './fragment.ts';
import type { Navigation, View, ViewChange } from './view.ts';

/** The navigation that follows the page's URL. */
export function navigationByUrl(): Navigation {
  let view = viewOf(location.hash);
  const listeners = new Set<(view: View) => void>();
  const tell = (): void => {
    view = viewOf(location.hash);
    for (const listener of [...listeners]) if (listeners.has(listener)) listener(view);
  };
  const link = (change: ViewChange): string => `#${fragmentOf({ ...view, ...change })}`;
  addEventListener('hashchange', tell);
  return {
    get view(): View {
      return view;
    },
    go(change) {
      const next = link(change);
      if (next !== `#${fragmentOf(view)}`) location.hash = next;
    },
    replace(change) {
      const next = link(change);
      if (next === `#${fragmentOf(view)}`) return;
      // The browser fires no event for this.
      history.replaceState(null, '', next);
      tell();
    },
    watch(listener, gone) {
      listeners.add(listener);
      gone.addEventListener('abort', () => listeners.delete(listener));
      listener(view);
    },
    link,
  };
}

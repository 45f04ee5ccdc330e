/**
 * The view, kept in the URL: every step writes the fragment, and whatever changes the fragment is a step.
 */
import { fragmentOf, viewOf } from './fragment.ts';
import type { Looking, View, ViewChange } from './view.ts';

/** Looks at what the URL names, and follows it. */
export function lookingAt(): Looking {
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
    amend(change) {
      const next = link(change);
      if (next === `#${fragmentOf(view)}`) return;
      // Tells nobody by itself.
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

/**
 * Navigation of the pictures without the URL: the fragment of the playground belongs to shared links.
 */
import { firstView, type Navigation, type View, type ViewChange } from '../../web/view/view.ts';
import { Watched } from './watched.ts';

/** Begins with the tab of the timeline and the whole run. */
export function navigationInMemory(): Navigation {
  const view = new Watched<View>({ ...firstView, tab: 'time' });
  const go = (change: ViewChange): void => {
    const next = { ...view.value, ...change, tab: 'time' as const };
    const keys = Object.keys(next) as (keyof View)[];
    if (keys.some((key) => next[key] !== view.value[key])) view.set(next);
  };
  return {
    get view(): View {
      return view.value;
    },
    go,
    replace: go,
    watch: (listener, gone) => view.watch(listener, gone),
    link: () => '#',
  };
}

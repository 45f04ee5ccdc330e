/**
 * A part of the page with a zoom of its own: the chart of the first screen shows the instant of a finding, while the
 * URL keeps the zoom of the Timeline.
 */
import type { Site } from './site.ts';
import type { Navigation, TimeRange, View, ViewChange } from './view.ts';

/**
 * The site with another zoom. Zooming in it changes only this part; every other change goes to the page.
 *
 * @param zoom null: the whole run
 */
export function zoomedSite(site: Site, zoom: TimeRange | null): Site {
  let own = zoom;
  const { navigation } = site;
  const listeners = new Set<(view: View) => void>();
  const viewNow = (): View => ({ ...navigation.view, zoom: own });
  const change = (wanted: ViewChange, pass: (change: ViewChange) => void): void => {
    const { zoom: next, ...rest } = wanted;
    if (next !== undefined) {
      own = next;
      for (const listener of [...listeners]) listener(viewNow());
    }
    if (Object.keys(rest).length > 0) pass(rest);
  };
  const inner: Navigation = {
    get view(): View {
      return viewNow();
    },
    go: (wanted) => change(wanted, (rest) => navigation.go(rest)),
    replace: (wanted) => change(wanted, (rest) => navigation.replace(rest)),
    watch(listener, gone) {
      listeners.add(listener);
      gone.addEventListener('abort', () => listeners.delete(listener));
      navigation.watch(() => listener(viewNow()), gone);
    },
    link: (wanted) => navigation.link(wanted),
  };
  return { ...site, navigation: inner };
}

/**
 * Zooming with keys and buttons, the same for every picture.
 */
import { button, h } from './element.ts';
import type { Site } from './site.ts';
import { isAbout } from './subject.ts';
import { rangeText } from './timeText.ts';
import type { TimeRange } from './view.ts';
import { moved, widened } from './zoom.ts';

/** The time range that all pictures show now. */
export function visibleRange(site: Site): TimeRange {
  return site.navigation.view.zoom ?? fullRange(site);
}

/**
 * The largest time range: the run and, if a single volume is shown, the time until its trend fills it, up to two
 * run lengths later.
 */
export function fullRange({ navigation, run, data }: Site): TimeRange {
  const { of, tab } = navigation.view;
  if (of === null || tab !== 'time' || !of.includes('/volumeset/')) return run;
  const lines = data.charts.filter(({ subject }) => isAbout(subject, of)).flatMap((chart) => chart.lines);
  const last = lines.reduce((latest, { at }) => Math.max(latest, at.at(-1) ?? 0), run.until);
  return { from: run.from, until: Math.min(last, run.until + 2 * (run.until - run.from)) };
}

const steps: { readonly [key: string]: (run: TimeRange, now: TimeRange) => TimeRange | null } = {
  '+': (run, now) => widened(run, now, 0.5),
  '=': (run, now) => widened(run, now, 0.5),
  '-': (run, now) => widened(run, now, 2),
  '0': () => null,
  PageUp: (run, now) => moved(run, now, -0.5),
  PageDown: (run, now) => moved(run, now, 0.5),
};

/** Handles a zoom key; false if the key does not zoom. */
export function zoomByKey(site: Site, key: string): boolean {
  const step = steps[key];
  if (step === undefined) return false;
  site.navigation.replace({ zoom: step(fullRange(site), visibleRange(site)) });
  return true;
}

/** Buttons for the same actions as the keys, and the visible time range. */
export function zoomBar(site: Site): HTMLElement {
  const words = h('output', { class: 'zoom-words' });
  const press = (label: string, name: string, key: string): HTMLButtonElement =>
    button(label, () => zoomByKey(site, key), { class: 'quiet', 'aria-label': name, title: name });
  const all = button('Whole run', () => zoomByKey(site, '0'), { class: 'quiet' });
  site.navigation.watch(({ zoom }) => {
    const { from, until } = zoom ?? fullRange(site);
    words.textContent = rangeText({ from, until });
    all.disabled = zoom === null;
  }, site.gone);
  return h(
    'div',
    { class: 'zoom-bar', role: 'group', 'aria-label': 'Zoom' },
    press('◀', 'Earlier', 'PageUp'),
    press('▶', 'Later', 'PageDown'),
    press('+', 'Zoom in', '+'),
    press('−', 'Zoom out', '-'),
    all,
    words,
  );
}

/**
 * Zooming with the keyboard and with buttons, the same on every picture.
 */
import { instantText } from '../../report/words/format.ts';
import { button, h } from './element.ts';
import type { Site } from './site.ts';
import { isAbout } from './subject.ts';
import type { TimeRange } from './view.ts';
import { moved, widened } from './zoom.ts';

/** The stretch that pictures show now. */
export function stretchNow(site: Site): TimeRange {
  return site.looking.view.zoom ?? wholeNow(site);
}

/**
 * All that can be shown: the run, and of a volume that is looked at by itself the time in which its trend fills it, if
 * that is not too far.
 */
export function wholeNow({ looking, run, data }: Site): TimeRange {
  const { of, tab } = looking.view;
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

/** Takes a key that zooms; false: it is none. */
export function zoomByKey(site: Site, key: string): boolean {
  const step = steps[key];
  if (step === undefined) return false;
  site.looking.amend({ zoom: step(wholeNow(site), stretchNow(site)) });
  return true;
}

/** Buttons for what the keys do, and the stretch in words. */
export function zoomBar(site: Site): HTMLElement {
  const words = h('output', { class: 'zoom-words' });
  const press = (label: string, name: string, key: string): HTMLButtonElement =>
    button(label, () => zoomByKey(site, key), { class: 'quiet', 'aria-label': name, title: name });
  const all = button('Whole run', () => zoomByKey(site, '0'), { class: 'quiet' });
  site.looking.watch(({ zoom }) => {
    const { from, until } = zoom ?? wholeNow(site);
    words.textContent = `${instantText(from)} – ${instantText(until)}`;
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

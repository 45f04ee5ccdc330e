/**
 * The phases of a replica as shades of its bar: starting, ready, available, not ready, terminating.
 */
import type { PageBar } from '../../report/picture/picture.ts';
import { s } from '../view/element.ts';
import type { TimeRange } from '../view/view.ts';
import type { BarLayout } from './laneLayout.ts';

export type ShownPhase = NonNullable<PageBar['phases']>[number][0];

/** The words and the order of the legend. */
export const phaseWords: { readonly [Phase in ShownPhase]: string } = {
  starting: 'starting',
  ready: 'ready, not yet available',
  available: 'available',
  unready: 'not ready',
  terminating: 'terminating',
};

/**
 * The shades of a bar, from left to right. An available replica has the plain look of its version.
 *
 * @param width of the lane, in pixels
 */
export function phaseShapes({ bar, y, height }: BarLayout, stretch: TimeRange, width: number): SVGElement[] {
  const { phases = [] } = bar;
  const xOf = (at: number): number =>
    Math.max(0, Math.min(width, ((at - stretch.from) / (stretch.until - stretch.from)) * width));
  return phases.flatMap(([phase, from], i) => {
    const [x, end] = [xOf(from), xOf(phases[i + 1]?.[1] ?? bar.until)];
    return phase === 'available' || end - x < 0.5 ? [] : phaseShape(phase, { x, y, width: end - x, height });
  });
}

/** The shade of one phase; a phase is told apart by its hatching, too. */
export function phaseShape(
  phase: ShownPhase,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): SVGElement[] {
  const hatch = {
    starting: 'hatch-1',
    ready: 'hatch-3',
    available: null,
    unready: 'hatch-bad',
    terminating: 'hatch-gone',
  }[phase];
  return [
    s('rect', { ...box, class: `phase ${phase}` }),
    ...(hatch === null ? [] : [s('rect', { ...box, fill: `url(#${hatch})`, class: 'phase-hatch' })]),
  ];
}

/** The phases that a lane shows, in the order of a replica's life. */
export function phasesIn(bars: readonly PageBar[]): ShownPhase[] {
  const seen = new Set(bars.flatMap(({ phases = [] }) => phases.map(([phase]) => phase)));
  return (Object.keys(phaseWords) as ShownPhase[]).filter((phase) => seen.has(phase));
}

/** `starting until 00:30:34` is said by the title of the bar: its phases with their durations. */
export function phaseText({ phases = [], until }: PageBar, durationText: (ms: number) => string): string {
  const said = phases.map(
    ([phase, from], i) => `${phaseWords[phase]} ${durationText((phases[i + 1]?.[1] ?? until) - from)}`,
  );
  return said.length === 0 ? '' : ` (${said.join(', ')})`;
}

/**
 * The look of bars and points by state: each has a shape or a hatching, and a colour.
 */
import type { PageLane } from '../../report/picture/picture.ts';
import { s } from '../view/element.ts';

export interface BarStyle {
  /** Class of the style sheet. */
  readonly style: 'plain' | 'fresh' | 'third' | 'fourth' | 'bad' | 'gone' | 'soft';
  /** Id of a pattern; null: none. */
  readonly hatch: string | null;
}

/** Different hatchings for kinds of faults that can be next to each other. */
const faultHatches: { readonly [fault: string]: string } = {
  locationOutage: 'hatch-bad-1',
  disable: 'hatch-bad-2',
  zoneLoss: 'hatch-bad-3',
  failingService: 'hatch-bad',
};

/** Versions in turn: four colours, so that a version differs from the three before it; hatchings are for phases. */
const versionStyles = ['fresh', 'plain', 'fourth', 'third'] as const;

/** The style of a bar: neighbouring versions differ; problems are cross-hatched, removals hatched. */
export function barStyle(state: string, kind?: PageLane['kind']): BarStyle {
  const version = /^version (\d+)$/.exec(state)?.[1];
  const style = version === undefined ? undefined : versionStyles[Number(version) % versionStyles.length];
  if (style !== undefined) return { style, hatch: null };
  if (kind === 'faults') return { style: 'bad', hatch: faultHatches[state] ?? null };
  if (state === 'expansion blocked') return { style: 'bad', hatch: 'hatch-bad-1' };
  if (isBad(state)) return { style: 'bad', hatch: 'hatch-bad' };
  if (/remove|terminat|superseded|gone|cancel/.test(state)) return { style: 'gone', hatch: 'hatch-gone' };
  if (/active|running|starting|wait|held|retry/.test(state)) return { style: 'soft', hatch: 'hatch-1' };
  return { style: 'plain', hatch: null };
}

/** `✗ ` before the name of a problem state; otherwise empty. */
export function troublePrefix(state: string): string {
  return isBad(state) ? '✗ ' : '';
}

/** Whether a state is a problem. */
export function isBad(state: string): boolean {
  return /refus|block|fail|kill|lost|full|invalid|evict|not found|exited|not ready|stalled|fault/.test(state);
}

export interface Marker {
  /** Lines of about nine pixels around 0, 0. */
  readonly d: string;
  /** Class of the style sheet. */
  readonly style: 'sign-bad' | 'sign-bad-full' | 'sign-open' | 'sign-full' | 'sign-accent' | 'sign-accent-open';
}

const cross = 'M-4-4L4 4M4-4L-4 4';
const ring = 'M-4 0A4 4 0 1 0 4 0A4 4 0 1 0-4 0';
const diamond = 'M0-4.5L4.5 0L0 4.5L-4.5 0Z';
const triangle = 'M0-4L4.5 4H-4.5Z';
const box = 'M-4-4H4V4H-4Z';
const forth = 'M-3-4L4 0L-3 4Z';

/** A shape for each state, so that the markers of one lane differ without colour. */
const markers: { readonly [state: string]: Marker } = {
  deployed: { d: 'M-3 0A3 3 0 1 0 3 0A3 3 0 1 0-3 0', style: 'sign-full' },
  undeployed: { d: ring, style: 'sign-open' },
  scaled: { d: 'M0-5L3.5-1H-3.5ZM0 5L3.5 1H-3.5Z', style: 'sign-full' },
  suspended: { d: 'M-2-4V4M2-4V4', style: 'sign-open' },
  resumed: { d: forth, style: 'sign-full' },
  'rollout started': { d: forth, style: 'sign-open' },
  'rollout completed': { d: 'M-4 0L-1 3.5L4-4', style: 'sign-open' },
  'rollout superseded': { d: 'M-4-4L0 0L-4 4M0-4L4 0L0 4', style: 'sign-open' },
  'rollout switched': { d: 'M-4-2H4L1-4.5M4 2H-4L-1 4.5', style: 'sign-open' },
  'rollout stalled': { d: 'M-4-4H4L-4 4H4Z', style: 'sign-bad' },
  'container exited': { d: `${ring}M-2-2L2 2M2-2L-2 2`, style: 'sign-bad' },
  evicted: { d: 'M-4-4L4 4M4-1V4H-1', style: 'sign-bad' },
  lost: { d: 'M-4.5-4H4.5L0 4Z', style: 'sign-bad' },
  'image pull failed': { d: 'M0-4V2M-3-1L0 2L3-1M-4 4H4', style: 'sign-bad' },
  'liveness probe failed': { d: 'M-4.5 2L-1.5-3L1.5 3L4.5-2', style: 'sign-bad' },
  'not ready': { d: 'M-4 2A4 4 0 0 1 4 2Z', style: 'sign-bad' },
  created: { d: 'M0-4V4M-4 0H4', style: 'sign-open' },
  'expansion accepted': { d: triangle, style: 'sign-accent-open' },
  expanded: { d: triangle, style: 'sign-accent' },
  replaced: { d: 'M-4-1H1V4H-4ZM-1-1V-4H4V1H1', style: 'sign-open' },
  unused: { d: box, style: 'sign-open' },
  deleted: { d: `${box}M-4 4L4-4`, style: 'sign-open' },
  removed: { d: `${box}M-4 4L4-4`, style: 'sign-open' },
  'expansion refused': { d: cross, style: 'sign-bad' },
  full: { d: box, style: 'sign-bad-full' },
  snapshot: { d: diamond, style: 'sign-full' },
  'snapshot refused': { d: `${diamond}M-2-2L2 2M2-2L-2 2`, style: 'sign-bad' },
  skipped: { d: `${ring}M-3 3L3-3`, style: 'sign-open' },
  invalid: { d: 'M0-4.5V1.5M0 3.5V5', style: 'sign-bad' },
  'fault started': { d: 'M1.5-4.5L-2.5 0.5H2.5L-1.5 4.5', style: 'sign-bad' },
  'target not found': { d: ring, style: 'sign-bad' },
};

export function markerFor(state: string): Marker {
  return markers[state] ?? (isBad(state) ? { d: cross, style: 'sign-bad' } : { d: diamond, style: 'sign-open' });
}

/** Whether the marker is a filled area instead of an outline. */
export function isFilled({ style }: Marker): boolean {
  return style === 'sign-full' || style === 'sign-accent' || style === 'sign-bad-full';
}

/** The marker of a state at a position. */
export function pointShape(state: string, x: number, y: number): SVGElement {
  const { d, style } = markerFor(state);
  return s('path', { d, class: `sign ${style}`, transform: `translate(${x} ${y})` });
}

/** A bar, with the hatching of its state above it. */
export function barShape({ x, y, width, height }: Box, { style, hatch }: BarStyle): SVGElement[] {
  const box = { x, y, width, height, rx: Math.min(2, height / 3) };
  return [
    s('rect', { ...box, class: `bar ${style}` }),
    ...(hatch === null ? [] : [s('rect', { ...box, fill: `url(#${hatch})` })]),
  ];
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

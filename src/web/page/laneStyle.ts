/**
 * How states of bars and points look: a shape or a hatching for each, and a colour besides.
 */
import { s } from './element.ts';

export interface BarStyle {
  /** Class of the style sheet. */
  readonly style: 'plain' | 'fresh' | 'bad' | 'gone' | 'soft';
  /** Id of a pattern; null: none. */
  readonly hatch: string | null;
}

/** Versions take turns, so that neighbours differ; what failed is crossed, what was taken away hatched. */
export function barStyle(state: string): BarStyle {
  const version = /^version (\d+)$/.exec(state)?.[1];
  if (version !== undefined) {
    const turn = Number(version) % 4;
    return { style: turn % 2 === 1 ? 'plain' : 'fresh', hatch: turn < 2 ? null : `hatch-${turn - 1}` };
  }
  if (/fail|fault|outage|lost|kill|full|invalid|refused/.test(state)) return { style: 'bad', hatch: 'hatch-bad' };
  if (/remove|terminat|superseded|gone|cancel/.test(state)) return { style: 'gone', hatch: 'hatch-gone' };
  if (/active|running|starting|wait|held|retry/.test(state)) return { style: 'soft', hatch: 'hatch-1' };
  return { style: 'plain', hatch: null };
}

/** A sign before a state in text: `✗ refused`. */
export function signOf(state: string): string {
  return isBad(state) ? '✗ ' : '';
}

function isBad(state: string): boolean {
  return /refus|fail|kill|lost|full|invalid|evict|fault|missed/.test(state);
}

/** A shape of about ten pixels around a place: `✗` for refusals and failures, a ring for what was skipped, a diamond for snapshots, a triangle for what grew. */
export function pointShape(state: string, x: number, y: number): SVGElement {
  const at = (d: string, style: string): SVGElement =>
    s('path', { d, class: `sign ${style}`, transform: `translate(${x} ${y})` });
  if (isBad(state)) return at('M-4-4L4 4M4-4L-4 4', 'sign-bad');
  if (/skip/.test(state)) return at('M-4 0A4 4 0 1 0 4 0A4 4 0 1 0-4 0M-3 3L3-3', 'sign-open');
  if (/remov|delet|expire/.test(state)) return at('M-4-4H4V4H-4ZM-4 4L4-4', 'sign-open');
  if (/snapshot/.test(state)) return at('M0-4L4 0L0 4L-4 0Z', 'sign-full');
  if (/expan|grow|scal/.test(state)) return at('M0-4L4.5 4H-4.5Z', 'sign-accent');
  return at('M-3 0A3 3 0 1 0 3 0A3 3 0 1 0-3 0', 'sign-full');
}

/**
 * Lanes as a page's text has them: bars and points as rows without field names, so that half as many bytes do.
 */

import type { DrawnPhase, PageBar, PageLane, PagePoint } from '../picture/picture.ts';

/**
 * How much later it begins than the bar before; its length; its row; which state; its label; the entries that began and
 * ended it, 0 for none; how much of the label is its name; its phases, each with its time since the one before; its
 * parts. The last three are absent where neither they nor a later one is needed, and 0 where only a later one is.
 */
type BarRow = readonly [
  later: number,
  length: number,
  row: number,
  state: number,
  label: string,
  events: NonNullable<PageBar['events']> | 0,
  name?: number | string,
  phases?: readonly number[] | 0,
  parts?: NonNullable<PageBar['parts']>,
];

/** How much later it is than the point before; which state; its label; its entry. */
type PointRow = readonly [later: number, state: number, label: string, entry: number | null];

/** A lane with the states that its rows name by their places. */
export interface PackedLane extends Omit<PageLane, 'bars' | 'points'> {
  readonly states: readonly string[];
  readonly bars: readonly BarRow[];
  readonly points: readonly PointRow[];
}

const phaseNames: readonly DrawnPhase[] = ['starting', 'ready', 'available', 'unready', 'terminating'];

export function packedLane(lane: PageLane): PackedLane {
  const states: string[] = [];
  const known = new Map<string, number>();
  const placeOf = (state: string): number => {
    const place = known.get(state) ?? states.push(state) - 1;
    known.set(state, place);
    return place;
  };
  let last = 0;
  const bars = lane.bars.map((bar): BarRow => {
    const { from, until, row, state, label, events, name, phases, parts } = bar;
    const needed = [from - last, until - from, row, placeOf(state), label, events ?? 0] as const;
    last = from;
    if (name === undefined && phases === undefined && parts === undefined) return needed;
    const named = name === undefined ? 0 : label.startsWith(name) ? name.length : name;
    if (phases === undefined && parts === undefined) return [...needed, named];
    const flat = phases === undefined ? 0 : flatPhases(phases, from);
    return parts === undefined ? [...needed, named, flat] : [...needed, named, flat, parts];
  });
  last = 0;
  const points = lane.points.map(({ at, state, label, entry }): PointRow => {
    const later = at - last;
    last = at;
    return [later, placeOf(state), label, entry];
  });
  return { ...lane, states, bars, points };
}

/** @throws if a row names a state that is not there */
export function unpackedLane({ states, bars, points, ...lane }: PackedLane): PageLane {
  const stateAt = (place: number): string => {
    const state = states[place];
    if (state === undefined) throw new Error(`lane ${lane.id} has no state ${place}`);
    return state;
  };
  let last = 0;
  const all = bars.map(([later, length, row, state, label, events, named = 0, phases = 0, parts]): PageBar => {
    const from = last + later;
    last = from;
    return {
      from,
      until: from + length,
      row,
      state: stateAt(state),
      label,
      ...(named === 0 ? {} : { name: typeof named === 'number' ? label.slice(0, named) : named }),
      ...(phases === 0 ? {} : { phases: phasesFrom(phases, from) }),
      events: events === 0 ? null : events,
      ...(parts === undefined ? {} : { parts }),
    };
  });
  last = 0;
  const marks = points.map(([later, state, label, entry]): PagePoint => {
    last += later;
    return { at: last, state: stateAt(state), label, entry };
  });
  return { ...lane, bars: all, points: marks };
}

/** Place of the name, time since the phase before, and so on. */
function flatPhases(phases: NonNullable<PageBar['phases']>, from: number): number[] {
  let last = from;
  return phases.flatMap(([phase, at]) => {
    const later = at - last;
    last = at;
    return [phaseNames.indexOf(phase), later];
  });
}

function phasesFrom(flat: readonly number[], from: number): NonNullable<PageBar['phases']> {
  let at = from;
  const phases: (readonly [DrawnPhase, number])[] = [];
  for (let i = 0; i < flat.length; i += 2) {
    at += flat[i + 1] ?? 0;
    const name = phaseNames[flat[i] ?? 0];
    if (name === undefined) throw new Error(`no phase ${flat[i]}`);
    phases.push([name, at]);
  }
  return phases;
}

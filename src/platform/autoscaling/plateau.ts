/**
 * Loads that leave the count as it is. More load never asks for fewer replicas: so between two such loads lies no
 * other.
 */

/** Mutable: grows as the planner is asked. Empty while `least` is above `greatest`. */
export interface Plateau {
  /** What it rests on: settings and the like, which are replaced and never changed, and counts of replicas. */
  readonly ground: readonly (object | number)[];
  least: number;
  greatest: number;
}

/** The latest first; none of them says what the planner would not. */
export type Plateaus = Plateau[];

/** A count goes up and down between a few values: so many are worth remembering. */
const plateausMax = 6;

export function clonePlateaus(plateaus: Plateaus): Plateaus {
  return plateaus.map((plateau) => ({ ...plateau }));
}

/**
 * The plateau on a ground; an empty one, on a copy of it, where none is remembered.
 *
 * @param ground part by part. Few of them are kept: were it a list, or kept itself, all would be allocated among what
 * lives long, as those few do
 */
export function plateauOn(plateaus: Plateaus, ...ground: Plateau['ground']): Plateau {
  let at = 0;
  while (at < plateaus.length && !isSame(plateaus[at]!.ground, ground)) at += 1;
  const plateau = plateaus[at] ?? emptyOn(ground.slice());
  // The latest goes to the front, and those before it one back; where all places are taken, the oldest goes.
  for (let i = Math.min(at, plateausMax - 1); i > 0; i -= 1) plateaus[i] = plateaus[i - 1]!;
  plateaus[0] = plateau;
  return plateau;
}

function emptyOn(ground: Plateau['ground']): Plateau {
  return { ground, least: Number.POSITIVE_INFINITY, greatest: Number.NEGATIVE_INFINITY };
}

export function isOn({ least, greatest }: Plateau, load: number): boolean {
  return load >= least && load <= greatest;
}

/** The planner has left the count at a load. */
export function widen(plateau: Plateau, load: number): void {
  plateau.least = Math.min(plateau.least, load);
  plateau.greatest = Math.max(plateau.greatest, load);
}

function isSame(one: Plateau['ground'], other: Plateau['ground']): boolean {
  for (let i = 0; i < one.length; i += 1) if (one[i] !== other[i]) return false;
  return true;
}

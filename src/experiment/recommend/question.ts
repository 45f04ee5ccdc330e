/**
 * Something that could be otherwise, with the ways in which it could.
 */
import type { Recommendation, Subject } from '../../report/recommendation.ts';
import type { Figures } from './figures.ts';
import type { Setting } from './setting.ts';

export interface Question extends Subject {
  /** What was seen, in sentences, with its numbers. */
  readonly reason: string;
  readonly severity: Recommendation['severity'];
  /** What the best of them may save in the run, at a guess: only the order of trying depends on it. */
  readonly hope: number;
  /** `first`: they are in the order of what they save, and the first that is accepted is taken. `all`: of those accepted the cheapest. */
  readonly take: 'first' | 'all';
  readonly alternatives: readonly Alternative[];
}

export interface Alternative {
  readonly proposed: string;
  readonly settings: readonly Setting[];
  /** What a run with it shows that the question could not know, in a sentence; absent: nothing. */
  readonly told?: (after: Figures) => string;
  /** A problem whose end alone is not worth more money: where nothing else goes away, it is not taken if it costs more. */
  readonly worthNothing?: string;
}

/** Questions of one target and field are the same question. */
export function questionKey({ kind, target, location, field }: Subject): string {
  return [kind, target, location ?? '', field].join(' ');
}

/**
 * Whole numbers from the best one wished for towards the present one, which is left out: what to try when the best is too much.
 *
 *   from 10 to 3 -> 3, 7, 9     from 4 to 8 -> 8, 6, 5     from 2 to 1 -> 1
 */
export function ladder(now: number, best: number): readonly number[] {
  const rungs = new Set<number>();
  for (let rung = best; rung !== now && rungs.size < 3; ) {
    rungs.add(rung);
    const next = rung + Math.sign(now - rung) * Math.ceil(Math.abs(now - rung) / 2);
    rung = next;
  }
  return [...rungs];
}

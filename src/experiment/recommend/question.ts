/**
 * Something that could be otherwise, with the ways in which it could.
 */
import type { Expectation } from '../../platform/expectation.ts';
import type { Decimal } from '../../platform/metering/decimal.ts';
import type { AdviceSubject, Recommendation } from '../../report/verdict/recommendation.ts';
import type { Setting } from './setting.ts';

export interface Question extends AdviceSubject {
  /** What was seen, in sentences, with its numbers. */
  readonly reason: string;
  readonly severity: Recommendation['severity'];
  /** What the best of them may save in the run, at a guess: only the order of trying depends on it. */
  readonly hope: number;
  /**
   * `first`: they are in the order of what they save, and the first that is accepted is taken. `all`: of those accepted
   * the cheapest. `levers`: of each lever the first that is accepted, and of these the one that solves most, or the
   * same at the lowest cost.
   */
  readonly take: 'first' | 'all' | 'levers';
  readonly alternatives: readonly Alternative[];
}

/** A setting that an alternative changes instead of the one in question, and its present value. */
export interface OtherField extends Pick<AdviceSubject, 'field' | 'now'> {
  /** Absent: the target of the question. */
  readonly target?: string;
}

export interface Alternative {
  readonly proposed: string;
  readonly settings: readonly Setting[];
  /** What it changes instead of the question's field: another lever. Absent: the question's field. */
  readonly lever?: OtherField;
  /** What a run with it shows that the question could not know, in a sentence; absent: nothing. */
  readonly told?: (after: Figures) => string;
  /**
   * A problem whose end alone is not worth more money: where nothing else goes away, it is not taken if it costs more.
   */
  readonly worthNothing?: string;
  /** It is tried even if an earlier value of its lever leaves nothing to be solved; absent: it is not. */
  readonly isApart?: true;
}

/** Questions of one target and field are the same question. */
export function questionKey({ kind, target, location, field }: AdviceSubject): string {
  return [kind, target, location ?? '', field].join(' ');
}

/**
 * Whole numbers from the best one wished for towards the present one, which is left out: what to try when the best is
 * too much.
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

export interface Figures {
  /** Usage of the whole run, before credits, tax and rounding. */
  readonly cost: Decimal;
  /** Length of the run in ms. */
  readonly length: number;
  readonly expectations: readonly {
    readonly expectation: Expectation;
    readonly pass: boolean;
    /** Whether there was anything that it covers. */
    readonly isMeasured: boolean;
    readonly message: string;
  }[];
  /** How often, by name: `shop/workload/api: failed requests`; in ms where the name says time. 0 where it is absent. */
  readonly problems: ReadonlyMap<string, number>;
  /**
   * In how many cases a problem that is counted might have come up, by its name: executions that started, requests that
   * came, hours of replicas.
   */
  readonly cases: ReadonlyMap<string, number>;
  /** What its findings call too low (`shortagesOf`). */
  readonly shortages: ReadonlyMap<string, string>;
  /** The p99 latency of requests in the slowest location, in ms, by workload (`shop/workload/api`). */
  readonly latencies: ReadonlyMap<string, number>;
  /** The most executions that were there at once in one location, by workload. */
  readonly atOnce: ReadonlyMap<string, number>;
}

/**
 * Until when one can still act: how often a run ends badly if a plan takes effect at each of several instants, and
 * between which two instants it becomes too late.
 */
import { type Duration, type Instant, isoFromInstant, minute, second } from '../../engine/time.ts';
import type { ActDeadline, BadEndAt, BadEndShare } from '../../report/study/forkDocument.ts';
import { type BadEnd, isBad } from './badEnd.ts';
import type { RunResult } from './runner.ts';
import { shareInterval } from './statistics/share.ts';

/** What is to be prevented, and how surely. */
export interface ActQuestion {
  readonly end: BadEnd;
  /** When one might act, rising, one or more; all are tried. */
  readonly instants: readonly Instant[];
  /** A plan is in time if it prevents the bad end in at least this share of runs; above 0, below 1. */
  readonly probability: number;
  /** Of each interval. */
  readonly confidence: number;
}

/** The key of a plan's future. */
export function futureKey(plan: string, at: Instant): string {
  return `${plan} ${at}`;
}

/** How often the run ends badly as it is. */
export function unactedShare({ end, confidence }: ActQuestion, results: ReadonlyMap<number, RunResult>): BadEndShare {
  const outcomes = [...results.values()].map((result) =>
    result.kind === 'measured' ? isBad(end, result.values) : null,
  );
  return shareOf(outcomes, confidence);
}

/** The runs of one plan: which of its instants comes too late in which run. */
export class PlanOutcomes {
  readonly plan: string;
  private readonly asked: ActQuestion;
  /** By replication, then by instant. Runs without a value for one of them count nowhere. */
  private readonly runs: ReadonlyMap<number, readonly boolean[]>;
  /** By replication: the last instant known to be in time, and the first one known to be too late. */
  private readonly brackets: Map<number, { readonly last: Instant; readonly late: Instant }> = new Map();

  constructor(plan: string, asked: ActQuestion, results: ReadonlyMap<number, RunResult>) {
    this.plan = plan;
    this.asked = asked;
    const runs = new Map<number, readonly boolean[]>();
    for (const [replication, result] of results) {
      const outcomes = asked.instants.map((at) => outcomeOf(asked.end, result, futureKey(plan, at)));
      if (outcomes.every((one) => one !== null)) runs.set(replication, outcomes);
    }
    this.runs = runs;
    this.bracket();
  }

  /** The share of bad ends at each instant. */
  get instants(): readonly BadEndAt[] {
    const { instants, confidence } = this.asked;
    return instants.map((at, index) => {
      const outcomes = [...this.runs.values()].map((one) => one[index] ?? null);
      return { plan: this.plan, at: isoFromInstant(at), ...shareOf(outcomes, confidence) };
    });
  }

  /**
   * The instant to try next in each replication, by halves: in the middle of those between which the run turns. Empty
   * once all are near enough, or if there is nothing to search for.
   *
   * @param within how near that is
   */
  middles(within: Duration): ReadonlyMap<number, Instant> {
    const grain = within >= 2 * minute ? minute : within >= 2 * second ? second : 1;
    const middles = new Map<number, Instant>();
    for (const [replication, { last, late }] of this.brackets) {
      const middle = last + Math.floor((late - last) / 2 / grain) * grain;
      if (late - last > Math.max(within, grain) && middle > last) middles.set(replication, middle);
    }
    return middles;
  }

  /** Takes in what came of an instant that was tried next. */
  learn(replication: number, at: Instant, result: RunResult): void {
    const bracket = this.brackets.get(replication);
    const outcome = outcomeOf(this.asked.end, result, futureKey(this.plan, at));
    if (bracket === undefined) return;
    // Without a value it cannot be searched further.
    if (outcome === null) this.brackets.delete(replication);
    else this.brackets.set(replication, outcome ? { ...bracket, late: at } : { ...bracket, last: at });
  }

  /** What is known about the last instant that is in time. */
  deadline(): ActDeadline {
    const { instants } = this.asked;
    const { plan } = this;
    const runs = this.runs.size;
    const turnsBack = this.turnsBack();
    const known = { plan, runs, turnsBack };
    const index = this.firstLate();
    const [first, last] = [instants[0], instants.at(-1)];
    if (runs === 0 || first === undefined || last === undefined)
      return { ...known, answer: 'unknown', lastAt: null, tooLateAt: null, tooLate: null };
    if (index === -1)
      return { ...known, answer: 'always', lastAt: isoFromInstant(last), tooLateAt: null, tooLate: null };
    const late = this.lateCount(index);
    if (index === 0)
      return { ...known, answer: 'never', lastAt: null, tooLateAt: isoFromInstant(first), tooLate: late };
    if (turnsBack > 0) {
      const [before, at] = [instants[index - 1] ?? first, instants[index] ?? last];
      return {
        ...known,
        answer: 'turns',
        lastAt: isoFromInstant(before),
        tooLateAt: isoFromInstant(at),
        tooLate: late,
      };
    }
    // The run that tips the share: as many others turn later as must.
    const turns = this.turnsAt(index).sort((one, other) => other.last - one.last);
    const tipping = turns[this.needed - 1];
    if (tipping === undefined) throw new Error(`no run of ${plan} turns`);
    const stillGood = turns.filter((turn) => turn.last >= tipping.late).length;
    return {
      ...known,
      answer: 'found',
      lastAt: isoFromInstant(tipping.last),
      tooLateAt: isoFromInstant(tipping.late),
      tooLate: runs - stillGood,
    };
  }

  /** Runs that have to be in time. */
  private get needed(): number {
    return Math.ceil(this.asked.probability * this.runs.size - 1e-9);
  }

  private lateCount(index: number): number {
    return [...this.runs.values()].filter((outcomes) => outcomes[index] === true).length;
  }

  /** The first instant that is not in time in enough runs; -1: all are. */
  private firstLate(): number {
    return this.asked.instants.findIndex((_, index) => this.runs.size - this.lateCount(index) < this.needed);
  }

  /** Runs in which a later instant is in time although an earlier one was not. */
  private turnsBack(): number {
    const doesTurn = (outcomes: readonly boolean[]): boolean => {
      const first = outcomes.indexOf(true);
      return first !== -1 && outcomes.slice(first).includes(false);
    };
    return [...this.runs.values()].filter(doesTurn).length;
  }

  /** Opens the search, if there is one last instant to search for. */
  private bracket(): void {
    const index = this.firstLate();
    if (index < 1 || this.turnsBack() > 0) return;
    const [last = 0, late = 0] = [this.asked.instants[index - 1], this.asked.instants[index]];
    for (const [replication, outcomes] of this.runs)
      if (outcomes[index - 1] === false && outcomes[index] === true) this.brackets.set(replication, { last, late });
  }

  /** Where each run turns; runs that turn before or after the two instants that are searched between: far away. */
  private turnsAt(index: number): { readonly last: Instant; readonly late: Instant }[] {
    const [last = 0, late = 0] = [this.asked.instants[index - 1], this.asked.instants[index]];
    return [...this.runs].map(([replication, outcomes]) => {
      if (outcomes[index] === false) return { last: Number.POSITIVE_INFINITY, late: Number.POSITIVE_INFINITY };
      if (outcomes[index - 1] === true) return { last: Number.NEGATIVE_INFINITY, late: Number.NEGATIVE_INFINITY };
      return this.brackets.get(replication) ?? { last, late };
    });
  }
}

/** Whether the future of a run ended badly; null: it has no value. */
function outcomeOf(end: BadEnd, result: RunResult, key: string): boolean | null {
  if (result.kind !== 'measured') return null;
  const future = result.futures?.find((one) => one.key === key);
  return future?.kind === 'measured' ? isBad(end, future.values) : null;
}

function shareOf(outcomes: readonly (boolean | null)[], confidence: number): BadEndShare {
  const known = outcomes.filter((one) => one !== null);
  const bad = known.filter((one) => one).length;
  const runs = known.length;
  if (runs === 0) return { bad, runs, probability: null, low: null, high: null };
  const { low, high } = shareInterval(bad, runs, confidence);
  return { bad, runs, probability: bad / runs, low, high };
}

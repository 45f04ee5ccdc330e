/** What a benchmark gives back, and how noise is kept out of it. */

/**
 * One line of the table. `ratio` is how many times better than the yardstick (above 1) or, without one, value over
 * goal.
 */
export interface Row {
  /** Begins with the id: `P1 agenda 1e3`. */
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The same quantity of what it is compared with, measured in the same run; null where the goal is absolute. */
  readonly yardstick: number | null;
  readonly ratio: number | null;
  readonly goal: number;
  readonly ok: boolean;
  /** What the yardstick was, or why a row has none. */
  readonly remark?: string;
}

/** A measured value, and that of the yardstick beside it. */
export interface MeasuredTurn {
  readonly value: number;
  readonly yardstick: number;
}

/** A group of rows that is run together. */
export interface Bench {
  readonly id: string;
  readonly name: string;
  /** Takes minutes: run only where it is asked for by `--only`. */
  readonly isLong?: boolean;
  run(): Row[];
}

/** The middle of the values; the upper of two. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Nanoseconds of processor time per turn of what `work` does; waiting for a busy machine does not count. */
export function nanoseconds(turns: number, work: () => void): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return ((user + system) * 1e3) / turns;
}

/**
 * A row for a cost (lower is better) that must stay below an absolute goal: the least of the rounds counts, because
 * what else the machine does can only add. So many short rounds say more than a few long ones.
 */
export function costRow(name: string, unit: string, goal: number, values: readonly number[]): Row {
  const value = Math.min(...values);
  return { name, value, unit, yardstick: null, ratio: value / goal, goal, ok: value <= goal };
}

/**
 * A row for a cost that is compared with a yardstick's, measured turn by turn: the ratio is the median of the rounds'
 * own ratios, because a machine that others use is slow for both or for neither.
 *
 * @param goal the least speed, the yardstick's being 1
 */
export function speedRow(
  name: string,
  unit: string,
  goal: number,
  rounds: readonly MeasuredTurn[],
  remark: string,
): Row {
  const ratio = median(rounds.map((round) => round.yardstick / round.value));
  return {
    name,
    value: median(rounds.map((round) => round.value)),
    unit,
    yardstick: median(rounds.map((round) => round.yardstick)),
    ratio,
    goal,
    ok: ratio >= goal,
    remark,
  };
}

/**
 * A row for a cost that may be `goal` times the yardstick's: the ratio, value over yardstick, is the median of the
 * rounds' own.
 */
export function costAgainst(
  name: string,
  goal: number,
  turns: readonly MeasuredTurn[],
  { unit, remark }: { readonly unit: string; readonly remark: string },
): Row {
  const ratio = median(turns.map(({ value, yardstick }) => value / yardstick));
  return {
    name,
    value: median(turns.map(({ value }) => value)),
    unit,
    yardstick: median(turns.map(({ yardstick }) => yardstick)),
    ratio,
    goal,
    ok: ratio <= goal,
    remark,
  };
}

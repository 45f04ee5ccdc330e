/**
 * Holds simulations against what was recorded on a real platform, and writes the table: `docs/calibration.md` and
 * `evidence/calibration.json`.
 *
 *   npm run calibration        after a change of a duration in `src/rules/assumptions`; the difference says what moved
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Timing } from '../src/rules/resolveAssumptions.ts';
import { answeredFacts } from './calibration/answers.ts';
import { measuredFacts } from './calibration/durations.ts';
import type { Answered, Measured } from './calibration/fact.ts';
import { unsimulatedFacts } from './calibration/unsimulated.ts';
import { see } from './calibration/worlds.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The timings that are compared; `instant` predicts nothing. */
const compared = ['measured', 'observed'] as const satisfies readonly Timing[];

/** How many seeds a median is made of. */
export const seedsUsual = 30;

/** What the runs of one timing came to. */
export interface Simulated {
  readonly low: number;
  readonly median: number;
  readonly high: number;
  readonly isInside: boolean;
  /** By how much it is outside; 0: inside. */
  readonly outsideBy: number;
}

/**
 * Runs a fact's world with the seeds 1, 2, 3 ...
 *
 * It is inside if the middle of one range lies in the other: the simulated median in what was recorded, or the middle
 * of what was recorded in the simulated range. Most are single runs: for these the first would need the very number.
 */
export function simulated({ world, measure, low, high }: Measured, timing: Timing, seeds = seedsUsual): Simulated {
  const values = Array.from({ length: seeds }, (_, index) =>
    measure(see(typeof world === 'function' ? world(index + 1) : world, timing, index + 1)),
  ).sort((a, b) => a - b);
  const least = values[0] ?? Number.NaN;
  const most = values.at(-1) ?? Number.NaN;
  const median =
    ((values[Math.floor((seeds - 1) / 2)] ?? Number.NaN) + (values[Math.ceil((seeds - 1) / 2)] ?? Number.NaN)) / 2;
  if (Number.isNaN(median)) throw new Error('a run did not show what is measured');
  const middle = (low + high) / 2;
  const isInside = (median >= low && median <= high) || (middle >= least && middle <= most);
  const distance = median < low ? low - median : median > high ? median - high : 0;
  return {
    low: rounded(least),
    median: rounded(median),
    high: rounded(most),
    isInside,
    outsideBy: isInside ? 0 : rounded(distance),
  };
}

/** Whether the simulation answers as was recorded. */
export function found({ world, found: look, expected }: Answered): {
  readonly found: unknown;
  readonly isInside: boolean;
} {
  const value = look(see(world, 'observed', 1));
  return { found: value ?? 'none', isInside: value === expected };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

export interface Calibration {
  readonly seeds: number;
  readonly measured: readonly {
    readonly id: string;
    readonly what: string;
    readonly recorded: readonly [number, number];
    readonly unit: string;
    readonly heldOut: boolean;
    readonly simulated: { readonly [timing in (typeof compared)[number]]: Simulated };
    readonly because?: string;
    readonly source: string;
  }[];
  readonly answered: readonly {
    readonly id: string;
    readonly what: string;
    readonly expected: unknown;
    readonly found: unknown;
    readonly isInside: boolean;
    readonly because?: string;
    readonly source: string;
  }[];
  readonly unsimulated: readonly { readonly id: string; readonly what: string; readonly why: string }[];
}

/** The whole table. */
export function calibration(): Calibration {
  return {
    seeds: seedsUsual,
    measured: measuredFacts.map((fact) => ({
      id: fact.id,
      what: fact.what,
      recorded: [fact.low, fact.high],
      unit: fact.unit,
      heldOut: fact.heldOut ?? false,
      simulated: { measured: simulated(fact, 'measured'), observed: simulated(fact, 'observed') },
      ...(fact.because === undefined ? {} : { because: fact.because }),
      source: fact.source,
    })),
    answered: answeredFacts.map((fact) => ({
      id: fact.id,
      what: fact.what,
      expected: fact.expected,
      ...found(fact),
      ...(fact.because === undefined ? {} : { because: fact.because }),
      source: fact.source,
    })),
    unsimulated: unsimulatedFacts.map(({ id, what, why }) => ({ id, what, why })),
  };
}

/** Whether the median is in what was recorded, or all that was recorded in what was simulated. */
function isStrictlyInside(
  [low, high]: readonly [number, number],
  { low: least, median, high: most }: Simulated,
): boolean {
  return (median >= low && median <= high) || (low >= least && high <= most);
}

/** How many facts are inside, of how many. */
export function tally({ measured, answered }: Calibration, timing: (typeof compared)[number]) {
  const inTime = measured.filter((fact) => fact.simulated[timing].isInside).length;
  const same = answered.filter(({ isInside }) => isInside).length;
  const held = measured.filter(({ heldOut }) => heldOut);
  const strictly = measured.filter(({ recorded, simulated: all }) => isStrictlyInside(recorded, all[timing])).length;
  const of = measured.length + answered.length;
  return {
    measured: inTime,
    measuredOf: measured.length,
    answered: same,
    answeredOf: answered.length,
    heldOut: held.filter((fact) => fact.simulated[timing].isInside).length,
    heldOutOf: held.length,
    share: (inTime + same) / of,
    strictly,
    strictShare: (strictly + same) / of,
  };
}

/** The page of a table. */
export function pageOf(table: Calibration): string {
  const range = (low: number, high: number): string => (low === high ? `${low}` : `${low} to ${high}`);
  const cell = ({ low, median, high, isInside, outsideBy }: Simulated): string =>
    `${range(low, high)}, median ${median} | ${isInside ? 'inside' : `outside by ${outsideBy}`}`;
  const counted = compared.map((timing) => {
    const all = tally(table, timing);
    const { measured, measuredOf, strictly, answered, answeredOf, heldOut, heldOutOf } = all;
    const [share, strictShare] = [all.share, all.strictShare].map((one) => Math.floor(one * 100));
    return `| ${timing} | ${measured} of ${measuredOf} | ${strictly} of ${measuredOf} | ${heldOut} of ${heldOutOf} | ${answered} of ${answeredOf} | ${share} % (strictly ${strictShare} %) |`;
  });
  return `${[
    '# Calibration',
    '',
    '`npm run calibration` writes this page. Each row is a fact that was recorded on a real platform and a small scenario that repeats it.',
    `Amounts are seconds or failed requests, of ${table.seeds} seeds. A fact is *inside* if the middle of one range lies in the other: the`,
    'simulated median in the recorded range, or the middle of the recorded range in the simulated one. It is *strictly* inside if',
    'the simulated range has all of the recorded one in the second case. This way of counting was chosen after the first results.',
    'Most facts are single runs. The probes of each world are those of the published chart of the application; the own start of an',
    'application is unknown, and left out. Facts marked * were not used when the ranges of `timing: observed` were chosen. Where a fact',
    'contradicts the specification of the platform, the specification wins. The facts are retold from public notes, numbers and our own',
    'words only, with their sources in [calibration.json](../evidence/calibration.json).',
    '',
    '| timing | amounts inside | strictly | kept aside, inside | answers that are the same | inside or the same |',
    '| :--- | ---: | ---: | ---: | ---: | ---: |',
    ...counted,
    '',
    '## Amounts',
    '',
    '| fact | what | recorded | `measured` | | `observed` | |',
    '| :--- | :--- | ---: | ---: | :--- | ---: | :--- |',
    ...table.measured.map(
      ({ id, what, recorded: [low, high], heldOut, simulated: all, because = '' }) =>
        `| ${id}${heldOut ? '*' : ''} | ${what} | ${range(low, high)} | ${cell(all.measured)} | ${`${cell(all.observed)}${all.observed.isInside || because === '' ? '' : `. ${because}`}`} |`,
    ),
    '',
    '## Answers',
    '',
    '| fact | what | recorded | simulated | |',
    '| :--- | :--- | ---: | ---: | :--- |',
    ...table.answered.map(
      ({ id, what, expected, found: value, isInside, because = '' }) =>
        `| ${id} | ${what} | ${expected} | ${value} | ${isInside ? 'same' : `different. ${because}`.trim()} |`,
    ),
    '',
    '## Not simulated',
    '',
    '| fact | what | why |',
    '| :--- | :--- | :--- |',
    ...table.unsimulated.map(({ id, what, why }) => `| ${id} | ${what} | ${why} |`),
  ].join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const table = calibration();
  writeFileSync(join(root, 'evidence/calibration.json'), `${JSON.stringify(table, null, 2)}\n`);
  writeFileSync(join(root, 'docs/calibration.md'), pageOf(table));
}

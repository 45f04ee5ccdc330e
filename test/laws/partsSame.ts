/**
 * A scenario run in one piece and in independent parts, side by side.
 */
import { expect } from 'vitest';
import { independentParts } from '../../src/experiment/parts/independentParts.ts';
import type { PartOptions } from '../../src/experiment/parts/partRun.ts';
import { type RunPart, runParts } from '../../src/experiment/parts/partsRun.ts';
import { Run } from '../../src/experiment/run.ts';
import { partHere } from '../../src/node/parts/partHere.ts';
import { Chronicle } from '../../src/report/fold/chronicle.ts';
import { countLoads, countMarks } from '../../src/report/fold/loadCount.ts';
import { PageChronicle } from '../../src/report/fold/page/pageChronicle.ts';
import { pageDataOf } from '../../src/report/page/pageDataOf.ts';
import { writingsOf } from '../../src/report/render/files.ts';
import { journalLine } from '../../src/report/render/journalLine.ts';
import { type FinishedRun, type Report, reportOf } from '../../src/report/report.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';

/** All that a run writes, by the names of the files. */
type Texts = ReadonlyMap<string, string>;

/** Where the parts of a run are: here, or on threads. */
export type PartMaker = (scenario: Scenario, options: PartOptions) => RunPart;

interface Compared {
  readonly isNumbered: boolean;
  /** How many parts there may be. */
  readonly most: number;
  readonly make?: PartMaker;
  /** The mark (`countMarks`) at which both are stopped; absent: they run to the end. */
  readonly stoppedAt?: number;
}

/**
 * Expects every file of both runs to be the same, to the last byte.
 *
 * @returns how many parts there were; 1: nothing was compared
 */
export async function expectPartsSame(scenario: Scenario, compared: Compared): Promise<number> {
  const parts = independentParts(scenario, compared.most);
  if (parts.length === 1) return 1;
  const whole = inOnePiece(scenario, compared);
  const split = await inParts(scenario, parts, compared);
  for (const [name, text] of whole) {
    const other = split.get(name);
    if (other !== text) expect(firstDifference(name, text, other ?? '')).toBeNull();
  }
  return parts.length;
}

function inOnePiece(scenario: Scenario, { isNumbered, stoppedAt }: Compared): Texts {
  const chronicle = new Chronicle(scenario, new PageChronicle(scenario, isNumbered));
  const lines: string[] = [];
  const run = new Run(scenario, {
    isAsked: false,
    events: isNumbered,
    sink: (entry) => {
      chronicle.listen(entry);
      if (isNumbered) lines.push(`${journalLine(entry)}\n`);
    },
    ...(!isNumbered && chronicle.takesBundles ? { bundles: (one) => chronicle.listenBundle(one) } : {}),
  });
  for (const mark of countMarks(scenario).slice(0, stoppedAt)) {
    run.advance(Number.POSITIVE_INFINITY, mark);
    countLoads(chronicle, run.sim.world, run.now);
  }
  if (stoppedAt === undefined) run.advance();
  else run.settle();
  return textsOf(reportOf(run, chronicle), run, lines);
}

async function inParts(
  scenario: Scenario,
  parts: readonly Scenario[],
  { isNumbered, make = partHere, stoppedAt }: Compared,
): Promise<Texts> {
  const end = stoppedAt === undefined ? scenario.end : countMarks(scenario)[stoppedAt - 1]!;
  const lines: string[] = [];
  const options = {
    isNumbered,
    isReported: true,
    isLiteral: false,
    events: isNumbered,
    replicas: false,
    rowsPer: 'month',
  } as const;
  const { run, reported } = await runParts(
    scenario,
    parts.map((part) => make(part, options)),
    options,
    { onLine: ({ line }) => lines.push(line), filledAt: () => null, onStretch: (now) => now < end },
  );
  if (reported === null) throw new Error('a report was asked for');
  return textsOf(reportOf(run, reported.chronicle, { load: reported.load }), run, lines);
}

function textsOf(report: Report, run: FinishedRun, lines: readonly string[]): Texts {
  const texts = new Map<string, string>([
    ['journal', lines.join('')],
    ['summary', JSON.stringify(report.summary)],
    ['page', JSON.stringify(pageDataOf(report, run))],
  ]);
  for (const [name, writing] of writingsOf(report)) {
    const written: string[] = [];
    writing((text) => written.push(text));
    texts.set(name, written.join(''));
  }
  return texts;
}

/** The surroundings of the first character that differs. */
function firstDifference(name: string, one: string, other: string): object {
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const near = (text: string): string => text.slice(Math.max(0, at - 200), at + 200);
  return { name, whole: near(one), parts: near(other) };
}

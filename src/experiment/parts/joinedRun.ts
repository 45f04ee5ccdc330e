/**
 * The run of a scenario whose independent parts ran apart, put together from what each has come to.
 */
import { sumOfFingerprints } from '../../engine/fingerprint.ts';
import type { Reason } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import { joinedWorld, type WorldPart, worldPart } from '../../platform/handlers/joinedWorld.ts';
import type { Grain } from '../../platform/metering/cells.ts';
import type { LedgerCell } from '../../platform/metering/ledger.ts';
import type { Bill } from '../../report/bill/billDocument.ts';
import type { FinishedRun } from '../../report/report.ts';
import type { Finding } from '../../rules/finding.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { billAt, type Run } from '../run.ts';
import { setupOf } from '../setup.ts';

/** What the run of a part has come to. */
export interface PartOutcome {
  readonly now: Instant;
  readonly events: number;
  readonly passed: number;
  /** Streams that were opened. */
  readonly streams: number;
  readonly world: WorldPart;
  /** Of its journal: how many notes, their fingerprint, and how often each reason has decided. */
  readonly notes: number;
  readonly fingerprint: string;
  readonly reasons: readonly (readonly [Reason, number])[];
}

export function partOutcomeOf({ sim }: Run): PartOutcome {
  const { now, events, passed, streams, journal } = sim;
  return {
    now,
    events,
    passed,
    streams: streams.size,
    world: worldPart(sim.world, now),
    notes: journal.seq,
    fingerprint: journal.fingerprint(),
    reasons: [...journal.reasons()],
  };
}

/** A finished run, like that of the whole scenario in one piece. */
export class JoinedRun implements FinishedRun {
  readonly scenario: Scenario;
  readonly sim: FinishedRun['sim'];
  private readonly rowsPer: Grain;

  /** @param parts at least one, all of them at the same instant */
  constructor(scenario: Scenario, parts: readonly PartOutcome[], rowsPer: Grain) {
    const sumOf = (of: (part: PartOutcome) => number): number => parts.reduce((sum, part) => sum + of(part), 0);
    const fingerprint = sumOfFingerprints(parts.map((part) => part.fingerprint));
    const reasons = sumOfReasons(parts.map((part) => part.reasons));
    this.scenario = scenario;
    this.rowsPer = rowsPer;
    this.sim = {
      now: parts[0]!.now,
      events: sumOf(({ events }) => events),
      passed: sumOf(({ passed }) => passed),
      world: joinedWorld(
        setupOf(scenario),
        parts.map(({ world }) => world),
      ),
      streams: { size: sumOf(({ streams }) => streams) },
      journal: { seq: sumOf(({ notes }) => notes), fingerprint: () => fingerprint, reasons: () => reasons },
    };
  }

  cells(): readonly LedgerCell[] {
    return this.sim.world.ledger.cells(this.sim.now);
  }

  bill(
    rowsPer = this.rowsPer,
    cells: readonly LedgerCell[] = this.cells(),
  ): { readonly bill: Bill; readonly findings: readonly Finding[] } {
    const { world, now } = this.sim;
    const { start, prices } = this.scenario;
    return billAt(world, cells, { rowsPer, prices, horizon: { start, end: now } });
  }
}

/** Reasons of several threads are equal by what they say. */
function sumOfReasons(all: readonly PartOutcome['reasons'][]): ReadonlyMap<Reason, number> {
  const byText = new Map<string, [Reason, number]>();
  for (const [reason, count] of all.flat()) {
    const text = JSON.stringify([reason.rules, reason.assumptions]);
    byText.set(text, [reason, count + (byText.get(text)?.[1] ?? 0)]);
  }
  return new Map(byText.values());
}

/**
 * A whole run for the sake of what it comes to: no journal, no numbers of entries.
 */
import type { Instant } from '../../engine/time.ts';
import { Chronicle } from '../../report/fold/chronicle.ts';
import { countLoads } from '../../report/fold/loadCount.ts';
import { type Report, reportOf } from '../../report/report.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { Run } from '../run.ts';
import type { StudyProgress } from '../study/steps.ts';
import { Crowd } from './crowd.ts';

export interface Trial {
  readonly scenario: Scenario;
  readonly report: Report;
  readonly crowd: Crowd;
  readonly fingerprint: string;
  /** Whether anything was drawn: if not, every replication is this run. */
  readonly isDrawn: boolean;
  /** Volumes that no replica has, or that none will have again, by their subject: since when. */
  readonly unused: ReadonlyMap<string, Instant>;
}

/** Events between two yields: some milliseconds of work. */
const slice = 20_000;

/**
 * Runs a scenario; yields the share of its time that is done, 0 to 1.
 *
 * @param replication from 0; default: that of the scenario
 */
export function* trialOf(scenario: Scenario, replication = scenario.replication): Generator<number, Trial> {
  const { start, end } = scenario;
  const chronicle = new Chronicle(scenario);
  const crowd = new Crowd(start, end);
  const unused = new Map<string, Instant>();
  const run = new Run(scenario, {
    replication,
    isAsked: false,
    events: false,
    sink: (entry) => {
      chronicle.listen(entry);
      crowd.listen(entry);
      if (entry.type === 'volume.unused') unused.set(entry.subject.name, entry.at);
      else if (entry.type === 'volume.bound') unused.delete(entry.subject.name);
    },
    ...(chronicle.takesBundles
      ? {
          bundles: (bundle) => {
            chronicle.listenBundle(bundle);
            crowd.listenBundle(bundle);
          },
        }
      : {}),
  });
  while (run.advance(slice) === 'more') {
    countLoads(chronicle, run.sim.world, run.now);
    yield (run.now - start) / (end - start);
  }
  const { isDrawn } = run;
  const report = reportOf(run, chronicle);
  return { scenario: run.scenario, report, crowd, unused, isDrawn, fingerprint: run.sim.journal.fingerprint() };
}

/** As `trialOf`, in one go. */
export function wholeTrial(scenario: Scenario, replication?: number): Trial {
  const steps = trialOf(scenario, replication);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** As `trialOf`, for the first run of a study: other work may go on after each slice. */
export async function* studiedTrial(scenario: Scenario): AsyncGenerator<StudyProgress, Trial> {
  const steps = trialOf(scenario);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield { done: 0, of: 1 };
  }
}

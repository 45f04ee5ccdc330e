/**
 * What is reported of a run, however its entries come to the reports.
 */
import type { Bundle } from '../../src/engine/journal.ts';
import { Run } from '../../src/experiment/run.ts';
import { Chronicle } from '../../src/report/fold/chronicle.ts';
import { PageChronicle } from '../../src/report/fold/page/pageChronicle.ts';
import { pageDataOf } from '../../src/report/page/pageDataOf.ts';
import { filesOf } from '../../src/report/render/files.ts';
import { reportOf } from '../../src/report/report.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';

export interface Reported {
  /** By name, and what the page shows. */
  readonly files: ReadonlyMap<string, string>;
  /**
   * What the terminal tells beside them: how often each rule refused something, and whether chance decided anything.
   */
  readonly beside: readonly unknown[];
  /** Notes that were told together. */
  readonly together: number;
}

export interface Way {
  /** Whether executions come in bundles from the start; default false. */
  readonly isTogether?: boolean;
  /** Events between two looks at the run; default: there is none. */
  readonly slice?: number;
  /** After so many events the journal is full, and the run forgets its entries; default: there is no journal. */
  readonly forgetsAfter?: number;
}

/** Reports of a run without a journal, or with one that is full at some point. */
export function reported(scenario: Scenario, way: Way = {}): Reported {
  const { isTogether = false, slice = Number.POSITIVE_INFINITY, forgetsAfter } = way;
  const isNumbered = forgetsAfter !== undefined;
  const page = new PageChronicle(scenario, isNumbered);
  const chronicle = new Chronicle(scenario, page);
  let together = 0;
  const bundles = (bundle: Bundle): void => {
    together += bundle.notes;
    chronicle.listenBundle(bundle);
  };
  const run = new Run(scenario, {
    events: isNumbered,
    sink: (entry) => chronicle.listen(entry),
    ...(isTogether && chronicle.takesBundles ? { bundles } : {}),
  });
  if (isNumbered) {
    run.advance(forgetsAfter);
    page.forgetEntries();
    run.forgetEntries(bundles);
  }
  while (run.advance(slice) === 'more');
  const report = reportOf(run, chronicle);
  const refused = chronicle.refusals.all.map(({ what, rule, count }) => `${what} ${rule} ${count}`);
  const files = new Map([...filesOf(report, [], () => ''), ['page', JSON.stringify(pageDataOf(report, run))]]);
  return { files, beside: [report.isDrawn, ...refused], together };
}

import { readFileSync } from 'node:fs';
import { Run } from '../../src/experiment/run.ts';
import { Chronicle } from '../../src/report/fold/chronicle.ts';
import { PageChronicle } from '../../src/report/fold/page/pageChronicle.ts';
import type { PageData } from '../../src/report/page/pageData.ts';
import { pageDataOf } from '../../src/report/page/pageDataOf.ts';
import { type Report, reportOf } from '../../src/report/report.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';

interface Options {
  readonly isLiteral?: boolean;
  /** Whether a journal is kept. */
  readonly isNumbered?: boolean;
  readonly isTogether?: boolean;
  readonly bytesMax?: number;
}

/** Runs a scenario to its end and makes the data of its page. */
export function pageOf(scenario: Scenario, options: Options = {}): PageData {
  return reportedPage(scenario, options).page;
}

/** The same, with the run and its report. */
export function reportedPage(
  scenario: Scenario,
  options: Options = {},
): { readonly run: Run; readonly report: Report; readonly page: PageData } {
  const { isLiteral = false, isNumbered = true, isTogether = false, bytesMax } = options;
  const chronicle = new Chronicle(scenario, new PageChronicle(scenario, isNumbered));
  const run = new Run(scenario, {
    isLiteral,
    events: isNumbered,
    sink: (entry) => chronicle.listen(entry),
    ...(isTogether ? { bundles: (bundle) => chronicle.listenBundle(bundle) } : {}),
  });
  run.advance();
  const report = reportOf(run, chronicle);
  return { run, report, page: pageDataOf(report, run, bytesMax) };
}

/** A scenario that comes along. */
export function shippedScenario(file: string): Scenario {
  const read = (path: string) => readFileSync(path, 'utf8');
  const { scenario } = parseScenario(read(file), { file, read });
  if (scenario === null) throw new Error(`${file} has no scenario`);
  return scenario;
}

/** Those that take long to run. */
export const longScenarios = [
  'scenarios/tour/07-a-month-of-a-shop.yaml',
  'scenarios/tour/11-retries-make-it-worse.yaml',
  'scenarios/tour/13-what-to-change.yaml',
  'scenarios/real/database-disk.yaml',
  'scenarios/real/load-balancer.yaml',
  'scenarios/real/taxi.yaml',
];

/** Every number by which something of a page names an entry. */
export function namedEntries({ charts, lanes, bill }: PageData): {
  readonly shown: number[];
  readonly billed: number[];
} {
  const points = lanes.flatMap((lane) => lane.points.map(({ entry }) => entry));
  const bars = lanes.flatMap((lane) => lane.bars.flatMap(({ events }) => events ?? []));
  const rows = bill.usage.flatMap(({ events = [] }) => events.flat());
  const present = (seqs: readonly (number | null)[]) => seqs.filter((seq) => seq !== null);
  return { shown: present([...charts.flatMap(({ marks }) => marks), ...points, ...bars]), billed: present(rows) };
}

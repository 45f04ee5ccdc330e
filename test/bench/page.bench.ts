import { join } from 'node:path';
import { Run } from '../../src/experiment/run.ts';
import { readPageAssets } from '../../src/node/pageAssets.ts';
import { Chronicle } from '../../src/report/fold/chronicle.ts';
import { PageChronicle } from '../../src/report/fold/page/pageChronicle.ts';
import { pageHtml } from '../../src/report/page/html.ts';
import { pageDataOf } from '../../src/report/page/pageDataOf.ts';
import { reportOf } from '../../src/report/report.ts';
import { bringUpToDate } from '../node/built.ts';
import { shippedScenario } from '../report/paged.ts';
import { type Bench, costAgainst, nanoseconds, type Row } from './rows.ts';

const rounds = 7;
const root = join(import.meta.dirname, '../..');
const bytesMost = 2_000_000;

/** A goal is 1.2 times the ratio that the first version of the page had: 1.78 and 0.7. */
const measured = [
  { name: 'lesson 2', file: 'scenarios/tour/02-a-rollout.yaml', goal: 2.1 },
  { name: 'a month', file: 'scenarios/tour/07-a-month-of-a-shop.yaml', goal: 0.84 },
] as const;

/** The page of a run: how long it takes to make it, against the run itself, and how large it is. */
export const pageMaking: Bench = {
  id: 'page',
  name: 'the page of a run',
  run: () => {
    bringUpToDate();
    return measured.flatMap(rowsOf);
  },
};

function rowsOf({ name, file, goal }: (typeof measured)[number]): Row[] {
  const assets = readPageAssets();
  const scenario = shippedScenario(join(root, file));
  let html = '';
  const turn = () => {
    const chronicle = new Chronicle(scenario, new PageChronicle(scenario, true));
    const run = new Run(scenario, { events: true, sink: (entry) => chronicle.listen(entry) });
    const yardstick = nanoseconds(1e6, () => run.advance());
    const report = reportOf(run, chronicle);
    const value = nanoseconds(1e6, () => {
      html = pageHtml(pageDataOf(report, run), assets);
    });
    return { value, yardstick };
  };
  turn();
  const turns = Array.from({ length: rounds }, turn);
  const size = Buffer.byteLength(html);
  return [
    costAgainst(`page of ${name}`, goal, turns, {
      unit: 'ms',
      remark: 'the run; processor time; the ratio is a cost, at most the goal',
    }),
    {
      name: `page of ${name}, size`,
      value: size / 1e3,
      unit: 'kB',
      yardstick: null,
      ratio: size / bytesMost,
      goal: bytesMost / 1e3,
      ok: size < bytesMost,
    },
  ];
}

/**
 * The impact of failures, if `--failures` was given.
 */

import { grouped } from '../../engine/grouped.ts';
import { amount } from '../../report/bill/costs.ts';
import type { FailureReport, Spare, Survival } from '../../report/verdict/failure.ts';
import { lossText, remedyLines, servedText, toneOf } from '../../report/verdict/failureText.ts';
import { countText, moneyText, stretchText } from '../../report/words/format.ts';
import { type Child, h } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { shortName } from '../view/subject.ts';
import { type TableColumn, tableOf } from '../view/table.ts';
import { column, instantOf } from './capacityCells.ts';

/** One table for each workload; null without `--failures`. */
export function losses(site: Site): Child {
  const { failures, failuresUntried } = site.data.capacity;
  if (failuresUntried === undefined) return null;
  const workloads = [...grouped(failures, ({ gvc, name }) => `${gvc}/workload/${name}`)];
  return h(
    'section',
    { class: 'block' },
    h('h3', {}, 'Failure impact in the peak hour'),
    workloads.length === 0
      ? h('p', { class: 'note' }, 'No workload receives requests, so no failure was simulated.')
      : null,
    ...workloads.map(([workload, own]) => lossesOf(site, workload, own)),
    ...remedyLines(failures, site.data.capacity.currency).map((line) => h('p', { class: 'note' }, line)),
    failuresUntried === 0
      ? null
      : h(
          'p',
          { class: 'note' },
          `${countText(failuresUntried)} more failures were not simulated: there are too many combinations.`,
        ),
  );
}

function lossesOf(
  { data, gvcs }: Site,
  workload: string,
  rows: readonly [FailureReport, ...FailureReport[]],
): HTMLElement {
  const [{ from, until, before }] = rows;
  const { currency } = data.capacity;
  const hour = stretchText(instantOf(from), instantOf(until));
  return tableOf<FailureReport>(
    [
      { head: 'Failure', by: lossText, cell: lossText },
      column(
        'Served',
        ({ after }) => Number(after.served ?? 1),
        ({ after }) => servedMark(after),
      ),
      column(
        'Minutes with failed requests',
        ({ after }) => after.breachMinutes,
        ({ after }) => `${after.breachMinutes} of 60`,
      ),
      ...([1, 2] as const).flatMap((more): TableColumn<FailureReport>[] => {
        const spareOf = ({ spares }: FailureReport): Spare | undefined => spares.find((one) => one.more === more);
        const words = more === 1 ? '1 extra replica' : '2 extra replicas';
        return [
          column(
            `Served with ${words}`,
            (row) => Number(spareOf(row)?.served ?? 0),
            (row) => {
              const spare = spareOf(row);
              return spare === undefined ? '–' : servedMark(spare);
            },
          ),
          column(
            `Cost of ${more} extra, ${currency}/month`,
            (row) => Number(spareOf(row)?.costPerMonth ?? 0),
            (row) => {
              const spare = spareOf(row);
              return spare === undefined ? '–' : moneyText(amount(spare.costPerMonth));
            },
          ),
        ];
      }),
    ],
    rows,
    {
      caption: `${shortName(workload, gvcs)}, peak hour ${hour}: ${servedText(before)} served without a failure`,
      isTitled: true,
    },
  );
}

const marks = { good: '✓', warn: '!', bad: '✗' } as const;

function servedMark(survival: Survival): string {
  return survival.served === null ? '–' : `${marks[toneOf(survival)]} ${servedText(survival)}`;
}

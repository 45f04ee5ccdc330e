/**
 * The parts of the page of futures: where they part, how likely the bad end is when one acts at each instant, and what
 * each future comes to.
 */
import { instantFromIso } from '../../../engine/time.ts';
import { countOf } from '../../words/format.ts';
import type { BadEndShare, ForkDocument } from '../forkDocument.ts';
import { momentText, timeText } from '../momentText.ts';
import { percentText } from '../sentence.ts';
import { figure, keyOf } from './figure.ts';
import { forestPlots } from './forestPlot.ts';
import type { Markup, MarkupChild } from './markup.ts';
import { pageTable, section } from './pageTable.ts';
import { plotAxis, timeAxis } from './plotAxis.ts';
import { differenceTable, planTable } from './studyTables.ts';
import { xyPlot } from './xyPlot.ts';

/** Parts without content are left out. */
export function forkParts(document: ForkDocument, currency: string): MarkupChild {
  return [
    section('Until when one can act', actPlots(document), instantTable(document)),
    section('Where the futures part', firstTable(document)),
    section('How far the plans differ', forestPlots(document, currency)),
    section('Changes that the platform refused', refusalTable(document)),
    section('Plans', planTable(document, currency)),
    section('Differences', differenceTable(document, currency)),
  ];
}

/** The probability of the bad end against the time of acting: a picture for each plan. */
function actPlots(document: ForkDocument): Markup[] {
  const { instants = [], until = 'the bad end', unacted, deadlines = [] } = document;
  const plans = [...new Set(instants.map(({ plan }) => plan))];
  return plans.flatMap((plan) => {
    const points = instants.flatMap((one) => {
      const at = instantFromIso(one.at);
      const { probability, low, high } = one;
      if (one.plan !== plan || typeof at !== 'number' || probability === null) return [];
      return [{ ...one, at, probability, low: low ?? probability, high: high ?? probability }];
    });
    if (points.length === 0) return [];
    const stretches = deadlines.flatMap(({ plan: of, lastAt, tooLateAt }) => {
      const [from, end] = [instantFromIso(lastAt ?? ''), instantFromIso(tooLateAt ?? '')];
      return of === plan && typeof from === 'number' && typeof end === 'number' ? [{ from, until: end }] : [];
    });
    return [
      figure({
        title: `${plan}: runs with ${until}, by the time of acting`,
        keys: [
          keyOf('full', 'share of runs'),
          keyOf('band', 'bounds for all runs (Clopper-Pearson)'),
          stretches.length === 0 ? null : keyOf('stretch', 'here it becomes too late'),
        ],
        picture: xyPlot({
          label: `Share of runs with ${until} if ${plan} takes effect at each of ${countOf(points.length, 'instant')}.`,
          x: timeAxis(points.map(({ at }) => at)),
          y: plotAxis([0, 100], { unit: '%' }),
          xTitle: 'time of acting (UTC)',
          yTitle: '% of runs',
          band: points.map(({ at, low, high }) => ({ x: at, low: 100 * low, high: 100 * high })),
          lines: [{ look: 'course', at: points.map(({ at, probability }) => ({ x: at, y: 100 * probability })) }],
          levels: unacted?.probability == null ? [] : [{ y: 100 * unacted.probability, text: 'nobody acts' }],
          stretches,
          points: points.map(({ at, probability, bad, runs, low, high }) => ({
            x: at,
            y: 100 * probability,
            // A band of one point would have no width.
            ...(points.length === 1 ? { low: 100 * low, high: 100 * high } : {}),
            shape: 'full' as const,
            title: `${momentText(at)}: ${bad} of ${runs} runs`,
          })),
        }),
      }),
    ];
  });
}

function instantTable({ instants = [], unacted }: ForkDocument): Markup | null {
  if (instants.length === 0) return null;
  const shareOf = ({ bad, runs, probability, low, high }: BadEndShare): string[] => [
    `${bad} of ${runs}`,
    probability === null ? '-' : percentText(probability),
    low === null || high === null ? '-' : `${percentText(low)} to ${percentText(high)}`,
  ];
  return pageTable(
    'The bad end by the time of acting',
    [
      { head: 'Acting at' },
      { head: 'Plan' },
      { head: 'Ends badly in', isNumber: true },
      { head: 'Share', isNumber: true },
      { head: 'Of all runs', isNumber: true },
    ],
    [
      ...(unacted === undefined ? [] : [['never', '-', ...shareOf(unacted)]]),
      ...instants.map((one) => [timeText(one.at), one.plan, ...shareOf(one)]),
    ],
  );
}

function firstTable({ at, firstDifference }: ForkDocument): Markup {
  return pageTable(
    `The first journal entry that only one future has, after ${timeText(at)}`,
    [{ head: 'Plan' }, { head: 'At' }, { head: 'What happens' }],
    firstDifference.map(({ plan, entry }) =>
      entry === null ? [plan, '-', 'no journal entry differs'] : [plan, timeText(entry.at), entry.sentence],
    ),
  );
}

function refusalTable({ refusals }: ForkDocument): Markup | null {
  if (refusals.length === 0) return null;
  return pageTable(
    'Changes that the platform refused',
    [{ head: 'Plan' }, { head: 'Refused in', isNumber: true }, { head: 'Rule' }, { head: 'Why' }],
    refusals.map(({ plan, refused, runs, rule, message }) => [plan, `${refused} of ${runs}`, rule ?? '-', message]),
  );
}

/** Documents of studies made by hand, and what their pages show. */
import type { PlanResult, StudyDifference, StudyDocument } from '../../../../src/report/study/document.ts';
import type { FindDocument, TriedValue } from '../../../../src/report/study/findDocument.ts';
import type { ForkDocument } from '../../../../src/report/study/forkDocument.ts';
import { type StudyPageDocument, studyHtml } from '../../../../src/report/study/page/studyHtml.ts';
import type { SensitivityDocument, SensitivityEffect } from '../../../../src/report/study/sensitivityDocument.ts';

export function planWith(given: Partial<PlanResult>): PlanResult {
  return { name: 'today', changes: [], runs: 20, measures: [], ...given };
}

export function differenceWith(given: Partial<StudyDifference>): StudyDifference {
  return {
    plan: 'leaner',
    base: 'today',
    measure: 'bill.total',
    mean: -0.66,
    low: -0.72,
    high: -0.6,
    least: -0.8,
    greatest: -0.5,
    runs: 20,
    reduction: 182,
    ...given,
  };
}

/** Failures that differ in 2 of 20 runs: too uneven for an interval. */
export const uneven: StudyDifference = differenceWith({
  measure: 'load.failed of shop/api',
  mean: -36_000,
  low: null,
  high: null,
  least: -370_000,
  greatest: 0,
  reduction: 1.1,
  seen: { why: 'skewed', from: 0, count: 2, low: 0.012, high: 0.317, median: 0, enough: 178 },
});

export function studyWith(given: Partial<StudyDocument>): StudyDocument {
  return {
    schema: 'svcsim/study/1',
    name: 'shop',
    sentence: 'leaner instead of today saves 0.66 USD (0.60 to 0.72 USD). dearer cannot be run: no such class.',
    chance: 'present',
    confidence: 0.95,
    confidenceOfEach: 0.975,
    plans: [planWith({}), planWith({ name: 'leaner' })],
    differences: [differenceWith({}), uneven],
    conditions: [],
    ...given,
  };
}

export function triedWith(given: Partial<TriedValue>): TriedValue {
  return {
    value: 3,
    text: '3%/week',
    verdict: 'holds',
    isExact: false,
    held: 20,
    runs: 20,
    low: 0.78,
    high: 1,
    mean: 99.95,
    least: 99.91,
    greatest: 99.99,
    ...given,
  };
}

export function findWith(given: Partial<FindDocument>): FindDocument {
  return {
    schema: 'svcsim/find/1',
    name: 'shop',
    sentence: 'It holds up to 5; at 7 it does not.',
    answer: 'found',
    path: 'params.growth',
    unit: '%/week',
    measure: 'load.goodPercentage of shop/api',
    until: 'load.goodPercentage of shop/api >= 99.9%',
    holdsAt: 5,
    failsAt: 7,
    low: 5,
    high: 7,
    within: 1,
    runs: 80,
    chance: 'present',
    probability: 0.5,
    confidence: 0.95,
    confidenceOfEach: 0.99,
    isMonotone: true,
    values: [
      triedWith({}),
      triedWith({ value: 5, text: '5%/week', held: 17, low: 0.55, high: 0.97 }),
      triedWith({
        value: 7,
        text: '7%/week',
        verdict: 'does not hold',
        held: 2,
        low: 0.01,
        high: 0.38,
        mean: 99.2,
        least: 98.4,
      }),
      triedWith({
        value: 9,
        text: '9%/week',
        verdict: 'refused',
        held: 0,
        runs: 0,
        low: null,
        high: null,
        mean: null,
        least: null,
        greatest: null,
        refused: { rule: 'LIMIT-1', message: 'growth is too large' },
      }),
    ],
    ...given,
  };
}

export function effectWith(given: Partial<SensitivityEffect>): SensitivityEffect {
  return {
    name: 'cron.forbid.missed',
    kind: 'assumption',
    from: 'skip',
    to: 'lateStart',
    option: '--assume cron.forbid.missed=lateStart',
    measure: 'bill.total',
    mean: 4,
    low: 3,
    high: 5,
    isInterval: true,
    least: 2,
    greatest: 6,
    runs: 10,
    flips: false,
    verdict: { verdict: 'pass', passes: 10, runs: 10 },
    flipped: [],
    ...given,
  };
}

export function sensitivityWith(given: Partial<SensitivityDocument>): SensitivityDocument {
  return {
    schema: 'svcsim/sensitivity/1',
    name: 'shop',
    sentence: 'Two of three changes move bill.total.',
    chance: 'present',
    runs: 10,
    confidence: 0.95,
    confidenceOfEach: 0.99,
    change: 0.1,
    measure: 'bill.total',
    measures: [{ measure: 'bill.total', mean: 100, low: 99, high: 101, least: 98, greatest: 102, runs: 10 }],
    verdict: { verdict: 'pass', passes: 10, runs: 10, expectations: [] },
    effects: [
      effectWith({ flips: true, verdict: { verdict: 'fail', passes: 0, runs: 10 } }),
      effectWith({
        name: 'growth',
        from: 'drawn',
        to: '2',
        mean: -2,
        low: -8,
        high: 0,
        isInterval: false,
        least: -8,
        greatest: 0,
      }),
      effectWith({ name: 'cron.zone', to: 'local', mean: 0, low: 0, high: 0, least: 0, greatest: 0 }),
    ],
    refused: [],
    untried: [],
    failed: [],
    ...given,
  };
}

/** A study over two axes with two goals: min 2 to 4, max 10 to 30; the platform refuses min=4 max=10. */
export function gridStudy(given: Partial<StudyDocument> = {}): StudyDocument {
  const [mins, maxs] = [
    ['2', '3', '4'],
    ['10', '20', '30'],
  ];
  const plans = mins.flatMap((min) =>
    maxs.map((max): PlanResult => {
      const name = `today min=${min} max=${max}`;
      const axes = { min, max };
      if (min === '4' && max === '10')
        return planWith({ name, axes, runs: 0, refused: { rule: 'WL-8', message: 'max is too small' } });
      const bill = 100 * Number(min) + Number(max);
      const good = 99 + Number(max) / 50 + (min === '3' ? 0.2 : 0);
      const estimate = (mean: number) => ({
        mean,
        low: mean - 1,
        high: mean + 1,
        least: mean - 2,
        greatest: mean + 2,
        runs: 20,
      });
      const requirement = {
        measure: 'load.goodPercentage of shop/api',
        is: '>= 99.5%',
        probability: 0.95,
        confidence: 0.95,
      };
      const verdict = max === '10' ? 'not met' : max === '20' ? 'undecided' : 'met';
      return planWith({
        name,
        axes,
        measures: [
          { measure: 'bill.total', ...estimate(bill) },
          { measure: 'load.goodPercentage of shop/api', ...estimate(good) },
        ],
        requires: [{ ...requirement, held: 19, runs: 20, low: 0.78, verdict }],
        examples: [
          {
            kind: 'median',
            measure: 'bill.total',
            replication: 7,
            value: bill,
            command: `svcsim run shop.yaml --set min=${min} --replication 7`,
          },
          {
            kind: 'worst',
            measure: 'bill.total',
            replication: 3,
            value: bill + 2,
            command: `svcsim run shop.yaml --set min=${min} --replication 3`,
          },
        ],
      });
    }),
  );
  return studyWith({
    plans,
    differences: [],
    axes: [
      { name: 'min', path: 'shop/workload/api.spec.defaultOptions.autoscaling.minScale', values: mins },
      { name: 'max', path: 'shop/workload/api.spec.defaultOptions.autoscaling.maxScale', values: maxs },
    ],
    goals: [
      { measure: 'bill.total', direction: 'minimise' },
      { measure: 'load.goodPercentage of shop/api', direction: 'maximise' },
    ],
    pareto: ['today min=2 max=10', 'today min=2 max=20', 'today min=2 max=30', 'today min=3 max=30'],
    ...given,
  });
}

/** Two futures from one instant, and how often the disk is full when one acts at each of four instants. */
export function forkWith(given: Partial<ForkDocument> = {}): ForkDocument {
  const at = (day: number) => `2026-11-0${day}T00:00:00Z`;
  const share = (day: number, bad: number) => ({
    plan: 'bigger',
    at: at(day),
    bad,
    runs: 20,
    probability: bad / 20,
    low: Math.max(0, bad / 20 - 0.1),
    high: Math.min(1, bad / 20 + 0.15),
  });
  return {
    schema: 'svcsim/fork/1',
    name: 'disk',
    sentence: 'bigger is in time until Tue 3 Nov 00:00.',
    at: at(1),
    chance: 'present',
    confidence: 0.95,
    confidenceOfEach: 0.95,
    plans: [planWith({}), planWith({ name: 'bigger' })],
    firstDifference: [
      {
        plan: 'bigger',
        entry: { at: at(2), type: 'volume.expanded', subject: 'shop/data', sentence: 'shop/data has 100 GB' },
      },
    ],
    refusals: [{ plan: 'bigger', refused: 2, runs: 20, rule: 'LIMIT-1', message: 'at most 4 expansions in 24 hours' }],
    differences: [differenceWith({ plan: 'bigger' })],
    until: 'volume.full of shop/data',
    unacted: { bad: 19, runs: 20, probability: 0.95, low: 0.75, high: 0.99 },
    instants: [share(2, 0), share(3, 1), share(4, 12), share(5, 18)],
    deadlines: [
      { plan: 'bigger', answer: 'found', lastAt: at(3), tooLateAt: at(4), tooLate: 12, runs: 20, turnsBack: 0 },
    ],
    ...given,
  };
}

/** The page of a document, with a style that looks like nothing. */
export function pageOf(document: StudyPageDocument): string {
  return studyHtml(document, { currency: 'USD', style: 'body{}' });
}

/** What a reader sees of a page, without its style: the words of its elements. */
export function wordsOf(html: string): string {
  return html
    .slice(html.indexOf('<body>'))
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}

/** The attributes of all elements that have a class, in their order. */
export function elementsOf(html: string, className: string): { readonly [name: string]: string }[] {
  return [...html.matchAll(/<\w+([^>]*)>/g)].flatMap(([, text = '']) => {
    const attributes = Object.fromEntries(
      [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    return attributes['class']?.split(' ').includes(className) === true ? [attributes] : [];
  });
}

/** The figure with a title, from its beginning to its end. */
export function figureOf(html: string, title: string): string {
  const found = html.split('<figure>').find((text) => text.includes(`<h3>${title}`));
  if (found === undefined) throw new Error(`there is no figure '${title}'`);
  return found.slice(0, found.indexOf('</figure>'));
}

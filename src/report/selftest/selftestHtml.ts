/**
 * The page of a self-test: the sentence, a picture of all scores, what failed, and all numbers with their formulas and
 * sources. It runs no script and needs no network.
 */
import { figure, keyOf } from '../study/page/figure.ts';
import { element, type Markup, type MarkupChild } from '../study/page/markup.ts';
import { pageTable, section } from '../study/page/pageTable.ts';
import { plotAxis } from '../study/page/plotAxis.ts';
import { rowPlot } from '../study/page/rowPlot.ts';
import { shortNumber } from '../words/format.ts';
import { selfContainedPage } from '../words/selfContained.ts';
import type { SelftestDocument } from './selftestDocument.ts';
import {
  failureOf,
  findsText,
  methodOf,
  scoreText,
  selftestRange,
  selftestSentence,
  selftestValue,
} from './selftestWords.ts';

/** The self-test as one HTML page, made of its document and a style sheet and of nothing else. */
export function selftestHtml(document: SelftestDocument, style: string): string {
  return selfContainedPage({
    name: 'svcsim',
    kind: 'self-test',
    // The dark colours of the sheet need the attribute, and apply only where the reader's system is dark.
    attributes: ' data-theme="dark"',
    script: null,
    style,
    body: element(
      'main',
      {},
      element('h1', {}, 'Self-test of svcsim'),
      element('p', { class: 'answer' }, selftestSentence(document)),
      section('Failures', failures(document)),
      section('Scores', scorePlot(document), methodNote(document)),
      section('Closed forms', chanceTable(document)),
      section('Formulas and sources', formulaTable(document)),
      section('Exact checks', exactTable(document)),
    ).html,
  });
}

function failures(document: SelftestDocument): MarkupChild {
  const bad = [...document.chance, ...document.exact].filter(({ holds }) => !holds);
  return bad.map((check) => {
    const [first = '', ...more] = failureOf(check, document);
    return [
      element('h3', {}, first),
      element(
        'ul',
        {},
        more.map((line) => element('li', {}, line)),
      ),
    ];
  });
}

function methodNote(document: SelftestDocument): MarkupChild {
  const method = methodOf(document);
  return method === '' ? null : element('p', { class: 'note' }, method);
}

/** Scores beyond this are drawn at it: one that fails by far would make all others one point. */
const drawnMost = 8;

function scorePlot({ chance, criticalScore }: SelftestDocument): Markup | null {
  const scored = chance.flatMap(({ score, ...one }) => (score === null ? [] : [{ ...one, score }]));
  if (scored.length === 0) return null;
  const drawn = (score: number): number => Math.max(-drawnMost, Math.min(drawnMost, score));
  const axis = plotAxis([-criticalScore, criticalScore, ...scored.map(({ score }) => drawn(score))], { unit: '' });
  return figure({
    title: 'z-scores of closed forms',
    keys: [
      keyOf('mean', 'score'),
      keyOf('interval', `scores that hold: -${shortNumber(criticalScore, 2)} to ${shortNumber(criticalScore, 2)}`),
    ],
    picture: rowPlot(
      axis,
      scored.map(({ id, score, holds }) => ({
        name: id,
        marks: [
          { kind: 'interval', low: -criticalScore, high: criticalScore },
          { kind: 'mean', at: drawn(score) },
        ],
        text: `${scoreText(score)} ${holds ? 'holds' : 'fails'}`,
      })),
    ),
  });
}

function chanceTable({ chance, confidence }: SelftestDocument): Markup | null {
  if (chance.length === 0) return null;
  return pageTable(
    'Closed forms',
    [
      { head: 'Check' },
      { head: 'Result' },
      { head: 'Theory', isNumber: true },
      { head: 'Value', isNumber: true },
      { head: `${100 * confidence} % interval`, isNumber: true },
      { head: 'z', isNumber: true },
      { head: 'Finds', isNumber: true },
      { head: 'Independent runs', isNumber: true },
    ],
    chance.map((one) => [
      one.id,
      one.holds ? 'holds' : 'fails',
      selftestValue(one.unit, one.theory),
      one.value === null ? '-' : selftestValue(one.unit, one.value),
      selftestRange(one),
      scoreText(one.score),
      findsText(one.findsShare),
      `${one.replications} of ${one.counted}`,
    ]),
  );
}

function formulaTable({ chance }: SelftestDocument): Markup | null {
  if (chance.length === 0) return null;
  return pageTable(
    'Formulas and sources',
    [{ head: 'Check' }, { head: 'What is measured' }, { head: 'Formula' }, { head: 'Constants' }, { head: 'Source' }],
    chance.map(({ id, title, formula, constants, source }) => [id, title, formula, constantsText(constants), source]),
  );
}

function exactTable({ exact }: SelftestDocument): Markup | null {
  if (exact.length === 0) return null;
  return pageTable(
    'Exact checks',
    [
      { head: 'Check' },
      { head: 'Result' },
      { head: 'What is compared' },
      { head: 'Expected' },
      { head: 'Found' },
      { head: 'Formula' },
      { head: 'Source' },
    ],
    exact.map((one) => [
      one.id,
      one.holds ? 'holds' : 'fails',
      one.title,
      one.expected,
      one.found ?? one.failed ?? '-',
      one.formula,
      one.source,
    ]),
  );
}

function constantsText(constants: { readonly [name: string]: number }): string {
  return Object.entries(constants)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

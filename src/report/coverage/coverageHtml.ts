/**
 * The page of a coverage: the sentence, a table of scenarios, each rule and each assumption with the scenarios that
 * exercise it, and what none does. It runs no script and needs no network.
 */
import { ruleOf } from '../../rules/register.ts';
import { element, type Markup } from '../study/page/markup.ts';
import { pageTable, section } from '../study/page/pageTable.ts';
import { countText } from '../words/format.ts';
import { selfContainedPage } from '../words/selfContained.ts';
import type { CoverageDocument, Exercise } from './coverageDocument.ts';
import { groupsOf } from './coverageText.ts';

/** The coverage as one HTML page, made of its document and a style sheet and of nothing else. */
export function coverageHtml(document: CoverageDocument, style: string): string {
  return selfContainedPage({
    name: 'svcsim',
    kind: 'coverage',
    attributes: ' data-theme="dark"',
    script: null,
    style,
    body: element(
      'main',
      {},
      element('h1', {}, 'Rules and assumptions that scenarios exercise'),
      element('p', { class: 'answer' }, document.sentence),
      section('Scenarios', scenarioTable(document)),
      section('Areas', ...groupsOf(document).map(([title, groups]) => groupTable(title, groups))),
      section('Rules', ruleTable(document)),
      section('Assumptions', assumptionTable(document)),
    ).html,
  });
}

function scenarioTable({ scenarios }: CoverageDocument): Markup {
  return pageTable(
    'Scenarios',
    [
      { head: 'Scenario' },
      { head: 'Outcome' },
      { head: 'Journal entries', isNumber: true },
      { head: 'Rules', isNumber: true },
      { head: 'Assumptions', isNumber: true },
    ],
    scenarios.map(({ file, outcome, journalEntries, rules, assumptions }) => [
      file,
      outcome,
      countText(journalEntries),
      `${rules}`,
      `${assumptions}`,
    ]),
  );
}

function groupTable(title: string, groups: ReturnType<typeof groupsOf>[number][1]): Markup {
  return pageTable(
    title,
    [
      { head: title },
      { head: 'Exercised', isNumber: true },
      { head: 'Of', isNumber: true },
      { head: 'Never exercised' },
    ],
    groups.map(({ name, members, never }) => [
      name,
      `${members.length - never.length}`,
      `${members.length}`,
      never.join(', '),
    ]),
  );
}

function ruleTable({ rules }: CoverageDocument): Markup {
  return pageTable(
    'Rules',
    [{ head: 'Rule' }, { head: 'Count', isNumber: true }, { head: 'Scenarios' }, { head: 'Statement' }],
    rules.map((one) => [one.id, countCell(one), one.files.join(', '), ruleOf(one.id).statement]),
  );
}

function assumptionTable({ assumptions }: CoverageDocument): Markup {
  return pageTable(
    'Assumptions',
    [{ head: 'Assumption' }, { head: 'Count', isNumber: true }, { head: 'Other values' }, { head: 'Scenarios' }],
    assumptions.map((one) => [
      one.name,
      countCell(one),
      one.otherValues.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(', '),
      one.files.join(', '),
    ]),
  );
}

function countCell({ count, isSimulated }: Exercise & { readonly isSimulated: boolean }): string {
  if (count > 0) return countText(count);
  return isSimulated ? 'never' : 'not simulated';
}

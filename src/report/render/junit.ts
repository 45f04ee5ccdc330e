/**
 * `junit.xml`: a test case for each expectation, for continuous integration. It has no wall-clock times, so the same
 * run gives the same bytes.
 */

import { plain } from '../../text/plain.ts';
import { answerText } from '../fold/refusalChronicle.ts';
import type { Report } from '../report.ts';
import type { ExpectationResult } from '../verdict/expectations.ts';

type Judged = Pick<Report, 'name' | 'expectations' | 'isComplete'> & {
  readonly chronicle: Pick<Report['chronicle'], 'refusals'>;
};

/**
 * A suite for each run, in their order. A request of the timeline with an unexpected answer is one more failed case. In
 * an interrupted run, expectations that passed so far or are undecided count as skipped.
 */
export function junitReport(reports: readonly Judged[]): string {
  const suites = reports.map(suiteOf);
  const total = (key: 'tests' | 'failures' | 'skipped'): number => suites.reduce((sum, one) => sum + one[key], 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="svcsim" tests="${total('tests')}" failures="${total('failures')}" skipped="${total('skipped')}">`,
    ...suites.flatMap(({ lines }) => lines),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteOf({ name, expectations, chronicle, isComplete }: Judged) {
  const answers = chronicle.refusals.unexpectedFirst.map((answer) => ({
    name: `answer of ${answer.path}`,
    message: answerText(answer),
  }));
  const cases = [
    ...expectations.map((one) => caseOf(name, one, isComplete)),
    ...answers.map((one) => failed(name, one.name, one.message)),
  ];
  const tests = cases.length;
  const failures = answers.length + expectations.filter(isBroken).length;
  const skipped = isComplete ? 0 : expectations.filter((one) => !isBroken(one)).length;
  const head = `  <testsuite name="${xmlText(name)}" tests="${tests}" failures="${failures}" errors="0" skipped="${skipped}">`;
  return { tests, failures, skipped, lines: [head, ...cases.flat(), '  </testsuite>'] };
}

function caseOf(suite: string, result: ExpectationResult, isComplete: boolean): string[] {
  const { expectation, pass, message } = result;
  if (isBroken(result)) return failed(suite, expectation.text, message);
  const open = `    <testcase classname="${xmlText(suite)}" name="${xmlText(expectation.text)}"`;
  if (isComplete) return [`${open}/>`];
  const why = pass ? `${message}, so far: the run was interrupted` : message;
  return [`${open}>`, `      <skipped message="${xmlText(why)}"/>`, '    </testcase>'];
}

function isBroken({ pass, isDecided }: ExpectationResult): boolean {
  return !pass && isDecided;
}

function failed(suite: string, name: string, message: string): string[] {
  return [
    `    <testcase classname="${xmlText(suite)}" name="${xmlText(name)}">`,
    `      <failure message="${xmlText(message)}"/>`,
    '    </testcase>',
  ];
}

/** Escapes a text for use as an attribute value; characters that XML does not allow become U+FFFD. */
function xmlText(text: string): string {
  return plain(text)
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\n\r]/g, (one) => `&#${one.charCodeAt(0)};`);
}

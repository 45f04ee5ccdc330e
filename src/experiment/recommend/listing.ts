/** What `svcsim recommend` would try: its questions with their alternatives, and how many runs it may need. */

import { subjectText } from '../../report/verdict/effectText.ts';
import { countOf, countText } from '../../report/words/format.ts';
import type { Question } from './question.ts';
import { questionsOf, reserveQuestionsOf } from './questions.ts';
import { usualLimits } from './recommend.ts';
import type { Trial } from './trial.ts';

/**
 * The questions that a run of the scenario as it is leads to, and the number of runs. Later rounds ask again with what
 * was found, so other alternatives may follow.
 *
 * @param runs of each proposal
 */
export function adviceListText(trial: Trial, runs: number): string {
  const questions = [...questionsOf(trial), ...reserveQuestionsOf(trial, trial)];
  const count = questions.reduce((sum, { alternatives }) => sum + alternatives.length, 0);
  const { name } = trial.scenario;
  if (questions.length === 0) return `${name}: nothing to try, as one run of the scenario shows\n`;
  return [
    `${name}: ${countOf(questions.length, 'question')} with ${countOf(count, 'alternative')}, found by one run of the scenario`,
    ...questions.flatMap(questionLines),
    'runs:',
    `  search: at most ${countText(usualLimits.runsMax)}, all in one replication; with the changes that help, the questions are asked again`,
    `  ${proofText(trial, runs, questions.length)}`,
    '',
  ].join('\n');
}

function questionLines(question: Question): string[] {
  const { now, reason, alternatives } = question;
  return [
    `  ${subjectText(question)}, now ${now}: ${reason}`,
    `    ${alternatives.map(({ proposed }) => proposed).join('; ')}`,
  ];
}

function proofText({ isDrawn }: Trial, runs: number, questions: number): string {
  if (!isDrawn) return 'proof: none, because nothing is random';
  if (runs === 1) return 'proof: none with --runs 1';
  const most = runs * (questions + 2) - 1;
  return `proof: ${runs} of the scenario, of each proposal, and of all together: ${countText(most)} if each question has a proposal, more for next steps and where one run is not enough`;
}

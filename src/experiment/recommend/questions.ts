/**
 * Everything about a run that could be otherwise.
 */
import { growthQuestions } from './growth.ts';
import { idleQuestions } from './idle.ts';
import { placeQuestions } from './places.ts';
import type { Question } from './question.ts';
import { reserveQuestions } from './reserves.ts';
import { scaleQuestions } from './scale.ts';
import { scheduleQuestions } from './schedules.ts';
import { seenIn } from './seen.ts';
import type { Trial } from './trial.ts';

const severities: readonly Question['severity'][] = ['error', 'warning', 'info'];

/** All but reserves. The worst problems first, then what may save most; equals in the order of kinds and names. */
export function questionsOf(trial: Trial): Question[] {
  const seen = seenIn(trial);
  return inOrder([
    ...scaleQuestions(seen),
    ...growthQuestions(seen),
    ...scheduleQuestions(seen),
    ...placeQuestions(seen),
    ...idleQuestions(seen),
  ]);
}

/** @param first the scenario as it is */
export function reserveQuestionsOf(trial: Trial, first: Trial): Question[] {
  return inOrder(reserveQuestions(seenIn(trial), seenIn(first)));
}

function inOrder(all: readonly Question[]): Question[] {
  return severities.flatMap((severity) =>
    all.filter((one) => one.severity === severity).sort((a, b) => b.hope - a.hope),
  );
}

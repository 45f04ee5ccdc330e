/**
 * Reads the progress of a learner from a file or from the storage of a browser. It does without the library that checks
 * other shapes, because that is a tenth of the page of the playground.
 */
import type { AnsweredQuestion, CourseProgress, LessonProgress, TriedExercise } from './progress.ts';

/** The progress in a document; null: it is no such document. What is missing or has another type is as at the start. */
export function progressFrom(document: unknown): CourseProgress | null {
  const { schema, current, lessons } = mapOf(document);
  if (schema !== 'svcsim/lessons/1') return null;
  return {
    schema,
    current: typeof current === 'string' ? current : null,
    lessons: mapped(lessons, lessonFrom),
  };
}

function lessonFrom(given: unknown): LessonProgress {
  const { file, questions, exercises } = mapOf(given);
  return {
    file: typeof file === 'string' ? file : '',
    questions: mapped(questions, answeredFrom),
    exercises: mapped(exercises, triedFrom),
  };
}

function answeredFrom(given: unknown): AnsweredQuestion {
  const { tries, hints, state } = mapOf(given);
  return {
    tries: Array.isArray(tries) ? tries.filter((one) => typeof one === 'string') : [],
    hints: countOf(hints),
    state: state === 'right' || state === 'revealed' ? state : 'open',
  };
}

function triedFrom(given: unknown): TriedExercise {
  const { checks, hints, isRevealed, state, changes } = mapOf(given);
  return {
    checks: countOf(checks),
    hints: countOf(hints),
    isRevealed: isRevealed === true,
    state: state === 'done' ? state : 'open',
    changes: countOf(changes),
  };
}

function mapOf(value: unknown): { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null ? (value as { readonly [key: string]: unknown }) : {};
}

function mapped<One>(value: unknown, read: (one: unknown) => One): { readonly [key: string]: One } {
  return Object.fromEntries(Object.entries(mapOf(value)).map(([key, one]) => [key, read(one)]));
}

function countOf(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : 0;
}

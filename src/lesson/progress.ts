/**
 * How far a learner is: answers given, hints seen, exercises done. Plain data, the same in the browser and in a file.
 */
import type { Lesson, LessonExercise, LessonQuestion } from './lesson.ts';

export interface AnsweredQuestion {
  /** Answers as they were typed, in order; what could not be read is none. */
  readonly tries: readonly string[];
  /** How many hints were shown. */
  readonly hints: number;
  readonly state: 'open' | 'right' | 'revealed';
}

export interface TriedExercise {
  /** How often it was checked before it was done. */
  readonly checks: number;
  readonly hints: number;
  /** Whether the solution was shown. */
  readonly isRevealed: boolean;
  readonly state: 'open' | 'done';
  /** How many changes the goal was reached with. */
  readonly changes: number;
}

export interface LessonProgress {
  /** The learner's copy of the scenario, from the folder of the progress file; '' where there is none. */
  readonly file: string;
  readonly questions: { readonly [id: string]: AnsweredQuestion };
  readonly exercises: { readonly [id: string]: TriedExercise };
}

export interface CourseProgress {
  readonly schema: 'svcsim/lessons/1';
  /** The lesson that was started last; null: none. */
  readonly current: string | null;
  readonly lessons: { readonly [name: string]: LessonProgress };
}

export const noProgress: CourseProgress = { schema: 'svcsim/lessons/1', current: null, lessons: {} };

/** The progress in one lesson. */
export function progressIn(course: CourseProgress, lesson: string): LessonProgress {
  return course.lessons[lesson] ?? { file: '', questions: {}, exercises: {} };
}

export function answeredIn({ questions }: LessonProgress, id: string): AnsweredQuestion {
  return questions[id] ?? { tries: [], hints: 0, state: 'open' };
}

export function triedIn({ exercises }: LessonProgress, id: string): TriedExercise {
  return exercises[id] ?? { checks: 0, hints: 0, isRevealed: false, state: 'open', changes: 0 };
}

/** The progress with a change in one lesson. */
export function withLesson(
  course: CourseProgress,
  lesson: string,
  change: (progress: LessonProgress) => LessonProgress,
): CourseProgress {
  return { ...course, lessons: { ...course.lessons, [lesson]: change(progressIn(course, lesson)) } };
}

/** The progress with a change of one question. */
export function withQuestion(progress: LessonProgress, id: string, change: Partial<AnsweredQuestion>): LessonProgress {
  return { ...progress, questions: { ...progress.questions, [id]: { ...answeredIn(progress, id), ...change } } };
}

/** The progress with a change of one exercise. */
export function withExercise(progress: LessonProgress, id: string, change: Partial<TriedExercise>): LessonProgress {
  return { ...progress, exercises: { ...progress.exercises, [id]: { ...triedIn(progress, id), ...change } } };
}

/** What is next in a lesson: its questions in order, then its exercises; null: it is finished. */
export type NextTask =
  | { readonly kind: 'question'; readonly question: LessonQuestion; readonly number: number }
  | { readonly kind: 'exercise'; readonly exercise: LessonExercise; readonly number: number };

export function nextTask({ questions, exercises }: Lesson, progress: LessonProgress): NextTask | null {
  const question = questions.findIndex(({ id }) => answeredIn(progress, id).state === 'open');
  if (question >= 0) return { kind: 'question', question: questions[question]!, number: question + 1 };
  const exercise = exercises.findIndex(({ id }) => triedIn(progress, id).state !== 'done');
  return exercise < 0 ? null : { kind: 'exercise', exercise: exercises[exercise]!, number: exercise + 1 };
}

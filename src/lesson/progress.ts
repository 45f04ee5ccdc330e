/**
 * How far a learner is: answers given, hints seen, exercises done. Plain data, the same in the browser and in a file.
 */
import * as z from 'zod';
import type { Lesson, LessonExercise, LessonQuestion } from './lesson.ts';

const answered = z.object({
  /** Answers as they were typed, in order; what could not be read is none. */
  tries: z.array(z.string()).default([]),
  /** How many hints were shown. */
  hints: z.number().int().min(0).default(0),
  state: z.enum(['open', 'right', 'revealed']).default('open'),
});

const exercised = z.object({
  /** How often it was checked before it was done. */
  checks: z.number().int().min(0).default(0),
  hints: z.number().int().min(0).default(0),
  /** Whether the solution was shown. */
  isRevealed: z.boolean().default(false),
  state: z.enum(['open', 'done']).default('open'),
  /** How many changes the goal was reached with. */
  changes: z.number().int().min(0).default(0),
});

const lessonProgress = z.object({
  /** The learner's copy of the scenario, from the folder of the state. */
  file: z.string().default(''),
  questions: z.record(z.string(), answered).default({}),
  exercises: z.record(z.string(), exercised).default({}),
});

export const courseProgress = z.object({
  schema: z.literal('svcsim/lessons/1'),
  /** The lesson that was started last; null: none. */
  current: z.string().nullable().default(null),
  lessons: z.record(z.string(), lessonProgress).default({}),
});

export type CourseProgress = z.infer<typeof courseProgress>;
export type LessonProgress = z.infer<typeof lessonProgress>;
export type AnsweredQuestion = z.infer<typeof answered>;
export type TriedExercise = z.infer<typeof exercised>;

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

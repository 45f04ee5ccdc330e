/**
 * `svcsim grade --json`: what learners have done of a course. Exercises are checked again from their files; the answers
 * are judged again, too.
 */

export interface GradeDocument {
  readonly schema: 'svcsim/grade/1';
  /** Lessons that are graded, in the order of the course. */
  readonly lessons: readonly string[];
  /** In the order of their names. */
  readonly learners: readonly GradedLearner[];
}

export interface GradedLearner {
  /** The name of the learner's folder. */
  readonly learner: string;
  /** Why the progress cannot be read; null: it can. */
  readonly trouble: string | null;
  readonly lessons: readonly GradedLesson[];
  /** Sums over all lessons. */
  readonly questions: QuestionCounts;
  readonly exercises: ExerciseCounts;
}

export interface GradedLesson {
  readonly lesson: string;
  readonly questions: readonly GradedQuestion[];
  readonly exercises: readonly GradedExercise[];
}

export interface GradedQuestion {
  readonly question: string;
  /** At which try the answer was right, from 1; null: at none. */
  readonly rightAtTry: number | null;
  readonly tries: number;
  readonly hints: number;
  /** Whether the answer was shown before it was given. */
  readonly isRevealed: boolean;
}

export interface GradedExercise {
  readonly exercise: string;
  /** Whether the learner's file reaches the goal now. */
  readonly isDone: boolean;
  /** How many values of the scenario were changed. */
  readonly changes: number;
  /** How many changes a good solution needs. */
  readonly par: number;
  readonly checks: number;
  readonly hints: number;
  readonly isRevealed: boolean;
  /** What keeps it from being done, as sentences; empty if it is done or there is no file. */
  readonly missing: readonly string[];
}

export interface QuestionCounts {
  readonly all: number;
  readonly right: number;
  /** Right at the first try, without a hint. */
  readonly atOnce: number;
  readonly revealed: number;
}

export interface ExerciseCounts {
  readonly all: number;
  readonly done: number;
  /** Done with at most as many changes as a good solution needs. */
  readonly atPar: number;
  readonly revealed: number;
}

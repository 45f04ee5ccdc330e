/**
 * A lesson that has been read: questions about the unmodified run of a scenario, and exercises that change it.
 */
import type { Instant } from '../engine/time.ts';
import type { EventMeasure } from '../experiment/study/eventMeasure.ts';
import type { Expectation } from '../platform/expectation.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { TreeMap } from '../scenario/text/tree.ts';

/** A text by language; `en` is always there. */
export type LessonText = { readonly en: string } & { readonly [language: string]: string };

export interface Lesson {
  /** The name of its file without the ending: `02-a-rollout`. */
  readonly name: string;
  /** Names of the lessons that come before. */
  readonly needs: readonly string[];
  readonly title: LessonText;
  readonly intro: LessonText;
  readonly subject: LessonSubject;
  readonly questions: readonly LessonQuestion[];
  /** Exact values of the unmodified run. */
  readonly pins: readonly Expectation[];
  readonly exercises: readonly LessonExercise[];
}

/** The scenario that a lesson is about. */
export interface LessonSubject {
  /** Its path, from where the path of the lesson's file is taken. */
  readonly file: string;
  readonly text: string;
  readonly scenario: Scenario;
  /** The document before parameters have their values: what an exercise changes. */
  readonly document: TreeMap;
}

export interface LessonQuestion {
  readonly id: string;
  readonly ask: LessonText;
  /** Answers to choose from; null: the answer is typed. */
  readonly choices: readonly { readonly id: string; readonly text: LessonText }[] | null;
  readonly answer: LessonAnswer;
  /** As it is written: `1s`, `5%`; null: as precise as the answer is shown. */
  readonly tolerance: string | null;
  /** Answers that show a misunderstanding. */
  readonly wrong: readonly { readonly is: string; readonly say: LessonText }[];
  readonly hints: readonly LessonText[];
  readonly say: LessonText | null;
  readonly show: Show | null;
}

/** Which journal entry is meant. */
export interface EntryQuery {
  readonly event: EventMeasure;
  readonly where: readonly (readonly [field: string, value: string])[];
  /** Only entries after this instant; null: all. */
  readonly after: Instant | null;
  /** From 1; `last` of those that fit. */
  readonly nth: number | 'last';
}

/** Where the answer of a question is found in the unmodified run. */
export type LessonAnswer =
  /** @property field null: the instant of the entry */
  | { readonly kind: 'entry'; readonly query: EntryQuery; readonly field: string | null }
  | { readonly kind: 'count'; readonly query: EntryQuery }
  /** The measured value of an expectation, whatever it compares. */
  | { readonly kind: 'metric'; readonly measured: Expectation }
  | { readonly kind: 'minus'; readonly from: LessonAnswer; readonly less: LessonAnswer }
  | { readonly kind: 'report'; readonly report: 'bill' | 'capacity'; readonly path: string; readonly unit: Unit | null }
  /**
   * @property proof what must hold for the choice to be right
   * @property changed the scenario in whose run it must hold; null: the unmodified one
   */
  | {
      readonly kind: 'choice';
      readonly choice: string;
      readonly proof: Expectation;
      readonly changed: Scenario | null;
    };

/** `instant` is ms since the epoch, `ms` a duration, `ratio` a share of 0 to 1. */
export type Unit = 'count' | 'USD' | 'ms' | 'GB' | '%' | 'ratio' | 'instant' | 'text';

/** What to look at after an answer. */
export interface Show {
  readonly from: Instant | null;
  readonly to: Instant | null;
  /** `gvc/name`; null: the whole run. */
  readonly of: string | null;
  /** The entry whose causes explain the answer. */
  readonly why: EntryQuery | null;
}

export interface LessonExercise {
  readonly id: string;
  readonly ask: LessonText;
  /** Paths that may change, with all below them, as `--set` takes them. */
  readonly edit: readonly string[];
  readonly goal: readonly Expectation[];
  /** Changes that reach the goal, as `--set` takes them. */
  readonly solution: readonly string[];
  /** How many changes a good solution needs. */
  readonly par: number;
  readonly hints: readonly LessonText[];
  readonly say: LessonText | null;
}

/** A text in a language, or in English if it is not given in that. */
export function textIn(text: LessonText, language: string): string {
  return text[language] ?? text.en;
}

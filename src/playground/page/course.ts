/**
 * What the page brings along: the lessons with their scenarios, and every file that these read.
 */
import type { FileTexts } from '../protocol.ts';

/** A lesson, as the list of lessons shows it. */
export interface CourseLesson {
  /** `02-a-rollout` */
  readonly name: string;
  /** The path of its file. */
  readonly file: string;
  readonly title: string;
}

/** The content of the script element `course`. */
export interface CourseContent {
  readonly version: string;
  /** In the order of the course. */
  readonly lessons: readonly CourseLesson[];
  readonly files: FileTexts;
  /** Terms of the glossary, in lower case, with their sentences. */
  readonly terms: { readonly [term: string]: string };
}

export function courseFrom(json: string): CourseContent {
  return JSON.parse(json) as CourseContent;
}

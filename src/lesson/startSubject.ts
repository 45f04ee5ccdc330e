/**
 * The scenario of a lesson as the learner gets it: in a folder of their own, with other paths to the files it reads,
 * and without the comments that are for authors.
 */
import { readDocument } from '../scenario/parse.ts';
import { type Files, relativeTo, ScenarioReading } from '../scenario/text/reading.ts';
import type { LessonSubject } from './lesson.ts';

/** Comments that tell authors and tools about the file. */
const forAuthors = /^# (yaml-language-server|shows|To work through it):.*\n(#\n)?/gm;

/**
 * The subject without comments for authors, and with the paths of the other files that its scenario reads written in
 * another way.
 *
 * @param pathOf the path that stands in the learner's copy; gets it as the subject's own file is named
 */
export function startSubject(subject: LessonSubject, pathOf: (file: string) => string, files: Files): LessonSubject {
  const { file, scenario } = subject;
  const [, ...others] = scenario.files;
  const told = subject.text.replace(forAuthors, '').replace(/^#\n(?=[^#])/m, '');
  const written = [...new Set(told.match(/[^\s'"[\]{},]+/g))].filter((word) => others.includes(relativeTo(file, word)));
  const text = written.reduce((changed, word) => changed.replaceAll(word, pathOf(relativeTo(file, word))), told);
  const document = readDocument(text, { ...files, file }, new ScenarioReading(files))?.template ?? subject.document;
  return { ...subject, text, document };
}

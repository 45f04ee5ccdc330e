/**
 * The scenario of a lesson as the learner gets it: in a folder of their own, with other paths to the files it reads.
 */
import { readDocument } from '../scenario/parse.ts';
import { type Files, relativeTo, ScenarioReading } from '../scenario/text/reading.ts';
import type { LessonSubject } from './lesson.ts';

/**
 * The subject with the paths of the other files that its scenario reads written in another way.
 *
 * @param pathOf the path that stands in the learner's copy; gets it as the subject's own file is named
 */
export function startSubject(subject: LessonSubject, pathOf: (file: string) => string, files: Files): LessonSubject {
  const { file, scenario } = subject;
  const [, ...others] = scenario.files;
  if (others.length === 0) return subject;
  const written = [...new Set(subject.text.match(/[^\s'"[\]{},]+/g))].filter((word) =>
    others.includes(relativeTo(file, word)),
  );
  const text = written.reduce(
    (changed, word) => changed.replaceAll(word, pathOf(relativeTo(file, word))),
    subject.text,
  );
  const document = readDocument(text, { ...files, file }, new ScenarioReading(files))?.template ?? subject.document;
  return { ...subject, text, document };
}

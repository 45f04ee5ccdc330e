/** Every lesson of the course: its answers come from the run, its exercises can be done, its texts are whole. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerValue, unitOf } from '../../src/lesson/answerValue.ts';
import { inCourseOrder } from '../../src/lesson/course.ts';
import { changeOf, checkExercise } from '../../src/lesson/exercise.ts';
import { answerForms, judgeAnswer } from '../../src/lesson/givenAnswer.ts';
import type { Lesson, LessonText } from '../../src/lesson/lesson.ts';
import { entryFor, unmodifiedRun } from '../../src/lesson/lessonRun.ts';
import { markedParts } from '../../src/lesson/markedText.ts';
import { parseLesson } from '../../src/lesson/parseLesson.ts';
import { glossaryTerms } from '../glossaryTerms.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const names = readdirSync(join(root, 'lessons')).filter((name) => name.endsWith('.yaml'));

function lessonOf(name: string): Lesson {
  const file = `lessons/${name}`;
  const { lesson, problems } = parseLesson(read(file), { file, read });
  expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
  if (lesson === null) throw new Error(`${file} cannot be read`);
  return lesson;
}

const terms = glossaryTerms();

function textsOf({ title, intro, questions, exercises }: Lesson): LessonText[] {
  return [
    ...[title, intro],
    ...questions.flatMap(({ ask, choices, wrong, hints, say }) => [
      ...[ask, ...hints, ...(say === null ? [] : [say])],
      ...(choices ?? []).map(({ text }) => text),
      ...wrong.map((one) => one.say),
    ]),
    ...exercises.flatMap(({ ask, hints, say }) => [ask, ...hints, ...(say === null ? [] : [say])]),
  ];
}

const numerals = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');
const unitSign = { ms: 's', USD: ' USD', GB: ' GB', '%': ' %', ratio: ' %', count: '', instant: '', text: '' } as const;

/** What a text says that may be an answer: its numbers, in words too, with the unit of the answer where it has none. */
function valuesIn(text: string, unit: keyof typeof unitSign): string[] {
  const plain = text.replace(/\b[a-z]+\b/gi, (word) => {
    const number = numerals.indexOf(word.toLowerCase());
    return number < 0 ? word : String(number);
  });
  const written =
    plain.match(/\d{1,2}:\d{2}(:\d{2})?|[\d.,]*\d ?(ms|s|m|h|seconds?|minutes?|hours?|days?|%|USD|GB)?\b%?/g) ?? [];
  return written.flatMap((one) => [one, `${one}${unitSign[unit]}`]);
}

describe('the course', () => {
  it('needs only lessons that exist, and comes to an order', () => {
    const lessons = names.map(lessonOf);
    const known = lessons.map(({ name }) => name);
    for (const { needs } of lessons) for (const need of needs) expect(known).toContain(need);
    expect(inCourseOrder(lessons).map(({ name }) => name)).toEqual([...known].sort());
  });
});

describe.each(names)('lessons/%s', (name) => {
  const lesson = lessonOf(name);
  const run = unmodifiedRun(lesson);
  const { subject, questions, pins, exercises } = lesson;
  const options = { file: subject.file, read };

  it('holds its pins', () => {
    for (const pin of pins) expect(run.resultOf(pin)).toMatchObject({ pass: true });
  });

  it.each(questions.map((one) => [one.id, one] as const))('question %s: the run answers it', (_, question) => {
    const answer = answerValue(question.answer, run);
    if (typeof answer === 'string') throw new Error(answer);
    const shown = answer.unit === 'instant' ? answer.text.replace(/^.*\((.*)\)$/, '$1') : answer.text;
    expect(judgeAnswer(question, answer, shown, subject.scenario)).toEqual({ kind: 'right' });
    for (const { is, say } of question.wrong)
      expect(judgeAnswer(question, answer, is, subject.scenario), is).toMatchObject({ kind: 'wrong', say });
    if (question.choices === null) {
      expect(unitOf(question.answer)).toBe(answer.unit);
      const examples = [...answerForms[answer.unit].matchAll(/(?<=such as |, | or )\d[^,]*?(?=,| or |$)/g)];
      expect(examples.length).toBeGreaterThan(0);
      for (const [example] of examples)
        expect(judgeAnswer(question, answer, example, subject.scenario), example).toMatchObject({ kind: 'wrong' });
    }
    expect(question.hints.length).toBeGreaterThan(0);
    expect(question.say).not.toBeNull();
    if (question.choices === null) {
      const told = valuesIn(question.say?.en ?? '', answer.unit);
      const right = told.filter((one) => judgeAnswer(question, answer, one, subject.scenario).kind === 'right');
      expect(right, `${answer.text} is in none of: ${told.join('; ')}`).not.toEqual([]);
    }
    const why = question.show?.why ?? null;
    if (why !== null) expect(entryFor(run, why), JSON.stringify(why)).not.toBeNull();
  });

  it.each(exercises.map((one) => [one.id, one] as const))(
    'exercise %s: begins undone and can be done',
    (_, exercise) => {
      const start = checkExercise(subject, exercise, subject.text, options);
      expect(start).toMatchObject({ isDone: false, changed: [] });
      expect(start.goals.some(({ pass }) => !pass)).toBe(true);
      const set = exercise.solution.map(changeOf);
      const solved = checkExercise(subject, exercise, subject.text, { ...options, set });
      expect(solved.problems).toEqual([]);
      expect(solved.goals.filter(({ pass }) => !pass).map(({ message }) => message)).toEqual([]);
      expect(solved).toMatchObject({ isDone: true, forbidden: [] });
      expect(solved.changed.length).toBeLessThanOrEqual(exercise.par);
      expect(exercise.hints.length).toBeGreaterThan(0);
    },
  );

  it('gives the answer away in no text that comes before it', () => {
    const head = subject.text.slice(0, subject.text.search(/^[^#]/m));
    for (const word of ['should see', 'Try next']) expect(head).not.toContain(word);
  });

  it('links only to words of the glossary', () => {
    const parts = textsOf(lesson).flatMap((text) => Object.values(text).flatMap(markedParts));
    for (const { term } of parts) if (term !== undefined) expect(terms).toContain(term);
  });
});

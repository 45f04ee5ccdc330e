/**
 * The shape of a lesson file and the description of each key: the only source of `schema/lesson.schema.json`.
 */
import * as z from 'zod';
import { expectation } from '../scenario/shape/schemaExpectation.ts';

/** The values of `svcsimLesson:`, the format versions that this svcsim reads. */
export const lessonFormats: readonly number[] = [1];

/** One text in each of its languages. */
const texts = z
  .strictObject({ en: z.string().describe('The text in English.') })
  .catchall(z.string())
  .describe(
    'A text by language: en is required, others are two-letter codes such as de. `[[word]]` links to the glossary.',
  )
  .meta({ id: 'texts' });

const name = z.string().regex(/^[a-z0-9-]+$/, { error: 'expected small letters, digits and dashes' });

const scalar = z.union([z.string(), z.number(), z.boolean()], { error: 'expected a text, a number, true or false' });

const answer = z
  .strictObject({
    event: z.string().optional().describe('A type of journal entry: the answer is one field of it, or its instant.'),
    count: z.string().optional().describe('A type of journal entry: the answer is how often it happened.'),
    metric: z.string().optional().describe('A metric, as in expect: of a scenario.'),
    of: z.string().optional().describe('The workload or volume set (gvc/name), or a GVC. Default: all.'),
    location: z.string().optional().describe('A location. Default: all.'),
    where: z
      .record(z.string(), scalar)
      .optional()
      .describe('Fields that the data of the entry must have; ordinal is the number of the replica or volume.'),
    after: z.string().optional().describe('Only entries after this time: +30m after the start, or a date with a zone.'),
    nth: z.int().min(1).optional().describe('Which of the entries that fit, from 1. Default: the first.'),
    last: z.literal(true).optional().describe('The last of the entries that fit.'),
    field: z.string().optional().describe('The field of the data of the entry that is the answer.'),
    at: z
      .union([z.literal(true), z.string()], { error: 'expected true (of an event), or a location (of a metric)' })
      .optional()
      .describe('With event: true, the answer is the instant of the entry. With metric: a location.'),
    take: z
      .enum(['most', 'least', 'total', 'atEnd'])
      .optional()
      .describe('With metric: the largest or smallest value, the sum of the run, or the value at its end.'),
    get minus() {
      return z
        .tuple([answer, answer])
        .optional()
        .describe('The first answer minus the second: of two instants a duration.');
    },
    report: z.enum(['bill', 'capacity']).optional().describe('The answer is in bill.json or capacity.json.'),
    path: z
      .string()
      .optional()
      .describe(
        'Where in the report: totals.total, workloads[name=web].replicas.peak. A list takes an index or key=value.',
      ),
    unit: z
      .enum(['count', 'USD', 'ms', 'GB', '%', 'ratio'])
      .optional()
      .describe('The unit of a value of a report. Default: from the name of the field.'),
    choice: name.optional().describe('The right one of the choices of the question.'),
    holds: expectation
      .optional()
      .describe('With choice: an expectation that the unmodified run fulfils, and that proves the choice.'),
    set: z
      .array(z.string())
      .optional()
      .describe('With choice: changes as --set takes them. `holds` is then about the run of the changed scenario.'),
  })
  .meta({ id: 'answer' });

const wrong = z
  .strictObject({
    is: scalar.describe('The wrong answer, as a learner types it.'),
    say: texts.describe('What helps the learner who gave it.'),
  })
  .meta({ id: 'wrong' });

const show = z
  .strictObject({
    from: z.string().optional().describe('The start of the time that is shown: +30m, or a date with a zone.'),
    to: z.string().optional().describe('The end of that time.'),
    of: z.string().optional().describe('The workload or volume set that is shown.'),
    why: z
      .strictObject({
        event: z.string().describe('A type of journal entry, whose causes are shown.'),
        of: z.string().optional().describe('The workload or volume set (gvc/name), or a GVC.'),
        location: z.string().optional().describe('A location. Default: all.'),
        where: z.record(z.string(), scalar).optional().describe('Fields that the data of the entry must have.'),
        after: z.string().optional().describe('Only entries after this time.'),
        nth: z.int().min(1).optional().describe('Which of the entries that fit, from 1. Default: the first.'),
        last: z.literal(true).optional().describe('The last of the entries that fit.'),
      })
      .optional()
      .describe('The entry whose causes explain the answer.'),
  })
  .meta({ id: 'show' });

const hints = z.array(texts).optional().describe('Hints, one after the other; the last one nearly gives the answer.');

const question = z
  .strictObject({
    id: name.describe('The name of the question within its lesson.'),
    ask: texts.describe('What the learner predicts before the run.'),
    choices: z.record(name, texts).optional().describe('The answers to choose from, by their letter or word.'),
    answer: answer.describe('Where the answer is found in the unmodified run.'),
    tolerance: z
      .union([z.string(), z.number()])
      .optional()
      .describe(
        'How far an answer may be off: an amount in its unit (1s, 0.5 GB), or a percentage of the answer (5%).',
      ),
    wrong: z.array(wrong).optional().describe('Answers that show a misunderstanding, and what helps.'),
    hints,
    say: texts.optional().describe('The explanation, shown after the answer.'),
    show: show.optional().describe('What to look at after the answer.'),
  })
  .meta({ id: 'question' });

const exercise = z
  .strictObject({
    id: name.describe('The name of the exercise within its lesson.'),
    ask: texts.describe('What the learner achieves by a change of the scenario.'),
    edit: z
      .array(z.string())
      .min(1)
      .describe('Paths that the learner may change, as --set takes them; all below them too.'),
    goal: z.array(expectation).min(1).describe('What the changed run must fulfil.'),
    solution: z.array(z.string()).min(1).describe('Changes that reach the goal, as --set takes them.'),
    par: z.int().min(1).describe('How many changes a good solution needs.'),
    hints,
    say: texts.optional().describe('The explanation, shown when the goal is reached.'),
  })
  .meta({ id: 'exercise' });

export const lessonSchema = z
  .strictObject({
    svcsimLesson: z.number().describe('The format version of the file: 1.'),
    scenario: z.string().describe('The scenario of the lesson, relative to this file.'),
    needs: z.array(z.string()).optional().describe('Lessons that come before, by the name of their file.'),
    title: texts.describe('The title of the lesson. Every text of the lesson exists in its languages.'),
    intro: texts.describe('The idea and the picture, without answers.'),
    predict: z.array(question).min(1).describe('Questions that the learner answers before the run.'),
    pins: z.array(expectation).optional().describe('Exact values of the unmodified run, which an exercise may change.'),
    exercises: z.array(exercise).optional().describe('Changes of the scenario that reach a goal.'),
  })
  .meta({ title: 'svcsim lesson' });

/** A lesson file as it is written. */
export type LessonDocument = z.infer<typeof lessonSchema>;
/** An answer as it is written. */
export type WrittenAnswer = z.infer<typeof answer>;

let known: object | null = null;

/** The JSON Schema of a lesson file; built once. */
export function lessonJsonSchema(): object {
  known ??= z.toJSONSchema(lessonSchema, { target: 'draft-2020-12' });
  return known;
}

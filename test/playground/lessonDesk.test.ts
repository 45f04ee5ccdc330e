import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileTexts, LessonView } from '../../src/playground/protocol.ts';
import { type Ask, engineOf, root } from './runs.ts';

const lessonFile = 'lessons/02-a-rollout.yaml';
const scenarioFile = 'scenarios/tour/02-a-rollout.yaml';
const files: FileTexts = Object.fromEntries(
  [lessonFile, scenarioFile].map((file) => [file, readFileSync(join(root, file), 'utf8')]),
);

function taken(ask: Ask): LessonView {
  const lesson = ask('lesson', { file: lessonFile, files });
  if (!('questions' in lesson)) throw new Error(JSON.stringify(lesson.problems));
  return lesson;
}

describe('a lesson in the playground', () => {
  it('has its questions and scenario, and no answer', () => {
    const lesson = taken(engineOf());
    expect(lesson.scenario).toMatchObject({ file: scenarioFile, text: files[scenarioFile] });
    expect(lesson.questions.length).toBeGreaterThan(0);
    for (const question of lesson.questions) {
      expect(Object.keys(question).sort()).toEqual(['ask', 'choices', 'form', 'hints', 'id']);
      expect(question.ask).not.toBe('');
    }
  });

  it('the revealed answer is right, another one is wrong, and a word without sense is no try', () => {
    const ask = engineOf();
    for (const { id, choices } of taken(ask).questions) {
      const { answer } = ask('reveal', { question: id });
      const given = choices === null ? answer : answer.slice(0, answer.indexOf(')'));
      expect(ask('judge', { question: id, given }), `${id}: ${given}`).toMatchObject({
        kind: 'right',
        revealed: { answer },
      });
      const other = choices?.find((one) => one.id !== given)?.id ?? '987654 s';
      expect(ask('judge', { question: id, given: other }).kind, `${id}: ${other}`).not.toBe('right');
      expect(ask('judge', { question: id, given: '?!' }).kind).toBe('unread');
    }
  });

  it('an exercise begins undone, and a change elsewhere is named', () => {
    const ask = engineOf();
    const { scenario, exercises } = taken(ask);
    const [exercise] = exercises;
    if (exercise === undefined) throw new Error('the lesson has no exercise');
    const begun = ask('check', { ...scenario, exercise: exercise.id });
    expect(begun).toMatchObject({ isDone: false, changed: [], forbidden: [], problems: [] });
    expect(begun.goals.some(({ pass }) => !pass)).toBe(true);
    const other = { ...scenario, text: scenario.text.replace('for: 2h', 'for: 3h'), exercise: exercise.id };
    expect(ask('check', other)).toMatchObject({ isDone: false, forbidden: ['for'] });
    const broken = {
      ...scenario,
      text: scenario.text.replace('kind: workload', 'kind: workloda'),
      exercise: exercise.id,
    };
    expect(ask('check', broken)).toMatchObject({ isDone: false, goals: [] });
  });

  it('values that an exercise lets change have their place in the text', () => {
    const ask = engineOf();
    const { scenario, exercises } = taken(ask);
    const edit = exercises.flatMap((one) => one.edit);
    const knobs = ask('knobs', { text: scenario.text, edit });
    expect(knobs.length).toBeGreaterThan(0);
    for (const { from, to, value } of knobs)
      if (value.kind === 'number') expect(scenario.text.slice(from, to)).toContain(`${value.number}${value.unit}`);
  });

  it('a change that runs for longer than the budget is not checked, and says so', () => {
    const ask = engineOf({ clock: () => performance.now(), msMax: 0 });
    const { scenario, exercises } = taken(ask);
    const text = `${scenario.text}\n# changed\n`;
    expect(() => ask('check', { ...scenario, text, exercise: exercises[0]?.id ?? '' })).toThrow(/too long/);
  });

  it('questions of no lesson, and a lesson that the page does not have, are refused', () => {
    const ask = engineOf();
    expect(() => ask('judge', { question: 'x', given: '1' })).toThrow(/No lesson/);
    expect(() => ask('lesson', { file: 'lessons/none.yaml', files })).toThrow(/no lesson/);
    taken(ask);
    expect(() => ask('reveal', { question: 'none' })).toThrow(/no question none/);
  });
});

import { describe, expect, it } from 'vitest';
import type { AnswerValue } from '../../src/lesson/answerValue.ts';
import { judgeAnswer, readGiven } from '../../src/lesson/givenAnswer.ts';
import type { LessonQuestion, Unit } from '../../src/lesson/lesson.ts';

const start = Date.UTC(2026, 10, 1);
const at = (unit: Unit, text: string, near = 0) => readGiven(text, unit, { start, near });

describe('an answer is read as people type it', () => {
  it.each([
    ['68s', 68_000],
    ['68 s', 68_000],
    ['1m8s', 68_000],
    ['1 min 8 s', 68_000],
    ['1 minute and 8 seconds', 68_000],
    ['2.5h', 9_000_000],
    ['250 ms', 250],
    ['-30s', -30_000],
    ['0', 0],
  ])('a duration: %s', (text, ms) => {
    expect(at('ms', text)).toBe(ms);
  });

  it.each(['68', 'about a minute', '', '5 parsecs'])('no duration: %j asks for a unit', (text) => {
    expect(at('ms', text)).toMatch(/with its unit/);
  });

  it.each([
    ['count', '3', 3],
    ['count', '3 replicas', 3],
    ['count', '1,234', 1234],
    ['count', '1 234', 1234],
    ['USD', '12.18 USD', 12.18],
    ['USD', '$12.18', 12.18],
    ['GB', '46 GB', 46],
    ['%', '79 %', 79],
    ['%', '79', 79],
    ['ratio', '79 %', 0.79],
    ['ratio', '0.79', 0.79],
  ] as const)('%s: %s', (unit, text, number) => {
    expect(at(unit, text)).toBeCloseTo(number, 12);
  });

  it('a time of day means the one nearest to the answer, an offset counts from the start', () => {
    const third = start + 2 * 86_400_000 + 3.5 * 3_600_000;
    expect(at('instant', '03:30', third)).toBe(third);
    expect(at('instant', '+2d3h30m', third)).toBe(third);
    expect(at('instant', '2026-11-03T03:30:00Z', third)).toBe(third);
    expect(at('instant', 'soon', third)).toMatch(/time after the start/);
  });
});

describe('an answer is judged', () => {
  const question: LessonQuestion = {
    id: 'batch',
    ask: { en: 'How long?' },
    choices: null,
    answer: {
      kind: 'minus',
      from: { kind: 'report', report: 'bill', path: 'x', unit: 'ms' },
      less: { kind: 'report', report: 'bill', path: 'x', unit: 'ms' },
    },
    tolerance: '1s',
    wrong: [{ is: '34s', say: { en: 'That is one batch.' } }],
    hints: [],
    say: null,
    show: null,
  };
  const answer: AnswerValue = { unit: 'ms', number: 68_000, text: '1m 8s', entry: null };
  const judged = (text: string, tolerance: string | null = '1s') =>
    judgeAnswer({ ...question, tolerance }, answer, text, start);

  it('right within its tolerance, the bound included', () => {
    expect(judged('69s')).toEqual({ kind: 'right' });
    expect(judged('69.001s')).toMatchObject({ kind: 'wrong', than: 'more' });
    expect(judged('67s')).toEqual({ kind: 'right' });
    expect(judged('66s')).toMatchObject({ kind: 'wrong', than: 'less' });
  });

  it('a percentage of the answer is a tolerance, too', () => {
    expect(judged('74.8s', '10%')).toEqual({ kind: 'right' });
    expect(judged('74.9s', '10%')).toMatchObject({ kind: 'wrong' });
  });

  it('a known misunderstanding gets its own sentence', () => {
    expect(judged('34 s')).toEqual({ kind: 'wrong', say: { en: 'That is one batch.' }, than: 'less' });
  });

  it('what cannot be read is no try', () => {
    expect(judged('68')).toMatchObject({ kind: 'unread' });
    expect(judged('  ')).toEqual({ kind: 'unread', message: 'Type an answer.' });
  });

  it('a choice is one of the letters', () => {
    const choices = ['a', 'b'].map((id) => ({ id, text: { en: id } }));
    const chosen = { ...question, choices, wrong: [{ is: 'b', say: { en: 'No.' } }] };
    const right: AnswerValue = { unit: 'text', number: Number.NaN, text: 'a', entry: null };
    expect(judgeAnswer(chosen, right, 'A', start)).toEqual({ kind: 'right' });
    expect(judgeAnswer(chosen, right, 'b', start)).toEqual({ kind: 'wrong', say: { en: 'No.' }, than: null });
    expect(judgeAnswer(chosen, right, 'c', start)).toEqual({ kind: 'unread', message: 'Choose one of a, b.' });
  });
});

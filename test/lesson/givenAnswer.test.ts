import { describe, expect, it } from 'vitest';
import type { AnswerValue } from '../../src/lesson/answerValue.ts';
import { judgeAnswer, readGiven } from '../../src/lesson/givenAnswer.ts';
import type { LessonQuestion, Unit } from '../../src/lesson/lesson.ts';

const start = Date.UTC(2026, 10, 1);
const days = 86_400_000;
const month = { start, end: start + 30 * days };
const at = (unit: Unit, text: string, run = month) => readGiven(text, unit, run);

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

  it('an instant has its day, or counts from the start', () => {
    const third = start + 2 * days + 3.5 * 3_600_000;
    for (const text of ['+2d3h30m', '2d3h30m', '3 Nov 03:30', '3 november 3:30:00', '2026-11-03T03:30:00Z'])
      expect(at('instant', text), text).toBe(third);
    for (const text of ['soon', '03:30', '3 Nox 03:30']) expect(at('instant', text)).toMatch(/time after the start/);
  });

  it('a time of day alone is enough in a run of a day, from any hour on', () => {
    const noon = { start: start + days / 2, end: start + 1.5 * days };
    expect(at('instant', '13:00', noon)).toBe(start + 13 * 3_600_000);
    expect(at('instant', '3:00', noon)).toBe(start + 27 * 3_600_000);
  });

  it('a run over the end of a year has its dates in both', () => {
    const winter = { start: Date.UTC(2026, 11, 20), end: Date.UTC(2027, 0, 20) };
    expect(at('instant', '24 Dec 00:00', winter)).toBe(Date.UTC(2026, 11, 24));
    expect(at('instant', '2 Jan 00:00', winter)).toBe(Date.UTC(2027, 0, 2));
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
    judgeAnswer({ ...question, tolerance }, answer, text, month);

  it('right within its tolerance, the bound included', () => {
    expect(judged('69s')).toEqual({ kind: 'right' });
    expect(judged('69.001s')).toMatchObject({ kind: 'wrong', answerIs: 'less' });
    expect(judged('67s')).toEqual({ kind: 'right' });
    expect(judged('66s')).toMatchObject({ kind: 'wrong', answerIs: 'more' });
  });

  it('a percentage of the answer is a tolerance, too', () => {
    expect(judged('74.8s', '10%')).toEqual({ kind: 'right' });
    expect(judged('74.9s', '10%')).toMatchObject({ kind: 'wrong' });
  });

  it('a known misunderstanding gets its own sentence', () => {
    expect(judged('34 s')).toEqual({ kind: 'wrong', say: { en: 'That is one batch.' }, answerIs: 'more' });
  });

  it('what cannot be read is no try', () => {
    expect(judged('68')).toMatchObject({ kind: 'unread' });
    expect(judged('  ')).toEqual({ kind: 'unread', message: 'Type an answer.' });
  });

  it('a choice is one of the letters', () => {
    const choices = ['a', 'b'].map((id) => ({ id, text: { en: id } }));
    const chosen = { ...question, choices, wrong: [{ is: 'b', say: { en: 'No.' } }] };
    const right: AnswerValue = { unit: 'text', number: Number.NaN, text: 'a', entry: null };
    expect(judgeAnswer(chosen, right, 'A)', month)).toEqual({ kind: 'right' });
    expect(judgeAnswer(chosen, right, 'b', month)).toEqual({ kind: 'wrong', say: { en: 'No.' }, answerIs: null });
    expect(judgeAnswer(chosen, right, 'c', month)).toEqual({ kind: 'unread', message: 'Choose one of a, b.' });
  });
});

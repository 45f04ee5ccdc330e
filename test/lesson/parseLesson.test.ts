import { describe, expect, it } from 'vitest';
import { parseLesson } from '../../src/lesson/parseLesson.ts';
import { small } from '../node/cli.ts';

const first = `svcsimLesson: 1
scenario: shop.yaml
title: { en: "Three" }
intro: { en: "There are [[replica|replicas]]." }
predict:
  - id: count
    ask: { en: "How many?" }
    answer: { metric: replicas.desired, of: shop/web, take: atEnd }
`;

/** The problems of a lesson text, each with its line. */
function problemsOf(text: string, scenario: string = small('shop')): string[] {
  const read = (path: string) => (path === 'shop.yaml' ? scenario : { error: 'there is no such file' });
  return parseLesson(text, { file: '01-three.yaml', read }).problems.map(
    ({ line, message, hint }) => `${line}: ${message}${hint === undefined ? '' : ` (${hint})`}`,
  );
}

const withAnswer = (answer: string): string => first.replace(/answer: .*/, `answer: ${answer}`);

describe('a lesson file', () => {
  it('is read with its scenario', () => {
    expect(problemsOf(first)).toEqual([]);
  });

  it.each([
    ['nothing', '', '1: expected a lesson, which is a map, found an empty file (begin with svcsimLesson: 1)'],
    [
      'another version',
      first.replace(': 1', ': 2'),
      '1: expected svcsimLesson: 1, the format of a lesson file; found 2',
    ],
    ['a scenario', 'svcsim: 1\n', '1: expected svcsimLesson: 1, the format of a lesson file; found nothing'],
    ['a key with a typo', first.replace('title', 'tilte'), "3: unknown key 'tilte' (did you mean 'title'?)"],
    [
      'a scenario that is not there',
      first.replace('shop.yaml', 'gone.yaml'),
      '2: cannot read gone.yaml: there is no such file',
    ],
    [
      'a metric with a typo',
      withAnswer('{ metric: replicas.desird }'),
      "8: unknown metric 'replicas.desird' (did you mean 'replicas.desired'?)",
    ],
    [
      'a workload that is not there',
      withAnswer('{ metric: replicas.desired, of: shop/wob }'),
      "8: expected a workload of this scenario, found 'shop/wob' (did you mean 'shop/web'?)",
    ],
    [
      'an event that is not there',
      withAnswer('{ count: replica.redy }'),
      "8: there is no journal entry 'replica.redy'; did you mean 'replica.ready'?",
    ],
    [
      'an event without a field',
      withAnswer('{ event: replica.ready }'),
      '8: an answer of an event is either a field of its data (field: NAME) or its instant (at: true) (a place is written location: NAME)',
    ],
    [
      'two answers in one',
      withAnswer('{ count: replica.ready, metric: replicas.desired }'),
      '8: expected one of event, count, metric, minus, report, choice in an answer, found count and metric',
    ],
    [
      'a key of another answer',
      withAnswer('{ count: replica.ready, field: x }'),
      "8: 'field' does not go with count (with count: of, location, where, after)",
    ],
    [
      'a change that does not fit the scenario',
      withAnswer(
        "{ choice: a, set: ['shop/workload/nobody.spec.type=cron'], holds: { metric: bill.total, is: 1 USD } }",
      ),
      "8: the scenario cannot be changed so: expected gvc/kind/name of a resource, found 'shop/workload/nobody'",
    ],
    [
      'a choice without choices',
      withAnswer('{ choice: a, holds: { metric: replicas.desired, is: 3 } }'),
      '6: choices and answer.choice come together: a question has both or neither',
    ],
    [
      'a text without quotes',
      first.replace('"How many?"', 'Is it so, or not'),
      "7: unknown language 'or not': expected a two-letter code such as en or de (put the text in quotes: a comma ends a text without them)",
    ],
    [
      'a language that one text lacks',
      first.replace('{ en: "Three" }', '{ en: "Three", de: "Drei" }'),
      '4: the text in de is missing',
    ],
  ])('%s is an error that says what to do', (_, text, message) => {
    expect(problemsOf(text)).toContain(message);
  });

  it('reports the errors of its scenario at their place', () => {
    expect(problemsOf(first, small('shop').replace('type: standard', 'type: standrd'))[0]).toMatch(/^13: /);
  });
});

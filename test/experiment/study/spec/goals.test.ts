import { describe, expect, it } from 'vitest';
import { measuresOf } from '../../../../src/experiment/study/spec/studySpec.ts';
import { studyOf, told } from './studies.ts';

describe('the measures of a study', () => {
  it('are texts or maps', () => {
    const { measures } = studyOf([
      'measure: [bill.total, { metric: load.failed, of: shop/api, at: aws-us-east-1 }, { bill: total, by: tag:team }, replicas.ready of shop]',
    ]);
    expect(measures.map(({ name }) => name)).toEqual([
      'bill.total',
      'load.failed of shop/api at aws-us-east-1',
      'bill.total by tag:team',
      'replicas.ready of shop',
    ]);
  });

  it('with those of goals, objectives and stops are each needed once', () => {
    const study = studyOf([
      'measure: [load.failed of shop/api]',
      'require: [{ metric: load.goodPercentage, of: shop/api, is: ">= 99%" }]',
      'minimise: [bill.total, load.failed of shop/api]',
      'runs: { until: { load.requests of shop/api: 5 } }',
    ]);
    expect(measuresOf(study).map(({ name }) => name)).toEqual([
      'load.failed of shop/api',
      'load.goodPercentage of shop/api',
      'bill.total',
      'load.requests of shop/api',
    ]);
  });

  it.each([
    ['[bill.totl]', "1:15 unknown-metric: there is no metric 'bill.totl'; did you mean 'bill.total'?"],
    [
      '[{ metric: load.fail, of: shop/api }]',
      "1:25 unknown-metric: there is no metric 'load.fail'; did you mean 'load.failed'?",
    ],
    [
      '[load.failed of shop/apy]',
      "1:15 bad-measure: load.failed of shop/apy: there is no shop/workload/apy; did you mean 'shop/workload/api'?",
    ],
    ['[bill.total of shop/api]', "1:15 bad-measure: bill.total covers the whole run: leave 'of' out"],
    [
      '[load.failed of shop/api at aws-us-east-2]',
      "1:15 bad-measure: load.failed of shop/api at aws-us-east-2: there is no location 'aws-us-east-2'; did you mean 'aws-us-east-1'?",
    ],
    ['[{ bill: total }]', '1:15 bad-measure: expected metric, with of and at if needed, or bill and by, found bill'],
    ['[{}]', '1:15 bad-measure: expected metric, with of and at if needed, or bill and by, found a map'],
    ['[{ bill: all, by: meter }]', "1:23 wrong-value: expected 'total', found 'all'"],
    ['[{ bill: total, by: metr }]', "1:15 bad-measure: there is no dimension 'metr'; did you mean 'meter'?"],
    ['[bill.total, { metric: bill.total }]', "1:27 duplicate: 'bill.total' is given twice"],
  ])('%s: the mistake has its place', (measure, problem) => {
    expect(told([`measure: ${measure}`])).toEqual([problem]);
  });
});

describe('the goals of a study', () => {
  it('have a probability of 95 % and the confidence of the study, if they state none', () => {
    const { requirements, confidence } = studyOf([
      'confidence: 90%',
      'require: [{ metric: load.goodPercentage, of: shop/api, is: ">= 99.9%" }, { metric: bill.total, is: <= 5 USD, probability: 99.9 %, confidence: 80% }]',
    ]);
    expect(confidence).toBe(0.9);
    expect(requirements.map(({ text, probability, confidence: own }) => ({ text, probability, own }))).toEqual([
      { text: 'load.goodPercentage of shop/api >= 99.9%', probability: 0.95, own: 0.9 },
      { text: 'bill.total <= 5 USD', probability: 0.999, own: 0.8 },
    ]);
    expect(requirements[0]?.comparison).toEqual({ operator: '>=', value: 99.9, decimal: '99.9', unit: '%' });
  });

  it.each([
    [
      '{ metric: bill.total, is: x }',
      '1:41 bad-comparison: expected a comparison with a currency, such as "<= 250 USD", found \'x\'',
    ],
    [
      '{ metric: bill.total, is: <= 5 EUR }',
      "1:41 bad-comparison: expected an amount in USD, the currency of the prices, found '<= 5 EUR'",
    ],
    ['{ metric: bill.total }', "1:15 missing-key: the key 'is' is missing"],
    ['{ is: <= 5 USD }', "1:15 missing-key: the key 'metric' is missing"],
    [
      '{ metric: bill.totl, is: <= 5 USD }',
      "1:25 unknown-metric: there is no metric 'bill.totl'; did you mean 'bill.total'?",
    ],
    [
      '{ metric: bill.total, is: <= 5 USD, probability: 100% }',
      "1:64 wrong-value: expected a percentage between 0% and 100%, both excluded, such as 95%, found '100%'",
    ],
    [
      '{ metric: bill.total, is: <= 5 USD, confidence: 0% }',
      "1:63 wrong-value: expected a percentage between 0% and 100%, both excluded, such as 95%, found '0%'",
    ],
    [
      '{ metric: bill.total, is: <= 5 USD, confidence: 0.95 }',
      '1:63 wrong-type: expected a percentage such as 95%, found 0.95',
    ],
    [
      '{ metric: bill.total, is: <= 5 USD, always: <= 5 USD }',
      "1:51 unknown-key: unknown key 'always'; allowed here: metric, of, at, is, probability, confidence",
    ],
  ])('%s: the mistake has its place', (goal, problem) => {
    expect(told([`require: [${goal}]`])).toEqual([problem]);
  });
});

describe('what is minimised or maximised', () => {
  it('is one measure, or two', () => {
    const objectives = (lines: readonly string[]) =>
      studyOf(lines).objectives.map(({ measure, better }) => `${better} ${measure.name}`);
    expect(objectives(['minimise: bill.total'])).toEqual(['less bill.total']);
    expect(objectives(['minimise: [bill.total, load.failed of shop/api]'])).toEqual([
      'less bill.total',
      'less load.failed of shop/api',
    ]);
    expect(objectives(['maximise: load.goodPercentage of shop/api', 'minimise: bill.total'])).toEqual([
      'less bill.total',
      'more load.goodPercentage of shop/api',
    ]);
  });

  it.each([
    [
      ['minimise: bill.total', 'maximise: bill.total'],
      '2:15 contradiction: bill.total is minimised and maximised: only one of them is possible',
    ],
    [['minimise: [bill.total, bill.total]'], "1:28 duplicate: 'bill.total' is given twice"],
    [
      ['minimise: [bill.total, load.failed of shop/api]', 'maximise: load.requests of shop/api'],
      '2:15 contradiction: expected at most two measures to minimise or maximise, found 3',
    ],
    [
      ['minimise: bill.total by meter'],
      "1:15 bad-measure: expected a measure of one value, found 'bill.total by meter', which has one for each meter",
    ],
    [['minimise: 5'], '1:15 wrong-type: expected a measure such as bill.total, or a list of two, found 5'],
    [['minimize: bill.total'], "1:5 unknown-key: unknown key 'minimize'; did you mean 'minimise'?"],
  ])('%j: the mistake has its place', (lines, problem) => {
    expect(told(lines)).toEqual([problem]);
  });
});

describe('racing', () => {
  it('may state a difference that does not matter', () => {
    expect(studyOf(['minimise: bill.total', 'racing: { indifferent: { bill.total: 1.5 USD } }']).racing).toEqual({
      indifferent: 1.5,
    });
    expect(studyOf(['minimise: bill.total', 'racing: {}']).racing).toEqual({ indifferent: null });
    expect(studyOf(['minimise: bill.total', 'racing:']).racing).toEqual({ indifferent: null });
  });

  it.each([
    ['measure: []', '{}', '2:5 contradiction: racing needs one measure to minimise or maximise, found 0'],
    [
      'minimise: [bill.total, load.failed of shop/api]',
      '{}',
      '2:5 contradiction: racing needs one measure to minimise or maximise, found 2',
    ],
    ['minimise: bill.totl', '{}', "1:15 unknown-metric: there is no metric 'bill.totl'; did you mean 'bill.total'?"],
    [
      'minimise: bill.total',
      '{ indifferent: { load.failed of shop/api: 5 } }',
      '2:30 no-effect: racing is decided by bill.total alone, so a difference of load.failed of shop/api has no effect',
    ],
    [
      'minimise: bill.total',
      '{ indifferent: { bill.total: 5% } }',
      "2:42 bad-margin: expected an amount above 0, such as 5 USD; found '5%'",
    ],
    [
      'minimise: bill.total',
      '{ indifferent: { bill.total: 0 USD } }',
      "2:42 bad-margin: expected an amount above 0, such as 5 USD; found '0 USD'",
    ],
  ])('%s with %s: the mistake has its place', (line, racing, problem) => {
    expect(told([line, `racing: ${racing}`])).toEqual([problem]);
  });
});

describe('the runs of a study', () => {
  it.each([
    ['{}', { least: 20, most: 400, hasMost: false, until: [] }],
    ['{ most: 10 }', { least: 10, most: 10, hasMost: true, until: [] }],
    ['{ least: 500 }', { least: 500, most: 500, hasMost: false, until: [] }],
    ['{ least: 1, most: 1 }', { least: 1, most: 1, hasMost: true, until: [] }],
  ])('%s', (runs, read) => {
    expect(studyOf([`runs: ${runs}`]).runs).toEqual(read);
  });

  it('stop at amounts, or at shares of the base plan; of a percentage at percentage points', () => {
    const { runs } = studyOf([
      'runs: { until: { bill.total: 2.5%, load.failed of shop/api: 0.5, load.goodPercentage of shop/api: 0.1%, load.latency.p99 of shop/api: 30ms } }',
    ]);
    expect(runs.until.map(({ measure, halfWidth }) => [measure.name, halfWidth])).toEqual([
      ['bill.total', { value: 0.025, isShare: true, text: '2.5%' }],
      ['load.failed of shop/api', { value: 0.5, isShare: false, text: '0.5' }],
      ['load.goodPercentage of shop/api', { value: 0.1, isShare: false, text: '0.1%' }],
      ['load.latency.p99 of shop/api', { value: 30, isShare: false, text: '30ms' }],
    ]);
  });

  it.each([
    ['{ least: 0 }', '1:20 wrong-value: expected a number of at least 1, found 0'],
    ['{ least: 21, most: 20 }', "1:20 contradiction: expected at most 20, which is 'most', found 21"],
    [
      '{ until: { bill.totl: 5 USD } }',
      "1:22 unknown-metric: there is no metric 'bill.totl'; did you mean 'bill.total'?",
    ],
    [
      '{ until: { bill.total: 5 EUR } }',
      "1:34 bad-margin: expected an amount above 0, such as 5 USD or 5%; found '5 EUR'",
    ],
    ['{ until: { bill.total: -1% } }', "1:34 bad-margin: expected an amount above 0, such as 5 USD or 5%; found '-1%'"],
    [
      '{ until: { load.goodPercentage of shop/api: 0% } }',
      "1:55 bad-margin: expected an amount above 0, such as 0.5% (percentage points); found '0%'",
    ],
  ])('%s: the mistake has its place', (runs, problem) => {
    expect(told([`runs: ${runs}`])).toEqual([problem]);
  });
});

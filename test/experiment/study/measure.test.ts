import { describe, expect, it } from 'vitest';
import { measureProblem, parseMeasure } from '../../../src/experiment/study/measure.ts';
import { good, head, shop } from '../../scenario/builders.ts';
import { measureOf } from './plans.ts';

describe('a measure', () => {
  it.each([
    ['bill.total', { kind: 'metric', name: 'bill.total', metric: 'bill.total', of: null, at: null }],
    ['bill.total by tag:team', { kind: 'bill', name: 'bill.total by tag:team', by: 'tag:team' }],
    [
      ' load.failed  of shop/api ',
      { kind: 'metric', name: 'load.failed of shop/api', metric: 'load.failed', of: 'shop/workload/api', at: null },
    ],
    [
      'replicas.ready of shop at aws-us-east-1',
      {
        kind: 'metric',
        name: 'replicas.ready of shop at aws-us-east-1',
        metric: 'replicas.ready',
        of: 'shop',
        at: 'aws-us-east-1',
      },
    ],
    [
      'volumes.freePercentage of shop/pgdata',
      {
        kind: 'metric',
        name: 'volumes.freePercentage of shop/pgdata',
        metric: 'volumes.freePercentage',
        of: 'shop/volumeset/pgdata',
        at: null,
      },
    ],
  ])('%s', (text, measure) => {
    expect(parseMeasure(text)).toEqual(measure);
  });

  it.each([
    ['load.fail of shop/api', "there is no metric 'load.fail'; did you mean 'load.failed'?"],
    [
      'nonsense',
      "there is no metric 'nonsense'; a measure has the form METRIC [of GVC/NAME] [at LOCATION], or bill.total by DIMENSION",
    ],
    ['bill.total of shop/api', "bill.total covers the whole run: leave 'of' out"],
    ['bill.total at aws-us-east-1', "bill.total covers the whole run: leave 'at' out"],
    ['bill.workload', 'bill.workload is of one resource: write bill.workload of GVC/NAME'],
    ['load.failed by location', "'by' splits the whole bill: write bill.total by location"],
    ['bill.total by locaton', "there is no dimension 'locaton'; did you mean 'location'?"],
    ['bill.total by location,meter', "expected one dimension after 'by', found 'location,meter'"],
    [
      'load.failed of',
      "expected METRIC [of GVC/NAME] [at LOCATION], or bill.total by DIMENSION, found 'load.failed of'",
    ],
  ])('%s is refused with what to write', (text, message) => {
    expect(parseMeasure(text)).toBe(message);
  });
});

describe('the location of a measure', () => {
  const problemAt = (text: string, location: string): string | null =>
    measureProblem(measureOf(`load.failed of shop/api at ${location}`), [good(text)]);

  it('is one of a gvc, or one that the scenario describes', () => {
    expect(problemAt(`${head}${shop}`, 'aws-us-east-1')).toBeNull();
    expect(problemAt(`${head}${shop}locations: { own: { provider: byok } }\n`, 'own')).toBeNull();
    expect(problemAt(`${head}${shop}`, 'aws-us-east-2')).toBe(
      "load.failed of shop/api at aws-us-east-2: there is no location 'aws-us-east-2'; did you mean 'aws-us-east-1'?",
    );
  });
});

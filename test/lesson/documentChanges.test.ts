import { describe, expect, it } from 'vitest';
import { changedPaths, isAllowed } from '../../src/lesson/documentChanges.ts';
import { readDocument } from '../../src/scenario/parse.ts';
import { ScenarioReading } from '../../src/scenario/text/reading.ts';
import type { TreeMap } from '../../src/scenario/text/tree.ts';
import { small } from '../node/cli.ts';

function documentOf(text: string): TreeMap {
  const document = readDocument(text, { file: 'shop.yaml' }, new ScenarioReading({}));
  if (document === null) throw new Error('no document');
  return document.template;
}

const before = documentOf(small('shop'));
const changed = (from: string, to: string): readonly string[] =>
  changedPaths(before, documentOf(small('shop').replace(from, to)));

describe('what a learner changed', () => {
  it('comments, layout and the order of keys are no change', () => {
    expect(changed('for: 1h', '# an hour\nfor:   1h')).toEqual([]);
    expect(changed('minScale: 3, maxScale: 3', 'maxScale: 3, minScale: 3')).toEqual([]);
  });

  it.each([
    ['a key of the scenario', 'for: 1h', 'for: 2h', ['for']],
    [
      'a field of a resource',
      'minScale: 3',
      'minScale: 2',
      ['shop/workload/web.spec.defaultOptions.autoscaling.minScale'],
    ],
    ['a container, by its name', 'cpu: 500m', 'cpu: 250m', ['shop/workload/web.spec.containers.main.cpu']],
    [
      'a new part is one change',
      'type: standard',
      'type: standard\n      rolloutOptions: { minReadySeconds: 5, maxSurgeReplicas: 1 }',
      ['shop/workload/web.spec.rolloutOptions'],
    ],
  ])('%s', (_, from, to, paths) => {
    expect(changed(from, to)).toEqual(paths);
  });

  it('what is at or below an allowed path may change, and nothing beside it', () => {
    const path = 'shop/workload/web.spec.containers.main.cpu';
    expect(isAllowed(path, ['shop/workload/web.spec'], before)).toBe(true);
    expect(isAllowed(path, ['shop/workload/web.spec.containers[0]'], before)).toBe(true);
    expect(isAllowed(path, ['shop/workload/web.spec.containers[main].cpu'], before)).toBe(true);
    expect(isAllowed(path, ['shop/workload/web.spec.containers.main.cp'], before)).toBe(false);
    expect(isAllowed(path, ['shop/workload/web.spec.defaultOptions', 'for'], before)).toBe(false);
  });
});

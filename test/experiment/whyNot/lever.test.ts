import { describe, expect, it } from 'vitest';
import { distanceOf, type FieldLever, optionOf, patchOf, pathOfField } from '../../../src/experiment/whyNot/lever.ts';

const spec = {
  containers: [],
  localOptions: [
    { location: '//location/a', autoscaling: { target: 60 } },
    { location: '//location/b', autoscaling: { target: 70, keda: { triggers: [{ name: 'x' }, { name: 'y' }] } } },
  ],
};

function leverAt(...steps: (string | number)[]): FieldLever {
  const name = pathOfField('shop/workload/api', steps);
  const values = { kind: 'choices', all: [] } as const;
  return { kind: 'field', name, from: 60, values, link: '', steps, keys: null, isFromStart: false };
}

describe('a change of one field', () => {
  it('is a path of the scenario', () => {
    const lever = leverAt('localOptions', 1, 'autoscaling', 'target');
    expect(lever.name).toBe('shop/workload/api.spec.localOptions[1].autoscaling.target');
    expect(optionOf(lever, 80)).toBe("--set 'shop/workload/api.spec.localOptions[1].autoscaling.target=80'");
    expect(optionOf(leverAt('job', 'suspend'), false)).toBe('--set shop/workload/api.spec.job.suspend=false');
  });

  it('patches a list that merges by location with the one entry alone', () => {
    expect(patchOf(spec, leverAt('localOptions', 1, 'autoscaling', 'target'), 80)).toEqual({
      spec: { localOptions: [{ location: '//location/b', autoscaling: { target: 80 } }] },
    });
  });

  it('gives a list that a patch replaces whole', () => {
    const lever = leverAt('localOptions', 1, 'autoscaling', 'keda', 'triggers', 0, 'name');
    expect(patchOf(spec, lever, 'z')).toEqual({
      spec: {
        localOptions: [
          { location: '//location/b', autoscaling: { keda: { triggers: [{ name: 'z' }, { name: 'y' }] } } },
        ],
      },
    });
  });

  it('sets two bounds together where one alone would pass the other', () => {
    const steps = ['defaultOptions', 'autoscaling'];
    const lever = { ...leverAt(...steps, 'minScale and maxScale'), steps, keys: ['minScale', 'maxScale'] };
    expect(patchOf({}, lever, 4)).toEqual({
      spec: { defaultOptions: { autoscaling: { minScale: 4, maxScale: 4 } } },
    });
    const path = 'shop/workload/api.spec.defaultOptions.autoscaling';
    expect(optionOf(lever, 4)).toBe(`--set ${path}.minScale=4 --set ${path}.maxScale=4`);
  });

  it('is as far as its share of the present value; a choice is as far as the value itself', () => {
    expect(distanceOf({ from: 60 }, 61)).toBeCloseTo(1 / 60);
    expect(distanceOf({ from: 0 }, 2)).toBe(2);
    expect(distanceOf({ from: 'Forbid' }, 'Allow')).toBe(1);
  });
});

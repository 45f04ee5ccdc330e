import { describe, expect, it } from 'vitest';
import { planScaling, type ScalingView } from '../../../src/platform/workload/scaling.ts';
import type { LocationOptions } from '../../../src/platform/workload/settings.ts';

const options = (minScale: number, maxScale: number, more: Partial<LocationOptions> = {}): LocationOptions => {
  return {
    minScale,
    maxScale,
    metric: 'cpu',
    autoscaling: null,
    maxConcurrency: null,
    timeout: 5_000,
    timeoutBy: 'field',
    suspend: false,
    multiZone: false,
    debug: false,
    ...more,
  };
};
const minimum = { 'suspend.resume.scale': 'minimum' } as const;
const asBefore = { 'suspend.resume.scale': 'asBefore' } as const;
const serverless = { type: 'serverless' } as const;
const concurrency = { metric: 'concurrency' };
const keda = { metric: 'keda' };

interface Row {
  readonly why: string;
  readonly given: Partial<ScalingView>;
  readonly assumptions?: typeof minimum | typeof asBefore;
  readonly to: number | 'hold';
}

const decides = ({ given, assumptions = minimum, to }: Row) => {
  const standing = given.standing ?? 'on';
  const view: ScalingView = {
    type: 'standard',
    options: options(2, 5),
    open: true,
    standing,
    desired: standing === 'on' ? 3 : 0,
    desiredBefore: null,
    ...given,
  };
  const plan = planScaling(view, assumptions);
  expect(plan.kind === 'act' ? plan.actions[0]?.to : plan.kind).toBe(to);
};

describe('WL-18: where a count begins, and its bounds', () => {
  it.each<Row>([
    { why: 'begins at minScale', given: { standing: 'new' }, to: 2 },
    { why: 'keda begins at zero', given: { standing: 'new', options: options(0, 5, keda) }, to: 0 },
    {
      why: 'TYPE-14: serverless begins at 1 even where it may reach zero',
      given: { ...serverless, standing: 'new', options: options(0, 5, concurrency) },
      to: 1,
    },
    { why: 'stays between the bounds, ends included', given: { desired: 5 }, to: 'hold' },
    { why: 'rises to a raised minScale', given: { options: options(6, 9) }, to: 6 },
    { why: 'falls to a lowered maxScale', given: { options: options(1, 2) }, to: 2 },
    {
      why: 'may stand at zero where its metric wakes it',
      given: { desired: 0, options: options(0, 5, keda) },
      to: 'hold',
    },
    { why: 'TYPE-4: but not on cpu', given: { ...serverless, desired: 0, options: options(0, 5) }, to: 1 },
    { why: 'minScale and maxScale 0 want none', given: { options: options(0, 0, { metric: 'disabled' }) }, to: 0 },
    { why: 'raised from there it begins again', given: { standing: 'off', desiredBefore: 3 }, to: 2 },
    { why: 'cron workloads have no count', given: { type: 'cron', standing: 'new' }, to: 'hold' },
  ])('$why', decides);
});

describe('SUSP-2, SUSP-3, SUSP-4: suspension', () => {
  const suspended = options(2, 5, { suspend: true });
  it.each<Row>([
    { why: 'suspended wants none at once', given: { options: suspended }, to: 0 },
    { why: 'a stateful one too', given: { type: 'stateful', options: suspended }, to: 0 },
    { why: 'a serverless one too', given: { ...serverless, options: suspended }, to: 0 },
    { why: 'and stays so', given: { options: suspended, standing: 'off' }, to: 'hold' },
    { why: 'suspended before it began', given: { options: suspended, standing: 'new' }, to: 0 },
    { why: 'resumes at minScale', given: { standing: 'off', desiredBefore: 4 }, to: 2 },
    { why: 'resumes at 1 where minScale is 0', given: { standing: 'off', options: options(0, 5, keda) }, to: 1 },
    {
      why: 'serverless resumes at minScale, be it 0',
      given: { ...serverless, standing: 'off', options: options(0, 5, concurrency) },
      to: 0,
    },
    {
      why: 'serverless on cpu cannot wake from 0',
      given: { ...serverless, standing: 'off', options: options(0, 5) },
      to: 1,
    },
    {
      why: 'resumes as before where `suspend.resume.scale` says so',
      given: { standing: 'off', desiredBefore: 4 },
      assumptions: asBefore,
      to: 4,
    },
    { why: 'within the bounds of now', given: { standing: 'off', desiredBefore: 8 }, assumptions: asBefore, to: 5 },
  ])('$why', decides);

  it('a change of standing is an action even where the count stays 0', () => {
    const view: ScalingView = {
      type: 'serverless',
      options: options(0, 5, { ...concurrency, suspend: true }),
      open: true,
      standing: 'on',
      desired: 0,
      desiredBefore: null,
    };
    expect(planScaling(view, minimum)).toMatchObject({ actions: [{ do: 'scale', to: 0, standing: 'off' }] });
  });
});

describe('LOC-7: a closed location', () => {
  it.each<Row>([
    { why: 'wants none', given: { open: false }, to: 0 },
    { why: 'goes on wanting none', given: { open: false, standing: 'new' }, to: 'hold' },
    { why: 'begins anew when open again', given: { standing: 'new', desiredBefore: 4 }, assumptions: asBefore, to: 2 },
  ])('$why', decides);
});

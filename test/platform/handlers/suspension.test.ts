import { describe, expect, it } from 'vitest';
import { hour, second } from '../../../src/engine/time.ts';
import { ran, replicas, workload } from './ran.ts';

const path = '/org/acme/gvc/shop/workload/db';

/** Which replicas leave after a write, and how many seconds after it. */
function leaving(scalingPolicy: string, defaultOptions: object): unknown {
  const { of, run } = ran({
    for: '2h',
    resources: [workload('db', 'stateful', { ...replicas(3), rolloutOptions: { scalingPolicy } })],
    timeline: [{ at: '+1h', patch: '/gvc/shop/workload/db', with: { spec: { defaultOptions } } }],
  });
  const from = run.scenario.start + hour;
  return of('replica.terminating').map(({ at, ordinal }) => [ordinal, (at - from) / second]);
}

const suspended = { suspend: true };
const zero = { autoscaling: { minScale: 0, maxScale: 0 } };

describe('SUSP-3: a suspended stateful workload', () => {
  it.each([
    [
      'OrderedReady',
      [
        [2, 0],
        [1, 46],
        [0, 92],
      ],
    ],
    [
      'Parallel',
      [
        [2, 0],
        [1, 0],
        [0, 0],
      ],
    ],
  ])('loses its replicas as one does whose scale has become 0 (%s)', (scalingPolicy, expected) => {
    expect(leaving(scalingPolicy, suspended)).toEqual(expected);
    expect(leaving(scalingPolicy, zero)).toEqual(expected);
  });

  it('is off from that instant on, though replicas wait for their turn to leave (SUSP-2)', () => {
    const { run } = ran({
      for: '1h',
      resources: [workload('db', 'stateful', replicas(3))],
    });
    const suspend = { spec: { defaultOptions: suspended } };
    run.request({ method: 'PATCH', path, body: suspend });
    expect(run.request({ method: 'GET', path }).body).toMatchObject({
      status: { currentReplicaCount: 3, suspendedStatus: 'suspended' },
      health: { readiness: 'Unknown', readyLocations: 0 },
    });
  });
});

describe('TAG-35 and SUSP-2: a workload that is passed over and suspended', () => {
  const web = '/gvc/shop/workload/web';
  const ignored = { tags: { 'svc/ignore': 'true' } };
  const off = { spec: { defaultOptions: suspended } };
  const seen = { tags: { 'svc/ignore': null } };

  /** Its status as a client reads it after an hour, how calls were answered, and when replicas left, in minutes. */
  function outcome(timeline: readonly object[]): unknown {
    const ports = [{ number: 8080, protocol: 'http' }];
    const containers = [{ name: 'main', image: 'web:1', cpu: '100m', memory: '128Mi', ports }];
    const { run, of } = ran({
      for: '1h',
      resources: [workload('web', 'standard', { containers, ...replicas(2) })],
      demand: [{ to: 'shop/web', rate: '1/m', arrivals: { gamma: { cv: 0 } } }],
      timeline,
    });
    const { status, health } = run.request({ method: 'GET', path: `/org/acme${web}` }).body as {
      readonly status: Record<string, unknown>;
      readonly health: Record<string, unknown>;
    };
    const answers = of('call.ended').map(({ data }) => data['status']);
    return {
      suspended: status['suspendedStatus'],
      replicas: status['currentReplicaCount'],
      readiness: health['readiness'],
      serving: health['readyLocations'],
      answered: answers.filter((answer) => answer === 200).length,
      refused: answers.filter((answer) => answer === 503).length,
      left: of('replica.terminating').map(({ at }) => (at - run.scenario.start) / (60 * second)),
    };
  }

  const both = {
    suspended: 'suspended',
    replicas: 2,
    readiness: 'Unknown',
    serving: 0,
    answered: 9,
    refused: 50,
    left: [],
  };

  it('serves nothing from that moment on, and keeps its replicas, in whichever order it is told so', () => {
    expect(outcome([{ at: '+10m', patch: web, with: { ...ignored, ...off } }])).toEqual(both);
    const at = '+10m';
    expect(
      outcome([
        { at, patch: web, with: off },
        { at, patch: web, with: ignored },
      ]),
    ).toEqual(both);
    expect(
      outcome([
        { at: '+5m', patch: web, with: ignored },
        { at, patch: web, with: off },
      ]),
    ).toEqual(both);
  });

  it('its replicas leave when it is seen again', () => {
    const timeline = [
      { at: '+10m', patch: web, with: { ...ignored, ...off } },
      { at: '+30m', patch: web, with: seen },
    ];
    expect(outcome(timeline)).toEqual({ ...both, replicas: 0, left: [30, 30] });
  });
});

describe('SUSP-2: a suspension, and a location that has options of its own', () => {
  const own = { ...replicas(2), localOptions: [{ location: 'aws-us-east-1', timeoutSeconds: 9 }] };
  const suspend = { spec: { defaultOptions: suspended } };

  function statusUnder(assumptions: object): unknown {
    const { run, of } = ran({ for: '1h', resources: [workload('web', 'standard', own)], assumptions });
    const web = '/org/acme/gvc/shop/workload/web';
    run.request({ method: 'PATCH', path: web, body: suspend });
    const { status } = run.request({ method: 'GET', path: web }).body as { readonly status: object };
    const { suspendedStatus } = status as { readonly suspendedStatus: string };
    return [suspendedStatus, of('deployment.suspended').length];
  }

  it('goes on there, for an override stands in the place of the default options', () => {
    expect(statusUnder({})).toEqual(['notSuspended', 0]);
  });

  it('ends there too under `localOptions.suspend: everywhere`', () => {
    expect(statusUnder({ 'localOptions.suspend': 'everywhere' })).toEqual(['suspended', 1]);
  });

  it('or where an override stands on the default options (`localOptions.base`)', () => {
    expect(statusUnder({ 'localOptions.base': 'defaultOptions' })).toEqual(['suspended', 1]);
  });
});

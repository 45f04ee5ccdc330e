import { describe, expect, it } from 'vitest';
import { second } from '../../../../src/engine/time.ts';
import { ran, replicas, workload } from '../../handlers/ran.ts';

const start = Date.UTC(2026, 10, 1);
const one = { of: 'shop/api', replicas: ['api-0'] };
const lost = (more: object = {}) => ({ at: '+5m', fault: { nodeLoss: one }, ...more });
const every5s = { tcpSocket: { port: 80 }, initialDelaySeconds: 0, periodSeconds: 5, failureThreshold: 2 };

/**
 * What happened to the one replica of `api` since shortly before its node was lost after 300 s, in seconds since then.
 */
function course(timeline: readonly object[], { probes = {}, behaves = {} } = {}, isLiteral = false): string[] {
  const containers = [
    { name: 'main', image: 'api:1', cpu: '100m', memory: '128Mi', ports: [{ number: 80 }], ...probes },
  ];
  const { entries } = ran(
    {
      for: '15m',
      resources: [workload('api', 'stateful', { containers, ...replicas(1) })],
      behavior: { 'shop/api': behaves },
      timeline,
    },
    isLiteral,
  );
  return entries
    .filter(({ type }) => type.startsWith('replica.') && type !== 'replica.settled' && type !== 'replica.available')
    .map(({ at, type }) => `${(at - start) / second - 300} ${type.slice('replica.'.length)}`);
}

const givenUp = ['40 unready', '340 lost', '340 gone', '340 created', '354 ready'];

describe('nobody hears of a container on a lost node (`fault.nodeLoss.unheard`)', () => {
  it.each<[string, readonly object[], object, string[]]>([
    ['a crash finds nobody', [lost(), { at: '+310s', fault: { replicaCrash: one } }], {}, givenUp],
    ['it does not exit', [lost()], { behaves: { crash: { every: '310s' } } }, givenUp],
    [
      'it has exited when the node is back',
      [lost({ for: '2m' })],
      { behaves: { crash: { every: '310s' } } },
      ['40 unready', '120 exited', '135 restarted', '135 ready', '445 exited', '470 restarted', '470 ready'],
    ],
    [
      'it is not started again',
      [{ at: '+295s', fault: { replicaCrash: one } }, lost()],
      {},
      ['-5 exited', '340 lost', '340 gone', '340 created', '354 ready'],
    ],
    [
      'it is started again when the node is back',
      [{ at: '+295s', fault: { replicaCrash: one } }, lost({ for: '2m' })],
      {},
      ['-5 exited', '120 restarted', '120 ready'],
    ],
    [
      'or at its time where that is later',
      [{ at: '+295s', fault: { replicaCrash: one } }, lost({ for: '5s' })],
      {},
      ['-5 exited', '10 restarted', '10 ready'],
    ],
    [
      'its liveness probe does not end it',
      [{ at: '+299s', fault: { stuckReadiness: one } }, lost()],
      { probes: { livenessProbe: every5s } },
      ['-1 unready', '340 lost', '340 gone', '340 created', '354 ready'],
    ],
    [
      'its liveness probe ends it when the node is back and it still does not answer',
      [{ at: '+299s', fault: { stuckReadiness: one }, for: '130s' }, lost({ for: '2m' })],
      { probes: { livenessProbe: every5s } },
      ['-1 unready', '125 unresponsive', '125 exited', '140 restarted', '140 ready'],
    ],
    [
      'its readiness probe does not find it silent, nor ready',
      [{ at: '+299s', fault: { stuckReadiness: one }, for: '20s' }, lost()],
      { probes: { readinessProbe: every5s } },
      givenUp,
    ],
    [
      'it is ready by its probe once the node is back, however short it was silent',
      [lost({ for: '41s' })],
      { probes: { readinessProbe: { ...every5s, successThreshold: 2 } } },
      ['40 unready', '50 ready'],
    ],
    ['its node is back before anybody knows', [lost({ for: '39s' })], { probes: { readinessProbe: every5s } }, []],
    [
      'its storage has overflowed when the node is back (EPH-3)',
      [lost({ for: '2m' }), { at: '+310s', fault: { usageJump: { ...one, add: '2GB' } } }],
      {},
      ['40 unready', '120 evicted', '120 gone', '120 created', '134 ready'],
    ],
  ])('%s', (_, timeline, given, expected) => {
    expect(course(timeline, given)).toEqual(expected);
    expect(course(timeline, given, true)).toEqual(expected);
  });
});

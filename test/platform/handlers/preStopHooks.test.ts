/** How long a replica with a preStop hook of its own waits for the stop signal (`termination.hooks`). */
import { describe, expect, it } from 'vitest';
import { called, container, type World } from '../call/handlers/calling.ts';

const hooked = (...command: string[]): object => ({ ...container, lifecycle: { preStop: { exec: { command } } } });

/** Seconds from the order to stop until its replica is gone, and the assumptions that decided it. */
function stopped(containers: readonly object[], more: Partial<World> = {}): [number, readonly string[]] {
  const stop = { type: 'stopReplica', spec: { location: 'aws-us-east-1' } };
  const world: World = {
    ...more,
    spec: { containers, rolloutOptions: { terminationGracePeriodSeconds: 90 } },
    timeline: [{ at: '+10s', post: '/gvc/shop/workload/api/-command', with: stop }],
    behavior: { stop: '1s', ...more.behavior },
  };
  const { entries, run } = called(world, []);
  const gone = entries.find(({ type }) => type === 'replica.gone');
  return [((gone?.at ?? 0) - run.scenario.start) / 1000 - 10, gone?.reason.assumptions ?? []];
}

describe('a replica whose container states a preStop hook', () => {
  it('gets the stop signal when the hook has ended', () => {
    expect(stopped([container])[0]).toBe(46);
    expect(stopped([hooked('sleep', '10')])).toEqual([11, ['termination.hooks', 'replica.stop.duration']]);
    expect(stopped([hooked('true')])[0]).toBe(1);
  });

  it('waits as usual for a container without a hook', () => {
    const other = { name: 'other', image: 'other:1', cpu: '100m', memory: '128Mi' };
    expect(stopped([hooked('sleep', '10'), other])[0]).toBe(46);
  });

  it('takes the time of a hook that its command does not say from the behaviour, else waits as usual', () => {
    expect(stopped([hooked('drain')], { behavior: { preStop: '20s' } })[0]).toBe(21);
    expect(stopped([hooked('drain')])[0]).toBe(46);
    expect(stopped([hooked('sleep', '10')], { behavior: { preStop: '20s' } })[0]).toBe(11);
  });

  it('is not waited for with `termination.hooks` ignored', () => {
    const [seconds, names] = stopped([hooked('sleep', '10')], { assumptions: { 'termination.hooks': 'ignored' } });
    expect([seconds, names]).toEqual([46, ['termination.preStop', 'replica.stop.duration']]);
  });
});

import { describe, expect, it } from 'vitest';
import { day, hour, minute, second } from '../../../src/engine/time.ts';
import { type LinkedEntry, linkParts } from '../../../src/report/why/linkParts.ts';

const entry = (type: string, at: number, data: LinkedEntry['data'] = {}): LinkedEntry => {
  return { type, at, assumptions: [], data };
};

describe('the time between a cause and an entry', () => {
  it('is made up of the steps of a replica, each with the assumption that decides it', () => {
    const created = entry('replica.created', 0, {
      placedAt: 1_000,
      mountedAt: 16_000,
      pulledAt: 24_000,
      startedAt: 29_000,
    });
    expect(linkParts(entry('replica.ready', 31_000), created)).toEqual([
      { ms: 1_000, what: 'until the replica was placed', kind: 'assumption', names: ['replica.schedule.duration'] },
      expect.objectContaining({ ms: 15_000, what: 'until its volumes were attached' }),
      { ms: 8_000, what: 'until its images were there', kind: 'assumption', names: ['replica.pull.duration'] },
      { ms: 5_000, what: 'until its containers ran', kind: 'assumption', names: ['replica.start.duration'] },
      { ms: 2_000, what: 'until its probes had succeeded', kind: 'assumption', names: ['probe.grid'] },
    ]);
  });

  it('of an expansion after a refusal is the end of the quota, then the wait for the next reading (LIMIT-1)', () => {
    const refused = entry('expansion.refused', 0, { retryAt: 20 * hour + 30 * second });
    const parts = linkParts(entry('expansion.accepted', 20 * hour + minute), refused);
    expect(parts).toEqual([
      expect.objectContaining({ ms: 20 * hour + 30 * second, kind: 'rule', names: ['LIMIT-1'] }),
      expect.objectContaining({ ms: 30 * second, names: ['volume.reading.interval'] }),
    ]);
  });

  it('that was planned for later is cut short by what came before', () => {
    const started = entry('execution.started', 0, { placedAt: 1_000, startedAt: day });
    const removed = entry('execution.removed', 600_000, { why: 'deadline' });
    expect(linkParts(removed, started)?.map(({ ms }) => ms)).toEqual([1_000, 599_000]);
  });

  it('of a call that found a fault is until it came, and its own', () => {
    const ended = entry('call.ended', 10_000, { latencyMs: 400 });
    expect(linkParts(ended, entry('fault.begun', 2_000))?.map(({ ms, kind }) => [ms, kind])).toEqual([
      [7_600, 'state'],
      [400, 'behaviour'],
    ]);
  });

  it('of a skipped tick is how long the execution that blocked it had been running, not the wait for a tick', () => {
    const skipped = (data: LinkedEntry['data']) =>
      linkParts(entry('execution.skipped', 1_200_000, data), entry('execution.started', 0))?.map(({ what }) => what);
    expect(skipped({ slotAt: 1_200_000 })).toEqual([
      'the execution that blocked the tick had been running for so long',
    ]);
    expect(skipped({ slotAt: 1_200_000, why: 'a later tick took its place' })).toEqual([
      'until the next tick of the schedule',
    ]);
  });

  it('of a removed execution is the end of its process and of its reserve', () => {
    const gone = {
      ...entry('execution.gone', 103_000),
      assumptions: ['replica.stop.duration', 'cron.removed.termination'],
    };
    expect(linkParts(gone, entry('execution.removed', 0, { goneAt: 103_000 }))).toEqual([
      {
        ms: 103_000,
        what: 'until its process had stopped and its reserve was released',
        kind: 'setting',
        names: ['terminationGracePeriodSeconds', 'replica.stop.duration', 'cron.removed.termination'],
      },
    ]);
  });

  it('of new routes after a change of the firewall is until that was in force', () => {
    const routed = { ...entry('demand.routed', 90_000), assumptions: ['traffic.route.location', 'firewall.duration'] };
    expect(linkParts(routed, entry('request.accepted', 0))).toEqual([
      {
        ms: 90_000,
        what: 'until the changed firewall was in force',
        kind: 'assumption',
        names: ['rollout.propagation.duration', 'firewall.duration'],
      },
    ]);
  });

  it('of a paused deployment is until it went on after its secret was created, not after another write', () => {
    const reopened = {
      ...entry('deployment.reopened', 480_000),
      assumptions: ['secret.missing', 'secret.heal.duration'],
    };
    const namesAfter = (path: string) =>
      linkParts(reopened, entry('request.accepted', 0, { path }))?.map(({ names }) => names);
    expect(namesAfter('/org/acme/secret')).toEqual([['secret.heal.duration']]);
    expect(namesAfter('/org/acme/secret/db')).toEqual([['secret.heal.duration']]);
    expect(namesAfter('/org/acme/gvc/shop/workload/secret-web')).toEqual([['rollout.propagation.duration']]);
  });

  it('of a restart is its back-off and its start', () => {
    const exited = entry('replica.exited', 0, { waitMs: 80_000, restartAt: 85_000 });
    expect(linkParts(entry('replica.restarted', 85_000), exited)?.map(({ ms, what }) => [ms, what])).toEqual([
      [80_000, 'of back-off'],
      [5_000, 'until its container was started again'],
    ]);
  });

  it.each([
    ['call.ended', 'in which callers in other locations had not found it'],
    ['demand.routed', 'until callers in other locations found it'],
  ])('of %s after a cold start is that others found it later', (type, what) => {
    const found = { ...entry(type, 100_000), assumptions: ['discovery.duration'] };
    expect(linkParts(found, entry('replica.ready', 0))).toEqual([
      { ms: 100_000, what, kind: 'assumption', names: ['discovery.duration'] },
    ]);
    expect(linkParts({ ...found, assumptions: [] }, entry('replica.ready', 0))).not.toEqual(
      linkParts(found, entry('replica.ready', 0)),
    );
  });

  it('is empty where no time has passed, and unknown where nothing should take time', () => {
    expect(linkParts(entry('replica.created', 5), entry('rollout.started', 5))).toEqual([]);
    expect(linkParts(entry('replica.created', 6), entry('rollout.started', 5))).toBe(null);
  });
});

describe('the start of a replica whose behaviour is its own', () => {
  const created = {
    type: 'replica.created',
    at: 0,
    assumptions: [],
    data: {
      placedAt: 1,
      preparedAt: 31,
      preparedBy: 'detach',
      mountedAt: 46,
      pulledAt: 49,
      ownPull: true,
      startedAt: 94,
      addedMs: 40,
    },
  };

  it('names what the platform takes and what the behaviour adds or replaces', () => {
    const ready = { type: 'replica.ready', at: 119, assumptions: [], data: { upAt: 115 } };
    expect(linkParts(ready, created)?.map(({ ms, names }) => [ms, ...names])).toEqual([
      [1, 'replica.schedule.duration'],
      [30, 'volume.duration.detach'],
      [15, 'volume.duration.attach'],
      [3, 'behavior.pull'],
      [5, 'replica.start.duration'],
      [40, 'behavior.start'],
      [21, 'behavior.readyAfter'],
      [4, 'probe.grid'],
    ]);
  });

  it('names a stop of its own, and that a volume was created', () => {
    const terminating = { type: 'replica.terminating', at: 0, assumptions: [], data: { signalAt: 45, goneAt: 52 } };
    const gone = { type: 'replica.gone', at: 52, assumptions: [], data: {} };
    const namesOf = (data: object) =>
      linkParts(gone, { ...terminating, data: { ...terminating.data, ...data } })?.at(-1)?.names;
    expect(namesOf({})).toContain('replica.stop.duration');
    expect(namesOf({ ownStop: true })).toContain('behavior.stop');
    const waitOf = (data: object) =>
      linkParts(gone, { ...terminating, data: { ...terminating.data, ...data } })?.[0]?.names;
    expect([waitOf({}), waitOf({ ownHook: true })]).toEqual([['termination.preStop'], ['lifecycle.preStop']]);
    const ready = { type: 'replica.ready', at: 94, assumptions: [], data: {} };
    const made = { ...created, data: { ...created.data, preparedBy: 'create' } };
    expect(linkParts(ready, made)?.[1]?.names).toEqual(['volume.duration.create']);
  });
});

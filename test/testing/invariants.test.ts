import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import { defaultAssumptions } from '../../src/rules/assumptions.ts';
import { scenarios } from '../../src/testing/arbitraries/scenarios.ts';
import { scenarioOf } from '../../src/testing/document.ts';
import { checkInvariants, invariants } from '../../src/testing/invariants/all.ts';
import { stepsFollowOwnSteps } from '../../src/testing/invariants/causes.ts';
import { endsComeFirst } from '../../src/testing/invariants/executions.ts';
import { violationText } from '../../src/testing/invariants/invariant.ts';
import { runToEnd } from '../../src/testing/laws/law.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 10, 1);

type GivenEntry = Partial<Entry> & { readonly type: string };

/** Entries one after the other, each with what is given of it. */
function journalOf(...given: readonly GivenEntry[]): Entry[] {
  return given.map((one, index) => ({
    seq: index + 1,
    at: start,
    subject: { name: 'ash/volumeset/data@here/0', hash: 0 },
    ordinal: null,
    reason: { rules: [], assumptions: [] },
    cause: null,
    data: {},
    ...one,
  }));
}

/** What is wrong with a journal, by the ids of the broken invariants. */
function brokenBy(journal: readonly Entry[]): string[] {
  const written = invariants.filter(({ id }) => id !== 'causesEndInRoots');
  return checkInvariants(journal, undefined, written).flatMap(({ invariant, violations }) =>
    violations.length > 0 ? [invariant.id] : [],
  );
}

/** How often `endsComeFirst` alone is broken. */
function orderOf(...given: readonly GivenEntry[]): number {
  return checkInvariants(journalOf(...given), undefined, [endsComeFirst])[0]?.violations.length ?? 0;
}

const web = { subject: { name: 'ash/workload/web@here', hash: 0 } };
const limit = { rules: ['LIMIT-1'], assumptions: [] };
const accepted = (hours: number, off = 0) => ({ type: 'expansion.accepted', at: start + hours * hour + off });
const four = [accepted(0), accepted(1), accepted(2), accepted(3)];

describe('an invariant', () => {
  it('holds for the journals of generated scenarios, under whatever they assume', () => {
    for (const document of fc.sample(scenarios({ hours: [2, 9] }), { seed: 3, numRuns: 25 })) {
      const scenario = scenarioOf(document);
      const { journal } = runToEnd(scenario);
      for (const { violations } of checkInvariants(journal, scenario.assumptions))
        expect(violations.map(violationText)).toEqual([]);
    }
  });

  it('is skipped under assumptions that it does not hold under', () => {
    const journal = journalOf(...four, accepted(4));
    expect(brokenBy(journal)).toEqual(['fourExpansions']);
    const closed = { ...defaultAssumptions, 'volume.limit.window': 'closed' as const };
    const [found] = checkInvariants(
      journal,
      closed,
      invariants.filter(({ id }) => id === 'fourExpansions'),
    );
    expect(found).toMatchObject({
      violations: [],
      skipped: 'it holds under volume.limit.window = leftOpen, and the run has "closed"',
    });
  });

  it('says when, what about, and what is wrong', () => {
    const [violation] = checkInvariants(journalOf(...four, accepted(4))).flatMap(({ violations }) => violations);
    expect(violationText(violation!)).toBe(
      'entry 5 at 2026-11-01T04:00:00.000Z, ash/volumeset/data@here/0: a fifth expansion within 24 hours; the first was at 2026-11-01T00:00:00.000Z',
    );
  });
});

describe('LIMIT-1: fourExpansions', () => {
  it('allows the fifth exactly 24 hours after the first, not one millisecond sooner', () => {
    expect(brokenBy(journalOf(...four, accepted(24)))).toEqual([]);
    expect(brokenBy(journalOf(...four, accepted(24, -1)))).toEqual(['fourExpansions']);
  });

  it('counts the expansions of a volume that was deleted, and not those of a set or a GVC that was', () => {
    const removed = (path: string) => ({
      type: 'request.accepted',
      at: start + 3 * hour,
      subject: { name: path, hash: 0 },
      data: { method: 'DELETE', path: `/org/acme${path}` },
    });
    expect(brokenBy(journalOf(...four, { ...accepted(3), type: 'volume.deleted' }, accepted(4)))).toEqual([
      'fourExpansions',
    ]);
    expect(brokenBy(journalOf(...four, removed('/gvc/ash/volumeset/data-2'), accepted(4)))).toEqual(['fourExpansions']);
    for (const path of ['/gvc/ash/volumeset/data', '/gvc/ash'])
      expect(brokenBy(journalOf(...four, removed(path), accepted(4)))).toEqual([]);
  });

  it('expects a refusal to end when the fourth newest is 24 hours old', () => {
    const refused = (retryAt: number) => ({
      type: 'expansion.refused',
      at: start + 4 * hour,
      reason: limit,
      data: { retryAt },
    });
    expect(brokenBy(journalOf(...four, refused(start + 24 * hour)))).toEqual([]);
    expect(brokenBy(journalOf(...four, refused(start + 24 * hour + 1)))).toEqual(['fourExpansions']);
  });
});

const started = { ...web, type: 'rollout.started', data: { version: 2, desired: 2, surge: 1, unavailable: 0 } };
const opened = { ...web, type: 'deployment.opened', data: { type: 'standard', desired: 2 } };
const replica = (type: string, ordinal: number, data = {}) => ({ ...web, type, ordinal, data });
const two = [opened, replica('replica.settled', 0), replica('replica.settled', 1)];

/** Two replicas at twice their target: four are proposed. */
const cpu = { metric: 'cpu', valueMilli: 120_000, targetMilli: 60_000 };
const scaled = (data: object, decided: object) => ({
  ...web,
  type: 'deployment.scaled',
  data: {
    from: 2,
    to: 4,
    measured: [cpu],
    decided: { proposed: 4, highestRecent: 4, least: 0, most: 6, minScale: 1, maxScale: 9, ...decided },
    ...data,
  },
});

/** 8.1 GB of 10 GB, of which 20 % must be free, with factor 2. */
const figures = { usedGB: 8.1, minFreePercentage: 20, scalingFactor: 2, reactiveTargetGB: 20.25, capGB: 100 };
const expansion = (data: object) => ({
  ...accepted(0),
  data: { trigger: 'reactive', toMicroGB: 20_250_000, predictiveTargetGB: null, ...figures, ...data },
});

describe('the numbers of an entry', () => {
  it('make its decision, bounds included', () => {
    const journal = journalOf(opened, scaled({}, {}), scaled({ from: 4, to: 6 }, { proposed: 8, most: 6 }));
    expect(brokenBy(journal)).toEqual([]);
    expect(brokenBy(journalOf(expansion({}), expansion({ capGB: 20.25 })))).toEqual([]);
  });

  it('tell how replicas enter that are not measured', () => {
    const measured = [{ ...cpu, valueMilli: 20_000, counted: 3 }];
    const sampled = [{ replicas: 4, totalMilli: 160_000, missing: 1 }];
    const three = { from: 4, to: 3, measured };
    expect(
      brokenBy(
        journalOf(
          { ...opened, data: { ...opened.data, desired: 4 } },
          scaled(three, { proposed: 3, highestRecent: 3, sampled }),
        ),
      ),
    ).toEqual([]);
    expect(
      brokenBy(
        journalOf(
          { ...opened, data: { ...opened.data, desired: 4 } },
          scaled(three, { proposed: 3, highestRecent: 3 }),
        ),
      ),
    ).toEqual(['scalingRecomputes']);
  });
});

describe('every other invariant is broken by one wrong entry', () => {
  it.each([
    ['entriesAreInOrder', [{ type: 'replica.ready', at: start + 1 }, { type: 'replica.ready' }]],
    ['entriesAreInOrder', [{ type: 'replica.ready' }, { type: 'replica.ready', seq: 3 }]],
    ['causesComeFirst', [{ type: 'replica.ready', cause: 2 }, { type: 'replica.ready' }]],
    [
      'stepsFollowOwnSteps',
      [replica('replica.created', 0), replica('replica.created', 1), { ...replica('replica.ready', 1), cause: 1 }],
    ],
    ['rolloutBounds', [...two, started, replica('replica.created', 2), replica('replica.created', 3)]],
    ['rolloutBounds', [...two, { ...started, at: start + 1 }, { ...replica('replica.terminating', 0), at: start + 1 }]],
    ['readyAfterStart', [replica('replica.created', 0, { startedAt: start + 1 }), replica('replica.ready', 0)]],
    ['goneAsStated', [replica('replica.terminating', 0, { goneAt: start - 1 }), replica('replica.gone', 0)]],
    [
      'suspendedStartsNothing',
      [{ ...web, type: 'deployment.suspended', data: { from: 2 } }, replica('replica.created', 0)],
    ],
    [
      'endsComeFirst',
      [
        { ...replica('replica.terminating', 0, { goneAt: start + 1 }) },
        { ...replica('replica.created', 1), cause: 1 },
        { ...replica('replica.ready', 1), at: start + 1, cause: 2 },
        { ...replica('replica.gone', 0), at: start + 1 },
      ],
    ],
    [
      'unmeasuredNeverLowers',
      [
        {
          ...web,
          type: 'deployment.scaled',
          data: {
            from: 3,
            to: 1,
            measured: [{ metric: 'rps', valueMilli: 0, targetMilli: 1_000, counted: 0 }],
            decided: { proposed: 1, minScale: 1, maxScale: 5 },
          },
        },
      ],
    ],
    ['evictedAboveAllotment', [replica('replica.evicted', 0, { allottedBytes: 999_999_999 })]],
    ['scalingIsContinuous', [opened, { ...web, type: 'deployment.scaled', data: { from: 3, to: 4 } }]],
    ['scalingRecomputes', [opened, scaled({ to: 3 }, {})]],
    ['scalingRecomputes', [opened, scaled({}, { proposed: 3 })]],
    ['scalingRecomputes', [opened, scaled({}, { most: 3 })]],
    ['scalingRecomputes', [opened, scaled({ measured: [{ ...cpu, valueMilli: 66_000 }] }, {})]],
    ['executionsEndOnce', [replica('execution.succeeded', 7)]],
    ['skipsHaveAReason', [replica('execution.skipped', 7)]],
    ['expansionsRaise', [{ type: 'volume.expanded', data: { fromMicroGB: 10, toMicroGB: 10 } }]],
    ['cappedAtMaxCapacity', [{ ...accepted(0), data: { trigger: 'reactive', toMicroGB: 30_000_001, capGB: 30 } }]],
    ['expansionsRecompute', [expansion({ toMicroGB: 20_250_010 })]],
    ['expansionsRecompute', [expansion({ scalingFactor: 1.9 })]],
    ['expansionsRecompute', [expansion({ toMicroGB: 20_000_000 })]],
    [
      'snapshotsExpireOnTime',
      [
        { type: 'snapshot.taken', data: { name: 's', expiresAt: start + hour } },
        { type: 'snapshot.expired', at: start + hour + 1, data: { name: 's' } },
      ],
    ],
  ] as const)('%s', (id, given) => {
    expect(brokenBy(journalOf(...given))).toEqual([id]);
  });

  it('causesEndInRoots: an entry that must have a cause has none', () => {
    const causes = invariants.filter(({ id }) => id === 'causesEndInRoots');
    const check = (type: string) => checkInvariants(journalOf({ type }), undefined, causes)[0]?.violations.length;
    expect(check('replica.ready')).toBe(1);
    expect(check('fault.begun')).toBe(0);
  });

  it('endsComeFirst: an instruction at the same instant may make a replica ready before anything ends', () => {
    const ready = { ...replica('replica.ready', 1), at: start + 1, cause: 2 };
    const gone = { ...replica('replica.gone', 0), at: start + 1 };
    const before = [
      replica('replica.terminating', 0, { goneAt: start + 1 }),
      { ...replica('replica.created', 1), cause: 1 },
    ];
    const instruction = { type: 'fault.ended', at: start + 1, cause: null };
    expect(orderOf(...before, ready, gone)).toBe(1);
    expect(orderOf(...before, instruction, ready, gone)).toBe(0);
    expect(orderOf(...before, gone, ready)).toBe(0);
  });

  it('stepsFollowOwnSteps: what comes from outside may lead to any step', () => {
    const ready = { ...replica('replica.ready', 1), cause: 1 };
    const broken = (before: GivenEntry) =>
      checkInvariants(journalOf(before, ready), undefined, [stepsFollowOwnSteps])[0]?.violations.length;
    expect(broken({ type: 'fault.ended' })).toBe(0);
    expect(broken(replica('replica.created', 1))).toBe(0);
    expect(broken({ type: 'deployment.scaled', ...web })).toBe(1);
  });

  it('linksNameTheirTime: nothing says why an entry comes so late', () => {
    const late = { type: 'rollout.completed', at: start + 1, cause: 1 };
    expect(brokenBy(journalOf({ type: 'fault.begun' }, late))).toEqual(['linksNameTheirTime']);
  });

  it('and all of them are tried here', () => {
    expect(invariants.map(({ id }) => id)).toHaveLength(21);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../src/engine/journal.ts';
import { scenariosUnderLoad } from '../../src/testing/arbitraries/loadScenarios.ts';
import { scenarioWith } from '../../src/testing/arbitraries/scenarioWith.ts';
import type { ScenarioDocument } from '../../src/testing/document.ts';
import { fullVolumeStoresItsCapacity, goneWithinGrace, snapshotsKeptAsLong } from '../../src/testing/laws/documents.ts';
import { type Law, LawCase, type Verdict } from '../../src/testing/laws/law.ts';
import { moreServesNoLess } from '../../src/testing/laws/metamorphic.ts';
import { unrelatedDoesNotMatter } from '../../src/testing/laws/sameRun.ts';
import type { Corner } from '../../src/testing/reached.ts';

function reaching(corner: Corner): ScenarioDocument {
  const [document] = fc.sample(scenarioWith({ corners: [corner], size: 'small' }), { seed: 2, numRuns: 1 });
  return document!;
}

/** What a law says of a run in which each entry of a type has other data. */
function changed(law: Law, document: ScenarioDocument, type: string, data: (of: Entry['data']) => object): Verdict {
  const given = new LawCase(document);
  const { run, journal } = given.ended;
  const others = journal.map((entry) =>
    entry.type === type ? { ...entry, data: { ...entry.data, ...data(entry.data) } as Entry['data'] } : entry,
  );
  const { scenario } = given;
  return law.judge({ document, scenario, ended: { run, journal: others } } as unknown as LawCase);
}

const same = (): object => ({});

describe('ROLL-11: goneWithinGrace', () => {
  const document = reaching('scaledUpInRollout');
  const leaving = 'replica.terminating';

  it('holds at the end of the grace period, and is broken one millisecond later', () => {
    const { journal } = new LawCase(document).ended;
    const { at } = journal.find(({ type, subject }) => type === leaving && subject.name.startsWith('oak-'))!;
    const only = (goneAt: number) => (of: Entry['data']) => (Number(of.signalAt) === at + 45_000 ? { goneAt } : {});
    expect(changed(goneWithinGrace, document, leaving, only(at + 90_000))).toEqual({ kind: 'holds' });
    expect(changed(goneWithinGrace, document, leaving, only(at + 90_001))).toMatchObject({
      kind: 'broken',
      observed: expect.stringContaining('90001 ms later; its grace period is 90 s'),
    });
  });

  it('takes the longest grace period that the timeline gives', () => {
    const later = (goneAt: number) => (of: Entry['data']) => ({ goneAt: Number(of.signalAt) - 45_000 + goneAt });
    const path = '/gvc/oak-scaledupinrollout/workload/scaledupinrollout';
    const step = { at: '+1h', patch: path, with: { spec: { rolloutOptions: { terminationGracePeriodSeconds: 100 } } } };
    const longer = { ...document, resources: own(document), timeline: [...ownSteps(document), step] };
    expect(changed(goneWithinGrace, longer, leaving, later(100_000))).toEqual({ kind: 'holds' });
    expect(changed(goneWithinGrace, longer, leaving, later(100_001))).toMatchObject({ kind: 'broken' });
  });

  it('a removed execution may stay cron.removed.termination longer', () => {
    const replaced = { ...reaching('executionReplaced'), timing: 'observed' };
    const { journal } = new LawCase(replaced).ended;
    const removed = journal.find(({ type }) => type === 'execution.removed')!;
    const { goneAt } = removed.data;
    const first = (late: number) => (of: Entry['data']) => (of.goneAt === goneAt ? { goneAt: removed.at + late } : {});
    const judged = (late: number) => changed(goneWithinGrace, replaced, 'execution.removed', first(late));
    expect(Number(goneAt) - removed.at).toBeGreaterThan(90_000);
    expect(judged(90_000 + 125_000)).toEqual({ kind: 'holds' });
    expect(judged(90_000 + 125_001)).toMatchObject({ kind: 'broken' });
  });
});

/** What belongs to the situation alone. */
function own({ resources }: ScenarioDocument): ScenarioDocument['resources'] {
  return resources.filter(({ kind, gvc, name }) => (kind === 'gvc' ? name : gvc)?.startsWith('oak-') === true);
}

function ownSteps({ timeline }: ScenarioDocument): ScenarioDocument['timeline'] {
  return timeline.filter((step) => JSON.stringify(step).includes('oak-'));
}

describe('SNAP-1: snapshotsKeptAsLong', () => {
  const document = reaching('snapshotExpired');

  it('is broken by a snapshot that is kept a millisecond longer than its set states', () => {
    expect(changed(snapshotsKeptAsLong, document, 'snapshot.taken', same)).toEqual({ kind: 'holds' });
    const late = (of: Entry['data']) => ({ expiresAt: Number(of.expiresAt) + 1 });
    expect(changed(snapshotsKeptAsLong, document, 'snapshot.taken', late)).toMatchObject({
      kind: 'broken',
      observed: expect.stringContaining('is kept for 1800001 ms instead of 1800000 ms'),
    });
  });

  it('says nothing of sets that the timeline changes', () => {
    const patch = '/gvc/oak-snapshotexpired/volumeset/snapshotexpired-disk';
    const step = { at: '+1h', patch, with: { spec: { snapshots: { retentionDuration: '40m' } } } };
    const alone = { ...document, resources: own(document), behavior: {}, timeline: [step] };
    expect(snapshotsKeptAsLong.judge(new LawCase(alone))).toMatchObject({ kind: 'skipped' });
  });
});

describe('fullVolumeStoresItsCapacity', () => {
  it('is broken by a snapshot of a full volume that lacks a byte', () => {
    const document = reaching('volumeFull');
    expect(changed(fullVolumeStoresItsCapacity, document, 'snapshot.taken', same)).toEqual({ kind: 'holds' });
    const less = (of: Entry['data']) => ({ bytes: Number(of.bytes) - 1 });
    expect(changed(fullVolumeStoresItsCapacity, document, 'snapshot.taken', less)).toMatchObject({ kind: 'broken' });
  });
});

describe('unrelatedDoesNotMatter', () => {
  it('is broken if an entry of the others is another one', () => {
    const document = reaching('forbidSkip');
    expect(changed(unrelatedDoesNotMatter, document, 'execution.skipped', same)).toEqual({ kind: 'holds' });
    const other = () => ({ running: 7 });
    expect(changed(unrelatedDoesNotMatter, document, 'execution.skipped', other)).toMatchObject({ kind: 'broken' });
  });
});

describe('moreServesNoLess', () => {
  it('holds for generated workloads of a fixed scale, and is asked of some', () => {
    const verdicts = fc
      .sample(scenariosUnderLoad, { seed: 1, numRuns: 25 })
      .map((document) => moreServesNoLess.judge(new LawCase(document)).kind);
    expect(verdicts).toContain('holds');
    expect(verdicts).not.toContain('broken');
  });

  it('is skipped if nothing has a fixed scale', () => {
    expect(moreServesNoLess.judge(new LawCase(reaching('scaledByLoad')))).toMatchObject({ kind: 'skipped' });
  });
});

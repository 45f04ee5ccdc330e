import { describe, expect, it } from 'vitest';
import { finished } from '../../../src/engine/slices.ts';
import { hour } from '../../../src/engine/time.ts';
import { billOfSession, capacityOfSession, journalOfSession } from '../../../src/experiment/session/replay.ts';
import { Session } from '../../../src/experiment/session/session.ts';
import { journalLine } from '../../../src/report/render/journalLine.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { busyShop, take, turnsOf } from './asked.ts';

function begun(recentMax?: number): Session {
  const text = JSON.stringify(busyShop);
  const options = { file: 'shop.json' };
  const { scenario } = parseScenario(text, options);
  if (scenario === null) throw new Error('no scenario');
  const session = new Session({ scenario, text, options }, recentMax === undefined ? {} : { recentMax });
  take(session, turnsOf(11, 200));
  return session;
}

describe('what a session tells by playing its export', () => {
  it('journal entries that are no longer kept, as they were', () => {
    const [all, few] = [begun(), begun(20)];
    const lines = (session: Session, seq: number, max: number): string[] =>
      finished(journalOfSession(session, seq, max)).map(journalLine);
    expect(few.entriesAfter(0, 10)).toBeNull();
    for (const [seq, max] of [
      [0, 10],
      [100, 150],
      [0, 100_000],
      [few.sequence, 5],
    ] as const)
      expect(lines(few, seq, max)).toEqual(lines(all, seq, max));
    expect(lines(few, 0, 100_000)).toHaveLength(few.sequence);
  });

  it('reports of a stretch, and leaves the session as it was', () => {
    const session = begun();
    const { fingerprint, now } = session;
    const { start } = session.origin.scenario;
    const bill = finished(billOfSession(session, { to: start + hour }));
    const capacity = finished(capacityOfSession(session, { to: start + hour }));
    expect(bill).toMatchObject({ horizon: { end: '2026-11-01T01:00:00Z' } });
    expect(capacity).toMatchObject({ horizon: { end: '2026-11-01T01:00:00.000Z' } });
    for (const stretch of [{ to: now + hour }, { from: start - hour }, { from: start + hour, to: start + hour }])
      expect(finished(billOfSession(session, stretch))).toEqual({ refused: expect.any(String) });
    expect([session.fingerprint, session.now]).toEqual([fingerprint, now]);
  });
});

import { describe, expect, it } from 'vitest';
import { ruleInCase } from '../../../src/report/why/ruleInCase.ts';
import { heldText } from '../../../src/report/why/scaleFormula.ts';

const at = Date.UTC(2026, 10, 2, 14, 2, 45);
const here = (id: string, type: string, data: { readonly [key: string]: unknown }): string | null =>
  ruleInCase(id, { type, at, data });

describe('a rule that only says which values a field has', () => {
  it('says what the bounds made of a count (WL-18)', () => {
    const decided = { minScale: 2, maxScale: 20, proposed: 7 };
    expect(here('WL-18', 'deployment.scaled', { from: 8, to: 7, decided })).toBe(
      'Autoscaling sets the desired replicas between `minScale`, 2, and `maxScale`, 20: here 7.',
    );
    expect(here('WL-18', 'deployment.scaled', { from: 2, to: 4 })).toContain('they make it 4');
    expect(here('WL-18', 'replica.created', {})).toContain('more replicas are desired than there are');
    expect(here('WL-18', 'replica.terminating', {})).toContain('fewer replicas are desired than there are');
  });

  it('says when a request had to end, and when it ended (WL-19)', () => {
    expect(here('WL-19', 'call.ended', { status: 504, latencyMs: 5_000 })).toBe(
      'A request ends at the latest after `defaultOptions.timeoutSeconds`: this one ended with 504 after 5s.',
    );
  });

  it('says how a replica stopped within its grace period (ROLL-11)', () => {
    const data = { signalAt: at + 45_000, goneAt: at + 46_000, why: 'older version' };
    expect(here('ROLL-11', 'replica.terminating', data)).toMatch(
      /This one left routing at 2 Nov 14:02:45, got the stop signal at 2 Nov 14:03:30 and had stopped at 2 Nov 14:03:31\.$/,
    );
  });

  it('says nothing of an entry that it does not know, nor in place of a rule that explains itself', () => {
    expect(here('WL-18', 'replica.ready', {})).toBeNull();
    expect(here('LIMIT-1', 'expansion.refused', {})).toBeNull();
  });
});

describe('the scale-down window', () => {
  const decided = { minScale: 2, maxScale: 20, proposed: 7, highestRecent: 7, least: 0, most: 40 };

  it('held the count up for its length before the count fell', () => {
    expect(heldText({ from: 8, to: 7, decided }, '5m')).toBe(
      'the scale-down window held 8 up until nothing above 7 had been proposed for 5m (hpa.down.window)',
    );
    expect(heldText({ from: 8, to: 7, decided: { ...decided, downWindowMs: 120_000 } }, 'scaleToZeroDelay')).toMatch(
      / had been proposed for 2m \(scaleToZeroDelay, by hpa\.down\.window\)$/,
    );
  });

  it('says nothing of a count that rises, nor of a loop without a window', () => {
    expect(heldText({ from: 7, to: 8, decided: { ...decided, proposed: 8 } }, '5m')).toBeNull();
    const { highestRecent: _, ...kpa } = decided;
    expect(heldText({ from: 8, to: 7, decided: kpa }, '5m')).toBeNull();
  });
});

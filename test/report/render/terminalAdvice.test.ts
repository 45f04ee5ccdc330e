import { describe, expect, it } from 'vitest';
import { adviceText } from '../../../src/report/render/terminalAdvice.ts';
import type { Advice, Recommendation, RejectedAlternative } from '../../../src/report/verdict/recommendation.ts';
import { noPaint } from '../../../src/report/words/paint.ts';

const effect = { cost: '1.0', costPerMonth: '3.0', problems: [] };

function rejected(
  proposed: string,
  why: string,
  stoppedBy: RejectedAlternative['stoppedBy'] = 'gain',
): RejectedAlternative {
  return { proposed, stoppedBy, why, effect };
}

/** Of ten days, with one question that is left as it is. */
function adviceWith(alternatives: readonly RejectedAlternative[]): Advice {
  const about = {
    kind: 'volume',
    target: 'shop/volumeset/data',
    location: null,
    field: 'autoscaling',
    now: 'none',
  } as const;
  return {
    schema: 'svcsim/recommend/1',
    name: 'shop',
    seed: '1',
    replication: 0,
    horizon: { start: '2026-11-01T00:00:00.000Z', end: '2026-11-11T00:00:00.000Z' },
    currency: 'USD',
    cost: '10.0',
    costPerMonth: '30.0',
    recommendations: [],
    unchanged: alternatives.length === 0 ? [] : [{ ...about, reason: 'it is full', rejected: alternatives }],
    total: { ...effect, cost: '0.0', costPerMonth: '0.0', singles: '0.0', overlap: '0.0' },
    replications: 1,
    confidence: 0.95,
    searchedReplication: 0,
    set: [],
    patch: '',
    rounds: 1,
    runs: 4,
    untried: 0,
  };
}

const shown = (alternatives: readonly RejectedAlternative[]): string[] =>
  adviceText(adviceWith(alternatives), noPaint, 100).split('\n');

describe('what was rejected is told on a terminal', () => {
  it('in one line for all that the same stopped, without the target that stands above it', () => {
    const why = 'a problem gets worse: shop/volumeset/data: refused expansions 1 -> 2';
    const lines = shown([rejected('20', why), rejected('30', why), rejected('40', 'it changes nothing')]);
    expect(lines).toEqual(
      expect.arrayContaining([
        'Rejected',
        '  shop/volumeset/data autoscaling, now none',
        '    ✗ 20; 30: a problem gets worse: refused expansions 1 -> 2',
        '    ✗ 40: it changes nothing',
      ]),
    );
  });

  it('with what it would cost, where another does the same for less', () => {
    const lines = shown([rejected('38 GB', '20 GB solves more, or the same at a lower cost', 'dearer')]);
    expect(lines).toContain('    ✗ 38 GB (+3.00): 20 GB solves more, or the same at a lower cost');
  });

  it('three of one reason and four reasons, and how many there are besides', () => {
    const many = [1, 2, 3, 4, 5].map((factor) => rejected(String(factor), 'it changes nothing'));
    const reasons = [1, 2, 3, 4, 5].map((one) => rejected(`a${one}`, `reason ${one}`));
    const lines = shown([...many, ...reasons]);
    expect(lines).toContain('    ✗ 1; 2; 3; 2 more: it changes nothing');
    expect(lines).toContain('    … and 2 more: --json has all');
  });

  it('not at all where nothing was', () => {
    expect(shown([]).join('\n')).not.toContain('Rejected');
  });
});

describe('a proposal is told on a terminal', () => {
  it('with what the rest would cost', () => {
    const advice = adviceWith([]);
    const sentence = 'shop/api cpu 2000m instead of maxScale 25 costs 69.22 USD more a month.';
    const next = { proposed: 'cpu 2000m', effect, sentence, set: [] };
    const about = { kind: 'scale', target: 'shop/workload/api', location: null, field: 'maxScale', now: '20' } as const;
    const recommendation = {
      ...about,
      proposed: '25',
      reason: 'requests were not served',
      window: advice.horizon,
      severity: 'error',
      effect,
      sentence: '',
      set: [],
      patch: '',
      rejected: [],
    } as const;
    const lines = (one: Recommendation): string[] =>
      adviceText({ ...advice, recommendations: [one] }, noPaint, 100).split('\n');
    expect(lines({ ...recommendation, next })).toContain(`      next step: ${sentence}`);
    expect(lines(recommendation).join('\n')).not.toContain('next step');
  });
});

import { describe, expect, it } from 'vitest';
import { ruleStatus } from '../../src/rules/built.ts';
import { because } from '../../src/rules/reason.ts';
import { areaOf, isRuleId, ruleOf, rules } from '../../src/rules/register.ts';

const counts: Readonly<Record<string, number>> = {
  RES: 6,
  TYPE: 16,
  WL: 23,
  REPL: 4,
  EPH: 3,
  ENV: 12,
  TAG: 35,
  IDN: 10,
  LOC: 9,
  VOL: 27,
  ENC: 8,
  VOLAUTO: 19,
  VOLCMD: 14,
  SNAP: 6,
  ROLL: 11,
  RETRY: 4,
  CRON: 19,
  HEALTH: 1,
  SUSP: 7,
  NET: 13,
  AUTH: 5,
  PERM: 9,
  API: 3,
  PATCH: 7,
  QUERY: 8,
  BILL: 4,
  LOG: 4,
  METRIC: 2,
  AUDIT: 1,
  ERR: 3,
  LIMIT: 1,
  VER: 4,
};

describe('the register of stated rules', () => {
  it('holds 298 rules', () => {
    expect(rules).toHaveLength(298);
  });

  it.each(Object.entries(counts))('%s has %i rules, numbered from 1 without a gap', (area, count) => {
    const ids = rules.filter(({ id }) => areaOf(id) === area).map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: count }, (_, index) => `${area}-${index + 1}`));
  });

  it.each([
    ['shape', 155],
    ['behaviour', 64],
    ['surface', 75],
    ['money', 4],
  ])('%s is the kind of %i rules', (kind, count) => {
    expect(rules.filter((rule) => rule.kind === kind)).toHaveLength(count);
  });

  it('no two statements are equal', () => {
    expect(new Set(rules.map(({ statement }) => statement)).size).toBe(rules.length);
  });

  it.each(rules.map((rule) => [rule.id, rule] as const))(
    '%s is a statement of whole sentences with a source',
    (_, { statement, source }) => {
      expect(statement).toMatch(/^[A-Z`{].{20,}\.$/);
      expect(source).not.toBe('');
    },
  );

  it('a rule is found by its id, and nothing else is an id', () => {
    expect(ruleOf('LIMIT-1').kind).toBe('behaviour');
    expect(isRuleId('LIMIT-1')).toBe(true);
    expect(isRuleId('LIMIT-2')).toBe(false);
    expect(isRuleId('toString')).toBe(false);
  });
});

describe('what is built of the rules', () => {
  it('a rule without an exception is built', () => {
    expect(ruleStatus('ROLL-3')).toEqual({ status: 'built' });
  });

  it('all of behaviour and money is built, and all else but what lies outside the simulation, each with its reason', () => {
    const left = rules.filter(({ id }) => ruleStatus(id).status !== 'built');
    expect(left.filter(({ kind }) => kind === 'behaviour' || kind === 'money')).toEqual([]);
    expect(left.length).toBeLessThanOrEqual(29);
    for (const { id } of left) expect(ruleStatus(id)).toMatchObject({ reason: expect.stringMatching(/\w/) as unknown });
  });

  it('an exception is of one rule alone', () => {
    expect(ruleStatus('TAG-35')).toEqual({ status: 'built' });
    expect(ruleStatus('TAG-8').status).toBe('shapeOnly');
  });

  it('tells tags that decide what becomes of a call from those that are only shown', () => {
    const decide = ['TAG-17', 'TAG-18', 'TAG-22', 'TAG-23', 'TAG-29', 'TAG-30'] as const;
    const shown = ['TAG-19', 'TAG-20', 'TAG-21', 'TAG-24', 'TAG-25', 'TAG-26', 'TAG-27', 'TAG-28'] as const;
    const ofLimiter = ['TAG-31', 'TAG-32', 'TAG-33', 'TAG-34'] as const;
    expect(decide.map((id) => ruleStatus(id).status)).toEqual(decide.map(() => 'built'));
    for (const id of [...shown, ...ofLimiter])
      expect(ruleStatus(id)).toMatchObject({
        status: 'shapeOnly',
        reason: expect.stringContaining('shown in the status'),
      });
  });
});

describe('a reason', () => {
  it('is one object for equal lists', () => {
    expect(because(['ROLL-3', 'ROLL-5'], ['rollout.rounding'])).toBe(
      because(['ROLL-3', 'ROLL-5'], ['rollout.rounding']),
    );
    expect(because(['ROLL-3'])).not.toBe(because(['ROLL-5']));
  });

  it('takes only ids and names of the registers', () => {
    // @ts-expect-error no rule has this id
    because(['ROLL-12']);
    // @ts-expect-error no assumption has this name
    because(['ROLL-1'], ['rollout.rounded']);
    expect(because(['ROLL-1'], ['rollout.rounding']).rules).toEqual(['ROLL-1']);
  });
});

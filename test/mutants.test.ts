import { existsSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { withNoticed } from '../scripts/checked.ts';
import { type Mutant, mutants, mutated, sourceOf } from '../scripts/mutant.ts';
import { chosenOf } from '../scripts/mutants.ts';
import { scenariosIn } from '../scripts/scenarios.ts';
import { checkedBy, checkedRules, shownBy, visitedBy } from '../src/node/evidence.ts';
import { ruleStatus } from '../src/rules/built.ts';
import { isRuleId, type RuleId, ruleOf, rules } from '../src/rules/register.ts';

const all = mutants();
const checked = checkedRules();
const built = rules.filter(({ id }) => ruleStatus(id).status === 'built');
const broken = [...new Set(all.map(({ rule }) => rule))];
/**
 * What a scenario of theirs shows is written in logs or shown in environments: no expectation measures it, so tests
 * alone check it.
 */
const unmeasured: readonly RuleId[] = ['ENV-1', 'LOG-2', 'LOG-3'];
const again = 'else run npm run mutants -- --write with the rule';

describe('the mutants that break one rule each', () => {
  it('are of every rule that is built, and of no other', () => {
    expect(built.map(({ id }) => id).filter((id) => !broken.includes(id))).toEqual([]);
    expect(broken.filter((rule) => ruleStatus(rule).status !== 'built')).toEqual([]);
  });

  it.each(all)('$rule applies once, parses, and says in a sentence what it breaks: $says', (mutant) => {
    const text = mutated(sourceOf(mutant), mutant);
    expect(text).not.toBe(sourceOf(mutant));
    expect(() => transformSync(text, { loader: 'ts' })).not.toThrow();
    expect(mutant.says).toMatch(/^\S.*\.$/);
  });
});

describe('what is written of the tests and scenarios that fail when a rule is broken', () => {
  it.each(broken)(`%s: each of its mutants was caught; ${again}`, (rule) => {
    expect(checked[rule]?.mutants).toBe(all.filter((mutant) => mutant.rule === rule).length);
  });

  it.each(Object.keys(checked).filter(isRuleId))(`%s: each still names the rule; ${again}`, (rule) => {
    const { tests, scenarios } = checkedBy(rule);
    const named = shownBy(rule);
    expect(tests.filter((file) => !named.tests.includes(file))).toEqual([]);
    expect(scenarios.filter((file) => !named.scenarios.includes(file))).toEqual([]);
    expect([...tests, ...scenarios].filter((file) => !existsSync(file))).toEqual([]);
  });

  it.each(broken)('%s is checked by a test, and a rule of behaviour by a scenario, too', (rule) => {
    const { tests, scenarios } = checkedBy(rule);
    expect(tests).not.toEqual([]);
    if (ruleOf(rule).kind === 'behaviour') expect(scenarios).not.toEqual([]);
  });

  it.each(scenariosIn('rules'))('scenarios/rules/%s fails when its rule is broken, or cannot', (name) => {
    const rule = /^[a-z]+-\d+/.exec(name)?.[0].toUpperCase() as RuleId;
    const isChecked = checkedBy(rule).scenarios.includes(`scenarios/rules/${name}.yaml`);
    if (broken.includes(rule)) expect(isChecked).toBe(!unmeasured.includes(rule));
  });

  it('tells them from those that only name the rule', () => {
    const { tests, scenarios } = shownBy('CRON-10');
    const [checks, visits] = [checkedBy('CRON-10'), visitedBy('CRON-10')];
    expect([...checks.tests, ...visits.tests].sort()).toEqual([...tests]);
    expect([...checks.scenarios, ...visits.scenarios].sort()).toEqual([...scenarios]);
    expect(checks.tests).toContain('test/platform/cron/deadline.test.ts');
    expect(visits.tests).toContain('test/report/capacity/capacity.test.ts');
  });
});

const mutant: Mutant = { rule: 'CRON-10', says: '', file: 'a.ts', find: 'f(a, b) < 4', replace: 'f(a, b) <= 4' };

describe('a mutant', () => {
  it.each([
    ['x = f(a, b) < 4;', 'x = f(a, b) <= 4;'],
    ['x = f(\n  a,\n  b,\n) < 4;', 'x = f(a, b) <= 4;'],
  ])('is found however the code is laid out in lines: %j', (text, changed) => {
    expect(mutated(text, mutant)).toBe(changed);
  });

  it.each([
    ['is not there', 'f(b, a) < 4', 0],
    ['is a part of longer words', 'elf(a, b) < 45', 0],
    ['is there twice', 'f(a, b) < 4 || f(a, b) < 4', 2],
  ])('does not apply where its code %s', (_, text, times) => {
    expect(() => mutated(text, mutant)).toThrow(`a.ts has ${times} times: f(a, b) < 4`);
  });
});

describe('the mutants to try', () => {
  const rulesOf = (words: readonly string[], shard?: string) => chosenOf(all, words, shard).map(({ rule }) => rule);

  it('are those of rules and of whole areas, or all', () => {
    expect(rulesOf(['CRON-10', 'LIMIT'])).toEqual(['CRON-10', 'LIMIT-1']);
    expect(rulesOf([])).toHaveLength(all.length);
  });

  it('come in parts, each rule in one of them', () => {
    const parts = ['1/3', '2/3', '3/3'].map((shard) => new Set(rulesOf([], shard)));
    expect(parts.flatMap((part) => [...part]).sort()).toEqual([...broken].sort());
  });

  it.each([
    [['LIMITS'], undefined, 'LIMITS is no rule and no area of rules'],
    [[], '4/3', '--shard is 4/3: write 1/4 for the first of four parts'],
    [[], 'first', '--shard is first: write 1/4 for the first of four parts'],
  ])('are none for %j, shard %s', (words, shard, message) => {
    expect(() => rulesOf(words, shard)).toThrow(message);
  });
});

describe('what was noticed', () => {
  const noticed = { rule: 'CRON-10' as const, isCaught: true, tests: ['b', 'a'], scenarios: [] };

  it('of all mutants of a rule is put together in place of what was there', () => {
    const other = { ...noticed, isCaught: false, tests: ['b'], scenarios: ['c'] };
    const before = { 'CRON-10': { mutants: 3, tests: ['old'], scenarios: [] } };
    expect([...withNoticed(before, [noticed, other])]).toEqual([
      ['CRON-10', { mutants: 1, tests: ['a', 'b'], scenarios: ['c'] }],
    ]);
  });

  it('leaves the other rules as they are, in the order of the register', () => {
    const before = {
      'CRON-18': { mutants: 1, tests: ['z'], scenarios: [] },
      'CRON-3': { mutants: 1, tests: ['y'], scenarios: [] },
    };
    expect([...withNoticed(before, [noticed]).keys()]).toEqual(['CRON-3', 'CRON-10', 'CRON-18']);
  });
});

import { describe, expect, it } from 'vitest';
import { namedInput, unknownInput } from '../../../src/experiment/study/inputChanges.ts';
import { capturePlan, type PlanText } from '../../../src/experiment/study/planText.ts';
import { inThisThread, type Runner } from '../../../src/experiment/study/runner.ts';
import { changesToTry, type SensitivityQuestion, sensitivity } from '../../../src/experiment/study/sensitivity.ts';
import { ended } from '../../../src/experiment/study/steps.ts';
import type { SensitivityDocument, SensitivityEffect } from '../../../src/report/study/sensitivityDocument.ts';
import type { Scenario } from '../../../src/scenario/scenario.ts';
import { measureOf } from './plans.ts';
import { apiOf, cronOf, failing, shopOf } from './shops.ts';

/** A job of 14 minutes every 10 minutes: with `skip` it starts at 0, 20, 40 ..., with `lateStart` every 14 minutes. */
const overlapping = (more = ''): string => `${shopOf('overlapping', '3h', 'timing: instant')}
${cronOf('job', '*/10 * * * *')}
behavior:
  shop/job: { execution: { duration: 14m } }
${more}`;
const started = 'executions.started of shop/job';

/** A workload with constant demand and a parameter of its scale. */
const standing = (copies: string, more = ''): string => `${shopOf('standing', '1h', `params: { copies: ${copies} }`)}
${apiOf(`{ metric: disabled, minScale: "\${copies}", maxScale: 20 }`)}
behavior:
  shop/api: { request: { cpu: 2ms, duration: 6ms } }
demand:
  - { to: shop/api, rate: 50/s }
${more}`;
const ready = 'replicas.ready of shop/api';

interface Asked extends Partial<Omit<SensitivityQuestion, 'inputs'>> {
  readonly of: readonly string[];
  readonly inputs?: readonly string[];
}

function captured(text: string): { readonly plan: PlanText; readonly scenario: Scenario } {
  const { plan, parsed } = capturePlan(text, { file: 's.yaml' });
  if (parsed.scenario === null) throw new Error(JSON.stringify(parsed.problems));
  return { plan, scenario: parsed.scenario };
}

function questionOf(text: string, { of, inputs = [], ...others }: Asked): SensitivityQuestion {
  const { plan, scenario } = captured(text);
  const read = inputs.map((path) => {
    const input = namedInput(path, plan);
    if (typeof input === 'string') throw new Error(input);
    return input;
  });
  const measures = of.map(measureOf);
  const usual = { name: 'test', only: [], change: 0.1, runs: 5, confidence: 0.95, currency: 'USD' };
  return { ...usual, plan, scenario, measures, inputs: read, ...others };
}

async function studied(text: string, asked: Asked, runner: Runner = inThisThread()): Promise<SensitivityDocument> {
  return ended(sensitivity(questionOf(text, asked), runner), ({ done, of }) => expect(done).toBeLessThanOrEqual(of));
}

function effectOf(
  { effects }: Pick<SensitivityDocument, 'effects'>,
  name: string,
  to?: string,
): SensitivityEffect | undefined {
  return effects.find((one) => one.name === name && (to === undefined || one.to === to));
}

describe('a sensitivity study', () => {
  it('knows exactly what another reading of Forbid changes', async () => {
    const document = await studied(overlapping(), { of: [started] });
    expect(document.measures[0]).toMatchObject({ measure: started, mean: 9 });
    expect(document.effects[0]).toMatchObject({
      name: 'cron.forbid.missed',
      kind: 'assumption',
      from: 'skip',
      to: 'lateStart',
      option: '--assume cron.forbid.missed=lateStart',
      measure: started,
      mean: 4,
      low: 4,
      high: 4,
      isInterval: true,
      flips: false,
      verdict: null,
    });
    expect(document).toMatchObject({ chance: 'none', runs: 1, verdict: null });
    expect(document.sentence).toContain(
      `most of all cron.forbid.missed = lateStart instead of skip: it raises ${started} by 4.`,
    );
    expect(document.sentence).toContain('The scenario has no expectations');
  });

  it('tries only what the run exercised', async () => {
    const document = await studied(overlapping(), { of: [started] });
    const names = new Set(document.effects.map(({ name }) => name));
    expect([...names].some((name) => /^(volume|hpa|snapshot|cron\.replace)\b/.test(name))).toBe(false);
    // Without an execution that is missed, nobody asks what becomes of it.
    const short = await studied(overlapping().replace('duration: 14m', 'duration: 4m'), { of: [started] });
    expect(effectOf(short, 'cron.forbid.missed')).toBeUndefined();
    // What the ledger alone knows of counts, too.
    expect(names).toContain('billing.replicaFrom');
  });

  it('says which change turns the verdict, and of which expectation', async () => {
    const text = overlapping(`expect:
  - { metric: executions.started, of: shop/job, is: "<= 10" }
  - { metric: executions.failed, of: shop/job, is: "= 0" }`);
    const document = await studied(text, { of: [started] });
    expect(document.verdict).toMatchObject({ verdict: 'pass', passes: 1, runs: 1 });
    const [first] = document.effects;
    expect(first).toMatchObject({ name: 'cron.forbid.missed', flips: true, verdict: { verdict: 'fail', passes: 0 } });
    expect(first?.flipped).toMatchObject([{ from: 'pass', to: 'fail', passes: 0 }]);
    expect(document.effects.filter(({ flips }) => flips)).toHaveLength(1);
    expect(document.sentence).toMatch(
      /The verdict \(pass\) is not the same under all of them: cron.forbid.missed = lateStart instead of skip turns 'executions.started of shop\/job.*' to fail\.$/,
    );
  });

  it('says that the verdict is the same under all of them where nothing matters', async () => {
    const text = overlapping(`expect:
  - { metric: executions.failed, of: shop/job, is: "= 0" }`);
    const document = await studied(text, { of: ['executions.failed of shop/job'] });
    expect(document.effects.length).toBeGreaterThan(5);
    expect(document.effects.every(({ mean, flips }) => mean === 0 && !flips)).toBe(true);
    expect(document.sentence).toMatch(
      /^Nothing is random: .* None of \d+ changes moves executions.failed of shop\/job. The verdict \(pass\) is the same under all of them\.$/,
    );
  });

  it('judges expectations of requests although no measure asks for them', async () => {
    const text = standing('4', 'expect: [{ metric: load.requests, of: shop/api, is: "<= 190000" }]');
    const document = await studied(text, { of: [ready], inputs: ['demand[0].rate'], only: ['copies'] });
    // 50 a second for an hour are 180,000.
    expect(document.verdict).toMatchObject({ verdict: 'pass' });
    expect(effectOf(document, 'demand[0].rate', '55/s')).toMatchObject({ flips: true, mean: 0 });
    expect(effectOf(document, 'demand[0].rate', '45/s')).toMatchObject({ flips: false });
  });

  it('changes a constant parameter by a share, or to the next whole number', async () => {
    const document = await studied(standing('4'), { of: [ready], only: ['copies'] });
    expect(effectOf(document, 'copies', '3')).toMatchObject({ kind: 'parameter', from: '4', mean: -1 });
    expect(effectOf(document, 'copies', '5')).toMatchObject({ mean: 1, option: '--set params.copies=5' });
    expect(document.effects).toHaveLength(2);
    const wide = await studied(standing('4'), { of: [ready], only: ['copies'], change: 0.5 });
    expect(wide.effects.map(({ to, mean }) => [to, mean])).toEqual([
      ['2', -2],
      ['6', 2],
    ]);
  });

  it('changes a drawn parameter to its 5 % and 95 % quantiles, and knows that chance is present', async () => {
    const document = await studied(standing('{ uniform: { from: 1, to: 11 }, round: 1 }'), {
      of: [ready],
      only: ['copies'],
      runs: 6,
    });
    expect(document).toMatchObject({ chance: 'present', runs: 6 });
    const base = document.measures[0]?.mean ?? Number.NaN;
    expect(effectOf(document, 'copies', '2')).toMatchObject({ from: 'drawn', runs: 6 });
    expect(effectOf(document, 'copies', '2')?.mean).toBeCloseTo(2 - base, 9);
    expect(effectOf(document, 'copies', '11')?.mean).toBeCloseTo(11 - base, 9);
    const [first, second] = document.effects.map(({ mean }) => Math.abs(mean ?? 0));
    expect(first).toBeGreaterThan(second ?? Number.NaN);
  });

  it('leaves a parameter out that nothing uses', async () => {
    const document = await studied(standing('4').replace('copies: 4', 'copies: 4, idle: 7'), { of: [ready] });
    expect(effectOf(document, 'idle')).toBeUndefined();
    expect(document.refused).toEqual([]);
    expect(effectOf(document, 'copies')).toBeDefined();
  });

  it('changes named inputs with their units', async () => {
    const document = await studied(standing('4'), {
      of: ['load.requests of shop/api'],
      inputs: ['demand[0].rate', 'behavior.shop/api.request.cpu', 'shop/workload/api.spec.containers[0].cpu'],
      only: ['copies'],
    });
    expect(effectOf(document, 'demand[0].rate', '45/s')).toMatchObject({ kind: 'input', from: '50/s', mean: -18_000 });
    expect(effectOf(document, 'demand[0].rate', '55/s')).toMatchObject({ mean: 18_000 });
    // 500m of a cpu are no minutes.
    expect(effectOf(document, 'shop/workload/api.spec.containers[0].cpu', '550m')).toBeDefined();
    expect(effectOf(document, 'behavior.shop/api.request.cpu', '1.8ms')).toBeUndefined();
    expect(effectOf(document, 'behavior.shop/api.request.cpu', '3ms')).toBeDefined();
  });

  it('lists a refused change with its rule and goes on', async () => {
    const text = standing('20');
    const document = await studied(text, { of: [ready], only: ['copies'] });
    expect(document.effects.map(({ to }) => to)).toEqual(['18']);
    expect(document.refused).toMatchObject([{ name: 'copies', from: '20', to: '22' }]);
    expect(document.refused[0]?.message).toMatch(/minScale/);
    expect(document.sentence).toContain('1 change cannot be run.');
  });

  it('turns a verdict by the majority of runs', async () => {
    // 24 ticks: at 20 % most runs have fewer than 6 failures, at 38 % most have more, at 2 % all have fewer.
    const text = failing(`"\${share}%"`)
      .replace('svcsim: 1', 'svcsim: 1\nparams: { share: 20 }')
      .concat('expect: [{ metric: executions.failed, of: shop/night, is: "< 6" }]\n');
    const document = await studied(text, {
      of: ['executions.failed of shop/night'],
      only: ['share'],
      change: 0.9,
      runs: 9,
    });
    const { verdict } = document;
    expect(verdict?.verdict).toBe('pass');
    expect(verdict?.passes).toBeLessThan(9);
    const more = effectOf(document, 'share', '38');
    expect(more).toMatchObject({ flips: true, verdict: { verdict: 'fail', runs: 9 } });
    expect(effectOf(document, 'share', '2')).toMatchObject({ flips: false, verdict: { verdict: 'pass', passes: 9 } });
    expect(document.sentence).toContain(`The verdict (pass in ${verdict?.passes} of 9 runs) is not the same`);
    expect(more?.low).not.toBeNull();
  });

  it('sees that all expectations together turn, although none of them does', async () => {
    const text = standing('4', 'expect: [{ metric: replicas.ready, of: shop/api, is: ">= 1" }]');
    const spoiling: Runner = {
      width: 1,
      async *run(jobs) {
        for await (const result of inThisThread().run(jobs)) {
          if (result.kind !== 'measured' || !result.key.includes('copies=5')) yield result;
          else {
            const values = Object.entries(result.values).map(([name, value]) => [name, / all$/.test(name) ? 0 : value]);
            yield { ...result, values: Object.fromEntries(values) };
          }
        }
      },
    };
    const document = await studied(text, { of: [ready], only: ['copies'] }, spoiling);
    expect(effectOf(document, 'copies', '5')).toMatchObject({ flips: true, flipped: [] });
    expect(document.sentence).toContain('copies = 5 instead of 4 turns it to fail.');
  });

  it('ranks by the greatest effect of an input, separately for each measure', async () => {
    const document = await studied(standing('4'), {
      of: [ready, 'load.requests of shop/api'],
      only: ['copies'],
      inputs: ['demand[0].rate'],
    });
    const namesOf = (measure: string): readonly string[] => [
      ...new Set(document.effects.filter((one) => one.measure === measure).map(({ name }) => name)),
    ];
    expect(namesOf(ready)).toEqual(['copies', 'demand[0].rate']);
    expect(namesOf('load.requests of shop/api')).toEqual(['demand[0].rate', 'copies']);
  });

  it('gives the same document whatever the order in which runs end', async () => {
    const backwards: Runner = {
      width: 4,
      async *run(jobs) {
        for await (const result of inThisThread().run([...jobs].reverse())) yield result;
      },
    };
    const asked = { of: ['executions.failed of shop/night'], only: ['cron'], runs: 4 };
    const one = await studied(failing('20%'), asked);
    expect(JSON.stringify(await studied(failing('20%'), asked, backwards))).toBe(JSON.stringify(one));
  });

  it('leaves a run that fails out, and says which', async () => {
    const breaking: Runner = {
      width: 1,
      async *run(jobs) {
        for await (const result of inThisThread().run(jobs))
          yield result.key === '--set params.copies=5 0'
            ? { kind: 'failed', key: result.key, message: 'broken' }
            : result;
      },
    };
    const document = await studied(standing('4'), { of: [ready], only: ['copies'] }, breaking);
    const command = 'svcsim run s.yaml --set params.copies=5 --replication 0';
    expect(document.failed).toEqual([
      { option: '--set params.copies=5', runs: [{ replication: 0, message: 'broken', command }] },
    ]);
    expect(effectOf(document, 'copies', '5')).toMatchObject({ mean: null, runs: 0, flips: false });
    expect(document.sentence).toContain('1 run failed and is left out.');
  });

  it('has nothing to say where nothing can be changed', async () => {
    const document = await studied(standing('4'), { of: [ready], only: ['cron.forbid.missed'] });
    expect(document.effects).toEqual([]);
    expect(document.sentence).toMatch(/^There is nothing to try/);
  });

  it('lists what it would try after one run', async () => {
    const found = await changesToTry(
      questionOf(standing('4'), { of: [ready], only: ['copies', 'billing.chargedMeters'] }),
      inThisThread(),
    );
    if ('kind' in found) throw new Error(found.kind);
    expect(found.changes.map(({ name, to }) => [name, to])).toEqual([
      ['copies', '3'],
      ['copies', '5'],
    ]);
    expect(found.untried.map(({ name }) => name)).toEqual(['billing.chargedMeters']);
  });
});

describe('a named input', () => {
  const { plan, scenario } = captured(standing('4'));

  it.each([
    ['demand[0].rat', "'demand[0]' has no field 'rat'"],
    ['shop/workload/api.spec', 'is a map; expected the path of a number, such as 250, 50/s or 2h'],
    ['demand', 'is a list'],
    ['shop/workload/api.spec.type', "is 'standard'"],
    ['shop/workload/api.spec.defaultOptions.suspend', 'the file has no value there'],
    ['params.copies', 'parameters are tried anyway'],
  ])('%s is refused', (path, message) => {
    expect(namedInput(path, plan)).toContain(message);
  });

  it('has the value of the file', () => {
    expect(namedInput('demand[0].rate', plan)).toEqual({ path: 'demand[0].rate', value: '50/s' });
  });

  it.each([
    ['cron', null],
    ['cron.forbid.missed', null],
    ['copies', null],
    [
      'cron.forbid.mised',
      "there is no assumption, family of assumptions or parameter 'cron.forbid.mised'; did you mean 'cron.forbid.missed'?",
    ],
  ])('a study of %s only: %s', (name, problem) => {
    expect(unknownInput(name, scenario)).toBe(problem);
  });
});

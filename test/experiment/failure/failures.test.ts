import { describe, expect, it } from 'vitest';
import { hour, instantFromIso, minute } from '../../../src/engine/time.ts';
import { type Failures, failuresOf } from '../../../src/experiment/failure/failures.ts';
import { worstHour } from '../../../src/experiment/failure/worstHour.ts';
import { capturePlan } from '../../../src/experiment/study/planText.ts';
import { inThisThread, type Runner } from '../../../src/experiment/study/runner.ts';
import { ended as endOfStudy } from '../../../src/experiment/study/steps.ts';
import { faredOf } from '../../../src/experiment/study/stretch.ts';
import { failureTable } from '../../../src/report/render/terminalFailures.ts';
import { remedyLines } from '../../../src/report/verdict/failureText.ts';
import { jsonText } from '../../../src/report/words/jsonText.ts';
import { noPaint } from '../../../src/report/words/paint.ts';
import { tableLines } from '../../../src/report/words/table.ts';
import { good } from '../../scenario/builders.ts';
import { planOf, serving, shopOf } from '../recommend/advised.ts';

function lossesOf(text: string, runs = 1, runner: Runner = inThisThread()): Promise<Failures> {
  const { text: read, options } = planOf(text);
  const { plan, parsed } = capturePlan(read, options);
  if (parsed.scenario === null) throw new Error(JSON.stringify(parsed.problems, null, 1));
  return endOfStudy(failuresOf(plan, parsed.scenario, runner, { runs, confidence: 0.95 }));
}

/** The scenario with changes, as `--set` takes them, as a variant of its own. */
function withSet(text: string, set: readonly string[]): string {
  const [one = ''] = set;
  const [, path = '', value = ''] = /^(.*)=(.*)$/.exec(one) ?? [];
  const field = path.split('.').at(-1);
  return text.replace(new RegExp(`${field}: \\d+`), `${field}: ${value}`);
}

const fixed = (count: number): string => `metric: disabled, minScale: ${count}, maxScale: ${count}`;
const request = 'shop/api: { request: { cpu: 10ms, duration: 20ms } }';
/** One replica answers 50 a second. */
const shop = (count: number, rate: string, more: object = {}): string =>
  shopOf({
    resources: [serving('api', fixed(count))],
    behavior: [request],
    demand: [`{ to: shop/api, rate: ${rate} }`],
    ...more,
  });

describe('the worst hour', () => {
  const start = instantFromIso('2026-11-01T00:00:00Z') as number;
  const demandOf = (rate: string) => good(shop(1, rate)).demand;
  const run = { from: start, until: start + 48 * hour };

  it('is the whole hour in which most is asked, of equals the first', async () => {
    const demands = demandOf('{ daily: [["00:00", 1/s], ["14:10", 1/s], ["14:30", 50/s], ["14:50", 1/s]] }');
    expect(worstHour(demands, run, '1/0', [])).toEqual({ from: start + 14 * hour, until: start + 15 * hour });
    expect(worstHour(demandOf('5/s'), run, '1/0', [])).toEqual({ from: start, until: start + hour });
  });

  it('is the one that the timeline makes so', async () => {
    const at = start + 20 * hour;
    const scaled = [
      { at: at + 30 * minute, scale: 4 },
      { at: at + 2 * hour, scale: 1 },
    ];
    expect(worstHour(demandOf('5/s'), run, '1/0', scaled)).toEqual({ from: at + hour, until: at + 2 * hour });
  });

  it('is whole: it begins at a full hour, and ends within the run', async () => {
    const odd = { from: start + minute, until: start + 2 * hour + minute };
    expect(worstHour(demandOf('5/s'), odd, '1/0', [])).toEqual({ from: start + hour, until: start + 2 * hour });
  });

  it('is the whole run where that holds no whole hour', async () => {
    const short = { from: start + minute, until: start + 61 * minute - 1 };
    expect(worstHour(demandOf('5/s'), short, '1/0', [])).toEqual(short);
  });

  it('counts the noise of the run', () => {
    const noisy = good(shop(1, '5/s, noise: { every: 1h, cv: 0.5 }')).demand;
    expect(worstHour(noisy, run, '1/0', [])).not.toEqual(worstHour(noisy, run, '2/0', []));
  });
});

describe('how requests fare', () => {
  const counts = (pairs: readonly (readonly [number, number])[]) => pairs.map(([asked, good]) => ({ asked, good }));
  it.each([
    [
      'all are answered',
      [
        [0, 0],
        [60, 60],
        [120, 120],
      ],
      '1.0',
      0,
    ],
    [
      'a quarter is not, within one minute',
      [
        [0, 0],
        [60, 60],
        [120, 90],
      ],
      '0.75',
      1,
    ],
    [
      'what came before does not count',
      [
        [100, 0],
        [160, 60],
      ],
      '1.0',
      0,
    ],
    [
      'one in a thousand is no breach',
      [
        [0, 0],
        [1_000, 999],
      ],
      '0.999',
      0,
    ],
    [
      'nothing is asked',
      [
        [5, 5],
        [5, 5],
      ],
      null,
      0,
    ],
  ] as const)('%s', (_, pairs, served, breachMinutes) => {
    expect(faredOf(counts(pairs))).toEqual({ served: served === null ? null : Number(served), breachMinutes });
  });
});

describe('a loss at the worst hour', () => {
  it('of the only location answers nobody, and no spare replica helps', async () => {
    const { failures } = await lossesOf(shop(2, '40/s'));
    const location = failures.find(({ lost }) => lost === 'location');
    expect(location).toMatchObject({
      before: { served: '1.0', breachMinutes: 0 },
      after: { served: '0.0', breachMinutes: 60 },
    });
    expect(location?.spares).toMatchObject([
      { more: 1, served: '0.0' },
      { more: 2, served: '0.0' },
    ]);
  });

  it('of one of two replicas that are busy is felt; with a spare one it is not', async () => {
    const { failures } = await lossesOf(shop(2, '90/s'));
    const replica = failures.find(({ lost }) => lost === 'replica');
    expect(Number(replica?.after.served)).toBeLessThan(0.99);
    expect(replica?.after.breachMinutes).toBeGreaterThan(0);
    const [one, two] = replica?.spares ?? [];
    expect(Number(one?.served)).toBeGreaterThan(Number(replica?.after.served));
    // Two replicas cost what the run costs: each spare one half of that.
    expect(Number(two?.cost)).toBeCloseTo(2 * Number(one?.cost), 6);
    expect(Number(one?.cost)).toBeGreaterThan(0);
  });

  it('of a location goes to the other one, as far as there is room', async () => {
    const two = { locations: ['aws-us-east-1', 'aws-eu-central-1'] };
    const from = ', from: { aws-us-east-1: 50%, aws-eu-central-1: 50% }';
    const roomy = (await lossesOf(shop(2, `80/s${from}`, two))).failures.filter(({ lost }) => lost === 'location');
    const tight = (await lossesOf(shop(1, `80/s${from}`, two))).failures.filter(({ lost }) => lost === 'location');
    expect(roomy).toHaveLength(2);
    expect(roomy.map(({ after }) => Number(after.served) > 0.99)).toEqual([true, true]);
    expect(tight.map(({ after }) => Number(after.served) < 0.9)).toEqual([true, true]);
    expect(tight.map(({ spares }) => Number(spares[0]?.served) > 0.99)).toEqual([true, true]);
  });

  /** Callers at two locations; the one at aws-eu-central-1 has most of them, and may have up to 60 replicas. */
  const uneven = ({ noise = '', maxScale = 12, timeoutSeconds = 500 } = {}): string =>
    shopOf({
      length: '2h',
      locations: ['aws-us-east-1', 'aws-eu-central-1'],
      resources: [serving('api', `metric: cpu, target: 60, minScale: 10, maxScale: ${maxScale}`)],
      behavior: [request],
      demand: [
        `{ to: shop/api, rate: 100/s, from: { aws-us-east-1: 100% }${noise} }`,
        `{ to: shop/api, rate: 1100/s, from: { aws-eu-central-1: 100% }${noise} }`,
      ],
    }).replace(
      `maxScale: ${maxScale} } } } }`,
      `maxScale: ${maxScale} }, timeoutSeconds: ${timeoutSeconds} }, localOptions: [{ location: //location/aws-eu-central-1, timeoutSeconds: ${timeoutSeconds}, autoscaling: { metric: cpu, target: 60, minScale: 34, maxScale: 60 } }] } }`,
    );
  const lostEurope = ({ failures }: Failures) =>
    failures.find(({ lost, location }) => lost === 'location' && location === 'aws-eu-central-1');

  it('is answered with the lever that binds: at maxScale 7 % are served, and a greater maxScale serves all for nothing', async () => {
    const lost = lostEurope(await lossesOf(uneven()));
    // Twelve replicas answer half of 1,200 a second: after 500 s all that waits is given up.
    expect(lost?.limit).toBe('maxScale');
    expect(Number(lost?.after.served)).toBeCloseTo(0.07, 2);
    for (const { served } of lost?.spares ?? []) expect(Number(served)).toBeLessThan(0.1);
    // The work of all is that of 24 wholly busy replicas, and 35 do it at 70 %.
    expect(lost?.remedy).toMatchObject({
      lever: 'maxScale',
      proposed: 'maxScale 35',
      set: ['shop/workload/api.spec.defaultOptions.autoscaling.maxScale=35'],
      costPerMonth: '0.0',
      others: [],
    });
    expect(Number(lost?.remedy?.served)).toBeGreaterThan(0.999);
    expect(remedyLines(lost === undefined ? [] : [lost], 'USD')).toEqual([
      'shop/api without aws-eu-central-1 serves 6.81 %, because it is at maxScale. maxScale 35 serves 100 % and costs the same',
    ]);
  });

  it('has a proposal whose effect is that of a run with it', async () => {
    const text = uneven({ noise: ', noise: { every: 5m, cv: 0.1 }' });
    const lost = lostEurope(await lossesOf(text, 2));
    const again = lostEurope(await lossesOf(withSet(text, lost?.remedy?.set ?? [])));
    expect(again?.after).toEqual({ served: lost?.remedy?.served, breachMinutes: lost?.remedy?.breachMinutes });
  });

  it('is looked at in several replications if anything is random, and in one if nothing is', async () => {
    const sure = lostEurope(await lossesOf(uneven(), 3));
    expect([sure?.runs, sure?.remedy?.runs]).toEqual([undefined, undefined]);
    const noisy = lostEurope(await lossesOf(uneven({ noise: ', noise: { every: 5m, cv: 0.1 }' }), 3));
    expect(noisy?.runs?.served.runs).toBe(3);
    expect(noisy?.remedy?.runs?.served).toMatchObject({ runs: 3 });
    expect(noisy?.remedy?.runs?.served.least).toBeGreaterThan(0.9);
    expect(noisy?.remedy?.runs?.servedMore.mean).toBeCloseTo(
      (noisy?.remedy?.runs?.served.mean ?? 0) - (noisy?.runs?.served.mean ?? 0),
      9,
    );
  });

  it('comes to the same whatever the order is in which runs end', async () => {
    const backwards: Runner = {
      width: 4,
      async *run(jobs) {
        const results = [];
        for await (const result of inThisThread().run(jobs)) results.push(result);
        yield* results.reverse();
      },
    };
    const text = uneven({ noise: ', noise: { every: 5m, cv: 0.1 }' });
    expect(jsonText(await lossesOf(text, 2, backwards))).toBe(jsonText(await lossesOf(text, 2)));
  });

  it('is told to need another location where the only one is lost, and to need nothing where spare replicas are enough', async () => {
    const { failures } = await lossesOf(shop(2, '40/s'));
    expect(failures.map(({ remedy }) => remedy)).toEqual([null, null]);
    expect(remedyLines(failures, 'USD')).toEqual([
      'shop/api without aws-us-east-1: more replicas do not help, its requests need another location',
    ]);
  });

  it('of a zone is tried where zones are told, or replicas are spread over them', async () => {
    const zoned = shop(3, '60/s').replace('autoscaling: {', 'multiZone: { enabled: true }, autoscaling: {');
    const zone = (await lossesOf(zoned)).failures.find(({ lost }) => lost === 'zone');
    expect(zone).toMatchObject({ zone: 'a', location: 'aws-us-east-1' });
    expect(Number(zone?.after.served)).toBeGreaterThan(0.5);
    const single = (await lossesOf(`${shop(3, '60/s')}locations: { aws-us-east-1: { zones: 2 } }\n`)).failures.find(
      ({ lost }) => lost === 'zone',
    );
    expect(single?.after.served).toBe('0.0');
    expect((await lossesOf(shop(3, '60/s'))).failures.map(({ lost }) => lost)).toEqual(['replica', 'location']);
  });

  it('is felt by requests that come one by one, too', async () => {
    const text = shop(1, '1/s, arrivals: poisson', { length: '2h' });
    const location = (await lossesOf(text)).failures.find(({ lost }) => lost === 'location');
    expect(location).toMatchObject({ before: { served: '1.0' } });
    expect(Number(location?.after.served)).toBeLessThan(0.01);
  });

  it('is none where nothing is asked', async () => {
    expect(await lossesOf(shopOf({ resources: [serving('api', fixed(2))] }))).toEqual({
      failures: [],
      untried: 0,
      replications: 1,
    });
  });

  it('is the same a second time, to the last byte', async () => {
    const text = shop(2, '90/s, noise: { every: 10m, cv: 0.4 }');
    expect(jsonText(await lossesOf(text))).toBe(jsonText(await lossesOf(text)));
  });

  it('is said as a table', async () => {
    const { failures } = await lossesOf(shop(2, '90/s'));
    const lines = failureTable(failures, 'USD', { width: 100, paint: noPaint, table: tableLines });
    expect(lines.join('\n')).toContain('shop/api, 1 Nov 00:00 to 1 Nov 01:00, 100 % served');
    expect(lines.at(-1)).toMatch(/^ +aws-us-east-1 +0 % +60 /);
    expect(failureTable([], 'USD', { width: 100, paint: noPaint, table: tableLines })).toEqual([]);
  });
});

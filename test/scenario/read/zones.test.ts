import { describe, expect, it } from 'vitest';
import { instantFromIso } from '../../../src/engine/time.ts';
import { curveAt } from '../../../src/platform/traffic/curve.ts';
import { good, head, parse, shop, told } from '../builders.ts';

const zoneOf = (name: string): string => `${head}assumptions: { cron.zone: ${name} }\n${shop}`;

const scaled = `${shop}  - kind: workload
    gvc: shop
    name: worker
    spec: { type: standard, containers: [{ name: main, image: "worker:1", cpu: 500m, memory: 512Mi }], defaultOptions: { autoscaling: { metric: keda, minScale: 0, keda: { triggers: [{ type: rabbitmq, name: queue, metadata: { value: 10 } }] } } } }
`;

/** `shop/web` has a port; the rate is on line 20. */
const demand = (rate: string): string => `${head}${shop}  - kind: workload
    gvc: shop
    name: web
    spec: { type: standard, containers: [{ name: main, image: "web:1", ports: [{ number: 80, protocol: http }] }] }
behavior: { shop/web: { request: { duration: 50ms } } }
demand: [{ to: shop/web, rate: ${rate} }]
`;

describe('time zones of a scenario', () => {
  it('a zone that exists is taken, for schedules and beside daily and weekly', () => {
    for (const name of ['Europe/Berlin', 'UTC']) expect(told(zoneOf(name))).toEqual([]);
    const { problems } = parse(demand('{ daily: [["08:00", 1/s]], zone: Asia/Kathmandu }'));
    expect(problems).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['Europe/berlin', '4:27 unknown-zone', "did you mean 'Europe/Berlin'?"],
    ['Europe/Berln', '4:27 unknown-zone', "did you mean 'Europe/Berlin'?"],
    ['Europe/New_York', '4:27 unknown-zone', "found 'Europe/New_York'"],
  ])('a zone of schedules that does not exist: %s', (name, place, message) => {
    expect(told(zoneOf(name))).toEqual([place]);
    expect(parse(zoneOf(name)).problems[0]?.message).toContain(message);
  });

  it.each<[string, string, string]>([
    ['a city alone', '{ daily: [[08:00, 1/s]], zone: berlin }', "did you mean 'Europe/Berlin'?"],
    ['a city of two words', '{ daily: [[08:00, 1/s]], zone: New York }', "did you mean 'America/New_York'?"],
    ['a number', '{ weekly: [["Mon 08:00", 1/s]], zone: 2 }', 'found 2'],
    [
      'beside a form that counts from the start',
      '{ points: [[0h, 1/s]], zone: Europe/Berlin }',
      'only with daily or weekly',
    ],
  ])('a zone of demand, %s', (_, rate, message) => {
    const { scenario, problems } = parse(demand(rate));
    expect(scenario).toBeNull();
    expect(problems.map(({ line, message: text }) => [line, text])).toEqual([[20, expect.stringContaining(message)]]);
  });

  it('a zone that changes for good within the run is named, with the instant', () => {
    const text = (name: string): string =>
      `svcsim: 1\nstart: 2014-10-01T00:00:00Z\nfor: 60d\nassumptions: { cron.zone: ${name} }\n${shop}`;
    expect(told(text('Europe/Moscow'))).toEqual(['4:27 zone-changes']);
    const [found] = parse(text('Europe/Moscow')).problems;
    expect(found).toMatchObject({ severity: 'warning' });
    expect(found?.message).toContain('from UTC+04:00 to UTC+03:00 for good within the run, at 2014-10-25T22:00:00');
    expect(told(text('Europe/Berlin'))).toEqual([]);
  });

  it('a run beyond the years of the database is named', () => {
    const late = 'svcsim: 1\nstart: 2499-12-01T00:00:00Z\nfor: 60d\n';
    const codes = (name: string): string[] =>
      parse(`${late}assumptions: { cron.zone: ${name} }\n${shop}`).problems.map(({ code }) => code);
    expect(codes('Europe/Berlin')).toContain('zone-unknown-then');
    expect(codes('Etc/GMT-3')).not.toContain('zone-unknown-then');
  });

  it('levels of triggers and the work of volumes follow the clock of their zone, too', () => {
    const rate = '{ daily: [["00:00", 0], ["06:00", 60], ["12:00", 0]], zone: Asia/Kathmandu }';
    const rates = rate.replace('60', '60/s').replaceAll(', 0]', ', 0/s]');
    const { behaviours } = good(
      `${head}${scaled}behavior: { shop/worker: { keda: { queue: ${rate} } }, shop/data: { operations: ${rates} } }\n`,
    );
    const queue = behaviours.workloads.get('shop/workload/worker')?.keda?.['queue'];
    const { operations } = behaviours.volumesets.get('shop/volumeset/data') ?? {};
    if (queue === undefined || queue === 'failing' || operations == null) throw new Error('nothing was read');
    // Kathmandu is 5 h 45 min ahead: its midnight is 18:15 in UTC.
    const at = (time: string): number => Number(instantFromIso(`2026-11-02T${time}:00Z`));
    for (const curve of [queue.curve, operations])
      expect(['18:15', '21:15', '00:15', '03:15', '12:00'].map((time) => curveAt(curve, at(time)))).toEqual([
        0, 30, 60, 30, 0,
      ]);
  });
});

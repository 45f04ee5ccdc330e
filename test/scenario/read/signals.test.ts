import { describe, expect, it } from 'vitest';
import { hour, minute } from '../../../src/engine/time.ts';
import type { Signal, Signals } from '../../../src/platform/autoscaling/signal.ts';
import { curveAt } from '../../../src/platform/traffic/curve.ts';
import { behaviourBook } from '../../../src/scenario/read/behaviours.ts';
import { good, head, parse, type Texts, told } from '../builders.ts';

const startAt = Date.UTC(2026, 10, 1);

/** A gvc with one workload of two triggers, `queue` and `kafka`; `behavior:` follows on line 10. */
const worker = `resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: worker
    spec: { type: standard, containers: [{ name: main, image: "worker:1", cpu: 500m, memory: 512Mi }], defaultOptions: { autoscaling: { metric: keda, minScale: 0, keda: { triggers: [{ type: rabbitmq, name: queue, metadata: { value: 10 } }, { type: kafka, metadata: { lagThreshold: 5 } }] } } } }
`;
const both = (queue: string): string =>
  `${head}${worker}behavior: { shop/worker: { keda: { queue: ${queue}, kafka: 0 } } }\n`;

function signal(queue: string, files: Texts = {}): Signal {
  const found = good(both(queue), files).behaviours.workloads.get('shop/workload/worker')?.keda?.['queue'];
  if (found === undefined) throw new Error('no signal');
  return found;
}

function heights(queue: string, hours: readonly number[], files: Texts = {}): number[] {
  const found = signal(queue, files);
  if (found === 'failing') throw new Error('it fails');
  return hours.map((age) => Math.round(1_000 * curveAt(found.curve, startAt + age * hour)) / 1_000);
}

describe('values of triggers', () => {
  it.each<[string, string, readonly number[]]>([
    ['a level', '24', [24, 24, 24]],
    ['a fraction', '0.5', [0.5, 0.5, 0.5]],
    ['a rate counts per second', '90/m', [1.5, 1.5, 1.5]],
    ['steps', '{ steps: [[0h, 3], [2h, 40]] }', [3, 3, 40]],
    ['points', '{ points: [[0h, 0], [2h, 40]] }', [0, 20, 40]],
    ['by the clock', '{ daily: [[00:00, 10], [01:00, 20], [02:00, 0]] }', [10, 20, 0]],
    ['by the week, which begins on Monday', '{ weekly: [["Sun 00:00", 10], ["Sun 02:00", 30]] }', [10, 20, 30]],
    ['a ramp', '{ ramp: { from: 0, to: 1/s, over: 2h } }', [0, 0.5, 1]],
    ['with growth', '{ steps: [[0h, 10]], growth: 1%/h }', [10, 10.1, 10.201]],
  ])('%s', (_, queue, expected) => {
    expect(heights(queue, [0, 1, 2])).toEqual(expected);
  });

  it('a trace of levels: each row holds until the next, rows of one stamp are averaged', () => {
    const rows = ['00:00,10', '00:00,20', '01:00,4', '02:00,0'].map((row) => `2026-11-01T${row}`);
    const files = { 'q.csv': `time,value\n${rows.join('\n')}\n` };
    const trace = (more: string): string => `{ trace: { file: q.csv, repeat: true${more} } }`;
    expect(heights(trace(', scale: 2'), [0, 0.9, 1, 2, 3], files)).toEqual([30, 30, 8, 0, 30]);
    expect(heights(trace(', unit: requests/h, scale: 3600'), [0, 1], files)).toEqual([30, 4]);
    expect(told(both('{ trace: { file: q.csv } }'), files)).toEqual(['10:45 short-trace', 'q.csv:3:1 duplicate-rows']);
  });

  it('noise beside a form', () => {
    expect(signal('{ points: [[0h, 5]], noise: { every: 5m, cv: 0.3 } }')).toMatchObject({
      jitter: { every: 5 * minute, cv: 0.3 },
    });
    expect(signal('5')).toMatchObject({ jitter: null });
  });

  it('a source that cannot be asked', () => {
    expect(signal('failing')).toBe('failing');
  });

  it.each<[string, string, string]>([
    ['a word', 'many', '10:43 bad-unit'],
    ['less than nothing', '-3', '10:43 wrong-value'],
    ['a height with an unknown unit', '{ steps: [[0h, 3], [1h, 4/parsec]] }', '10:67 bad-unit'],
    ['no form', '{ noise: { every: 5m, cv: 1 } }', '10:43 missing-key'],
    ['two forms', '{ steps: [[0h, 3]], points: [[0h, 3]] }', '10:45 contradiction'],
    ['an unknown form', '{ stairs: [[0h, 3]] }', '10:45 unknown-key'],
    ['a clock of no time', '{ daily: [["noon", 3]] }', '10:54 bad-time'],
    ['a noise too quick', '{ points: [[0h, 1]], noise: { every: 5ms, cv: 1 } }', '10:80 bad-unit'],
    ['more than anybody can mean', '2000000000', '10:43 too-much'],
    ['no value at all', 'null', '10:43 wrong-type'],
  ])('%s is a problem', (_, queue, problem) => {
    expect(told(both(queue))).toEqual([problem]);
  });

  it('of several keys each trigger has its value from the most specific one, in the timeline too', () => {
    const text = `${head}${worker}behavior: { "shop/*": { keda: { queue: 1, kafka: 2 } }, shop/worker: { keda: { kafka: 3 } } }
timeline: [{ at: +1h, behavior: { "*/*": { keda: { queue: failing, kafka: 4 } }, shop/worker: { keda: { kafka: 5 } } } }]
`;
    const { behaviours, timeline } = good(text);
    const told = (signals: Signals | undefined): object =>
      Object.fromEntries(
        Object.entries(signals ?? {}).map(([name, one]) => [
          name,
          one === 'failing' ? one : curveAt(one.curve, startAt),
        ]),
      );
    expect(told(behaviours.workloads.get('shop/workload/worker')?.keda)).toEqual({ queue: 1, kafka: 3 });
    expect(told(behaviourBook(behaviours).workload('shop', 'worker').keda)).toEqual({ queue: 1, kafka: 3 });
    const [{ action } = { action: null }] = timeline;
    if (action?.kind !== 'behaviour') throw new Error('no change');
    const change = action.changes.get('shop/workload/worker')?.workload?.keda;
    expect(told(change)).toEqual({ queue: 'failing', kafka: 5 });
  });
});

describe('names of triggers', () => {
  const keda = (entry: string): string => `${head}${worker}behavior: { shop/worker: { keda: ${entry} } }\n`;
  const full = (text: string): unknown[] =>
    parse(text).problems.map(({ line, column, code, severity, message, hint }) => ({
      at: `${line}:${column}`,
      code,
      severity,
      message,
      hint,
    }));

  it('one that no trigger has is a problem, with the likeliest', () => {
    expect(full(keda('{ queue: 1, kafak: 2 }'))).toEqual([
      {
        at: '9:241',
        code: 'no-trigger-value',
        severity: 'warning',
        message:
          "the behavior has no value for the trigger 'kafka' (it has no name, so its type is its name): its value is 0",
        hint: 'add keda: { kafka: ... } to the behavior of shop/worker',
      },
      {
        at: '10:46',
        code: 'unknown-trigger',
        severity: 'error',
        message: "no trigger of 'shop/worker' has the name 'kafak': it has queue, kafka",
        hint: "did you mean 'kafka'?",
      },
    ]);
  });

  it('of a workload without triggers none is right', () => {
    const plain = worker.replace(/triggers: \[.*\] \}/, 'pollingInterval: 30 }');
    expect(full(`${head}${plain}behavior: { shop/worker: { keda: { queue: 1 } } }\n`)).toMatchObject([
      { code: 'no-effect', severity: 'warning' },
      { code: 'unknown-trigger', message: "no trigger of 'shop/worker' has the name 'queue': it has none" },
    ]);
  });

  it('one that nothing is told of is a warning, unless the timeline tells', () => {
    expect(told(keda('{ queue: 1 }'))).toEqual(['9:241 no-trigger-value']);
    const later = 'timeline: [{ at: +1h, behavior: { shop/worker: { keda: { kafka: 3 } } } }]\n';
    expect(told(`${keda('{ queue: 1 }')}${later}`)).toEqual([]);
    const assumed = 'assumptions: { keda.value.missing: failing }\n';
    expect(full(`${keda('{ queue: 1 }')}${assumed}`)).toMatchObject([
      {
        message:
          "the behavior has no value for the trigger 'kafka' (it has no name, so its type is its name): it fails",
      },
    ]);
  });

  it('one of type cron needs no value, unless its schedule cannot be read', () => {
    const metadata = (zone: string): string =>
      `{ start: "0 8 * * *", end: "0 18 * * *", desiredReplicas: 4, timezone: ${zone} }`;
    const scheduled = (zone: string): string =>
      `${head}${worker.replace('type: kafka, metadata: { lagThreshold: 5 }', `type: cron, metadata: ${metadata(zone)}`)}behavior: { shop/worker: { keda: { queue: 1 } } }\n`;
    for (const zone of ['UTC', 'Asia/Tokyo']) expect(told(scheduled(zone))).toEqual([]);
    expect(full(scheduled('Tokyo'))).toMatchObject([
      {
        code: 'no-trigger-value',
        message:
          "the behavior has no value for the trigger 'cron' (it has no name, so its type is its name), and its schedule gives none because its time zone 'Tokyo' is none of the IANA database; did you mean 'Asia/Tokyo'?: its value is 0",
      },
    ]);
  });

  it('a request of the timeline gives triggers too', () => {
    const patch =
      'timeline: [{ at: +1h, patch: /gvc/shop/workload/worker, with: { spec: { defaultOptions: { autoscaling: { keda: { $append/triggers: [{ type: redis, name: cache }] } } } } } }]\n';
    expect(told(`${keda('{ queue: 1, kafka: 1, cache: 1 }')}${patch}`)).toEqual([]);
    expect(told(`${keda('{ queue: 1, kafka: 1 }')}${patch}`)).toEqual(['11:133 no-trigger-value']);
  });

  it('one without a name goes by its type, or by its place (`keda.name.missing`), wherever it is told of', () => {
    const assumed = 'assumptions: { keda.name.missing: place }\n';
    expect(told(`${keda('{ queue: 1, trigger-2: 1 }')}${assumed}`)).toEqual([]);
    expect(full(`${keda('{ queue: 1, kafka: 1 }')}${assumed}`)).toMatchObject([
      {
        code: 'no-trigger-value',
        message:
          "the behavior has no value for the trigger 'trigger-2' (it has no name, so its position is its name): its value is 0",
      },
      { code: 'unknown-trigger', message: "no trigger of 'shop/worker' has the name 'kafka': it has queue, trigger-2" },
    ]);
  });

  it('one without a name that a patch appends is told from those before it', () => {
    const patch =
      'timeline: [{ at: +1h, patch: /gvc/shop/workload/worker, with: { spec: { defaultOptions: { autoscaling: { keda: { $append/triggers: [{ type: kafka }] } } } } } }]\n';
    expect(told(`${keda('{ queue: 1, kafka: 1, kafka-2: 1 }')}${patch}`)).toEqual([]);
    expect(told(`${keda('{ queue: 1, kafka: 1 }')}${patch}`)).toEqual(['11:133 no-trigger-value']);
  });

  it('a pattern means whoever has the trigger', () => {
    expect(told(`${head}${worker}behavior: { "*/*": { keda: { queue: 1, kafka: 1 } } }\n`)).toEqual([]);
    expect(told(`${head}${worker}behavior: { "shop/*": { keda: { queue: 1, kafka: 1, other: 1 } } }\n`)).toEqual([
      '10:53 unknown-trigger',
    ]);
  });
});

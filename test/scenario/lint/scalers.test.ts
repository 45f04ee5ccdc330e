import { describe, expect, it } from 'vitest';
import { head, parse } from '../builders.ts';

/** Warnings of scaling alone, each with the text it points at. */
function warned(autoscaling: string, { timeline = '', whole = false } = {}): string[] {
  const text = `${head}resources:
  - { kind: gvc, name: shop }
  - kind: workload
    gvc: shop
    name: worker
    spec:
      type: standard
      containers: [{ name: main, image: a, cpu: 100m }]
      defaultOptions:
        autoscaling: ${autoscaling}
${timeline}`;
  const lines = text.split('\n');
  return parse(text).problems.flatMap(({ code, line, column, endColumn, severity, message }) =>
    code === 'no-effect'
      ? [
          `${severity} at ${lines[line - 1]?.slice(column - 1, endColumn - 1)}: ${whole ? message : message.replace(/^.*: /, '')}`,
        ]
      : [],
  );
}

/** The same with the whole message. */
function toldWhole(autoscaling: string): string[] {
  return warned(autoscaling, { whole: true });
}

const trigger = (metadata: string, more = ''): string =>
  `{ metric: keda, keda: { triggers: [{ type: kafka, name: lag, metadata: ${metadata}${more} }] } }`;
const patch = (spec: string): string =>
  `timeline:\n  - { at: +1h, patch: /gvc/shop/workload/worker, with: { spec: { defaultOptions: { autoscaling: ${spec} } } } }\n`;

describe('an autoscaling of which nothing comes is a warning', () => {
  it.each([
    ['multi beside another metric', '{ metric: cpu, multi: [{ metric: rps, target: 5 }] }', 1],
    ['multi without a metric', '{ multi: [{ metric: rps, target: 5 }] }', 1],
    ['multi with its metric', '{ metric: multi, multi: [{ metric: rps, target: 5 }] }', 0],
    ['no multi', '{ metric: cpu, multi: [] }', 0],
    ['keda beside another metric', trigger('{ lagThreshold: "5" }').replace('metric: keda', 'metric: rps'), 1],
    ['keda without triggers', '{ metric: keda, maxScale: 5 }', 1],
    ['keda with an empty list of them', '{ metric: keda, keda: { triggers: [] } }', 1],
    ['a metricType that there is not', trigger('{ lagThreshold: "5" }', ', metricType: Bogus'), 1],
    ['a metricType that there is', trigger('{ lagThreshold: "5" }', ', metricType: Value'), 0],
    ['a target below 0', trigger('{ lagThreshold: "-5" }'), 1],
    ['a target of 0', trigger('{ value: 0 }'), 1],
    ['a target that is no number', trigger('{ lagThreshold: many }'), 1],
    ['a number below 0 that is no target', trigger('{ offset: -1, lagThreshold: 5 }'), 0],
    [
      'a fallback after no failure',
      trigger('{ lagThreshold: 5 }').replace('keda: {', 'keda: { fallback: { failureThreshold: 0, replicas: 2 },'),
      1,
    ],
  ])('%s', (_, autoscaling, count) => {
    expect(warned(autoscaling)).toHaveLength(count);
  });

  it('at its place, with what is done', () => {
    const list = '[{ metric: rps, target: 5 }]';
    expect(warned(`{ metric: cpu, multi: ${list} }`)).toEqual([`warning at ${list}: it is ignored`]);
    expect(warned(trigger('{ lagThreshold: "-5" }'))).toEqual([
      'warning at "-5": the trigger never asks for a replica',
    ]);
    expect(warned('{ metric: keda }')).toEqual(['warning at keda: it never asks for a replica']);
  });

  const typed = (type: string, metadata: string, more = ''): string =>
    `{ metric: keda, keda: { triggers: [{ type: ${type}, name: jobs, metadata: ${metadata}${more} }] } }`;

  it.each([
    ['the key of its scaler', typed('github-runner', '{ targetWorkflowQueueLength: "2" }'), []],
    ['none, where the scaler has a target of its own', typed('aws-sqs-queue', '{ queueURL: a }'), []],
    ['a percentage of each replica', typed('cpu', '{ value: "60" }', ', metricType: Utilization'), []],
    ['the key of an unknown scaler, which another has', typed('my-own', '{ threshold: 3 }'), []],
    [
      'the key of another scaler',
      typed('kafka', '{ threshold: 3 }'),
      ["warning at 3: the scaler 'kafka' reads its target from lagThreshold, not from 'threshold': its target is 10"],
    ],
    [
      'a key with a slip in it',
      typed('prometheus', '{ treshold: 3 }'),
      [
        "warning at 3: the scaler 'prometheus' reads its target from threshold, not from 'treshold': the trigger never asks for a replica",
      ],
    ],
    [
      'a variable of the environment',
      typed('nsq', '{ depthThresholdFromEnv: DEPTH }'),
      [
        "warning at DEPTH: the scaler 'nsq' reads its target from depthThreshold, not from 'depthThresholdFromEnv': its target is 10",
      ],
    ],
    [
      'another target than the fixed one',
      typed('cron', '{ value: 3, start: "0 * * * *", end: "5 * * * *", desiredReplicas: 2 }'),
      ["warning at 3: the scaler 'cron' has a fixed target: 'value' is ignored: its target is 1"],
    ],
    [
      'two targets',
      typed('solace-event-queue', '{ messageReceiveRateTarget: 5, messageCountTarget: 20 }'),
      [
        "warning at 5: a trigger has one target, and here it is messageCountTarget: 'messageReceiveRateTarget' is ignored",
      ],
    ],
    [
      'none, where the scaler needs one',
      typed('prometheus', '{ query: up }'),
      [
        "warning at { query: up }: expected threshold in the metadata of a trigger of type 'prometheus', found none: the trigger never asks for a replica",
      ],
    ],
    [
      'a scaler that is not known',
      typed('kafkaa', '{ lag: 3 }'),
      [
        "warning at kafkaa: svcsim does not know the scaler 'kafkaa', and its metadata has none of the target keys of other scalers: the trigger never asks for a replica",
      ],
    ],
  ])('a trigger has %s (TYPE-4)', (_, autoscaling, expected) => {
    expect(toldWhole(autoscaling)).toEqual(expected);
  });

  it('of a patch only where it says so itself', () => {
    const list = '{ multi: [{ metric: rps, target: 5 }] }';
    expect(warned('{ metric: multi, multi: [{ metric: cpu }] }', { timeline: patch(list) })).toEqual([]);
    expect(warned('{ metric: cpu }', { timeline: patch(list.replace('{', '{ metric: cpu,')) })).toHaveLength(1);
    expect(warned('{ metric: keda }', { timeline: patch(trigger('{ lagThreshold: 5 }')) })).toEqual([]);
  });

  it.each([
    [
      'minute 61',
      'start: "61 * * * *", end: "0 1 * * *", desiredReplicas: "5"',
      /its start '61 \* \* \* \*' is not a schedule \(the minute field allows/,
    ],
    ['no end', 'start: "0 * * * *", desiredReplicas: "5"', /it has no 'end'/],
    [
      'a period',
      'start: "@every 5m", end: "0 1 * * *", desiredReplicas: "5"',
      /its start '@every 5m' is not a time of day/,
    ],
    [
      'no number',
      'start: "0 * * * *", end: "5 * * * *", desiredReplicas: many',
      /desiredReplicas is 'many', not a whole number/,
    ],
    [
      'a zone that does not exist',
      'timezone: Asia/Tokio, start: "0 * * * *", end: "5 * * * *", desiredReplicas: 5',
      /its time zone 'Asia\/Tokio' is none of the IANA database; did you mean 'Asia\/Tokyo'\?/,
    ],
  ])('a schedule of a trigger that tells nothing says why: %s', (_, metadata, why) => {
    const text = `{ metric: keda, keda: { triggers: [{ type: cron, name: day, metadata: { ${metadata} } }] } }`;
    const { problems } = parse(
      `${head}resources:\n  - { kind: gvc, name: shop }\n  - { kind: workload, gvc: shop, name: worker, spec: { type: standard, containers: [{ name: main, image: a, cpu: 100m }], defaultOptions: { autoscaling: ${text} } } }\n`,
    );
    expect(problems.flatMap(({ code, message }) => (code === 'no-trigger-value' ? [message] : []))).toEqual([
      expect.stringMatching(why),
    ]);
  });
});

import type { Entry } from '../../src/engine/journal.ts';
import { Run } from '../../src/experiment/run.ts';
import { Chronicle } from '../../src/report/fold/chronicle.ts';
import { type Report, reportOf } from '../../src/report/report.ts';
import type { ParseOptions } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { good } from '../scenario/builders.ts';

/** A deployment of each type, a rollout, a stop, a full volume and a refused request, within a day. */
export const eventful = `svcsim: 1
name: eventful
start: 2026-11-01T00:00:00Z
for: 1d
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1, //location/aws-eu-central-1] } } }
  - { kind: volumeset, gvc: shop, name: data, spec: { fileSystemType: ext4, performanceClass: general-purpose-ssd, initialCapacity: 10 } }
  - kind: workload
    gvc: shop
    name: db
    spec:
      type: stateful
      containers: [{ name: main, image: "db:1", cpu: 500m, memory: 512Mi, volumes: [{ uri: "svc://volumeset/data", path: /data }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 2, maxScale: 2 } }
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: standard
      containers: [{ name: main, image: "web:1", cpu: 500m, memory: 512Mi, minCpu: 250m, minMemory: 256Mi }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 3, maxScale: 5 } }
  - kind: workload
    gvc: shop
    name: job
    spec:
      type: cron
      containers: [{ name: main, image: "job:1", cpu: 200m, memory: 256Mi }]
      job: { schedule: "*/30 * * * *", concurrencyPolicy: Forbid, restartPolicy: Never, activeDeadlineSeconds: 3000 }
behavior:
  shop/web: { cpu: 100m, memory: 300Mi, mounter: { egress: 2GB/d }, crash: { every: { exponential: { mean: 9h } } } }
  shop/data: { usage: { start: 8GB, growth: 3GB/d } }
  shop/job: { execution: { duration: { uniform: { from: 5m, to: 55m } }, failure: 20%, cpu: 150m } }
timeline:
  - { at: +2h, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, image: "web:2" }] } } }
  - { at: +3h, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { minScale: 5 } } } } }
  - { at: +4h, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, cpu: 4000m, minCpu: 1m }] } } }
  - { at: +5h, patch: /gvc/shop/workload/db, with: { spec: { defaultOptions: { autoscaling: { minScale: 1, maxScale: 1 } } } } }
  - { at: +9h, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { minScale: 4, maxScale: 4 } } } } }
  - { at: +10h, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { minScale: 5, maxScale: 5 } } } } }
  - { at: +19h, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { autoscaling: { minScale: 3 } } } } }
  - { at: +20h, delete: /gvc/shop/workload/job }
`;

/** The same with two parameters: one is drawn, one is a text. */
export const uncertain = `${eventful
  .replace('growth: 3GB/d', `growth: "\${growth}GB/d"`)
  .replace('name: eventful', `name: eventful\ndescription: "\${words}"`)}params:
  growth: { triangular: { low: 2, mode: 3, high: 8 }, round: 0.1 }
  words: a b
`;

export interface Ran {
  readonly scenario: Scenario;
  readonly run: Run;
  readonly chronicle: Chronicle;
  readonly entries: readonly Entry[];
  readonly report: Report;
}

/** Runs a scenario to its end with a chronicle that listens. */
export function ran(text: string, options: Partial<ParseOptions> = {}): Ran {
  const scenario = good(text, {}, options);
  const chronicle = new Chronicle(scenario);
  const entries: Entry[] = [];
  const run = new Run(scenario, {
    sink: (entry) => {
      entries.push(entry);
      chronicle.listen(entry);
    },
  });
  run.advance();
  return { scenario, run, chronicle, entries, report: reportOf(run, chronicle) };
}

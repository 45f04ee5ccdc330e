import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scenariosIn } from '../../scripts/scenarios.ts';
import { Run } from '../../src/experiment/run.ts';
import { Chronicle } from '../../src/report/fold/chronicle.ts';
import { PageChronicle } from '../../src/report/fold/page/pageChronicle.ts';
import { filesOf } from '../../src/report/render/files.ts';
import { reportOf } from '../../src/report/report.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { good } from '../scenario/builders.ts';
import { loaded } from './loaded.ts';
import { holds, scenarioOf } from './play.ts';
import { restingSchedules, schedules } from './schedules.ts';
import { type Doc, world } from './worlds.ts';

interface Reported {
  readonly files: ReadonlyMap<string, string>;
  /**
   * What the terminal tells beside them: how often each rule refused something, and whether chance decided anything.
   */
  readonly beside: readonly unknown[];
  /** Notes that were told together. */
  readonly together: number;
}

/** Watched as a run goes on, though nothing of executions is. */
const expectations = [
  { metric: 'volumes.freePercentage', always: '>= 10%' },
  { metric: 'volumes.usedGB', is: '> 5 GB', share: '<= 50%' },
  { metric: 'requests.refused', always: '= 0' },
];

/** The files of a run's report without a journal; @param slice events between two looks at it */
function reported(scenario: Scenario, isTogether: boolean, slice = Number.POSITIVE_INFINITY): Reported {
  const chronicle = new Chronicle(scenario, new PageChronicle(scenario, false));
  let together = 0;
  const run = new Run(scenario, {
    events: false,
    sink: (entry) => chronicle.listen(entry),
    ...(isTogether && chronicle.takesBundles
      ? {
          bundles: (bundle) => {
            together += bundle.notes;
            chronicle.listenBundle(bundle);
          },
        }
      : {}),
  });
  while (run.advance(slice) === 'more');
  const report = reportOf(run, chronicle);
  const refused = chronicle.refusals.all.map(({ what, rule, count }) => `${what} ${rule} ${count}`);
  return { files: filesOf(report, [], () => ''), beside: [report.isDrawn, ...refused], together };
}

/** @returns how many notes were told together */
function expectSame(scenario: Scenario): number {
  const { files, beside } = reported(scenario, false);
  const [whole, sliced] = [reported(scenario, true), reported(scenario, true, 25)];
  for (const one of [whole, sliced]) {
    expect([...one.files]).toEqual([...files]);
    expect(one.beside).toEqual(beside);
  }
  return whole.together;
}

const shipped = ['tour', 'real', 'rules', 'findings', 'regressions']
  .flatMap((folder) => scenariosIn(folder).map((name) => `scenarios/${folder}/${name}.yaml`))
  .filter((file) => readFileSync(file, 'utf8').includes('type: cron'));

/** Loads are counted at the end, of all that was. */
const changing = `svcsim: 1
start: 2026-11-02T00:00:00Z
for: 6d
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: standard
      containers: [{ name: main, image: "web:1", cpu: 500m, memory: 512Mi, ports: [{ number: 8080, protocol: http }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 2, maxScale: 2 } }
behavior: { shop/web: { request: { cpu: 10ms } } }
demand: [{ to: shop/web, rate: 20/s }]
timeline:
  - { at: +1d, behavior: { shop/web: { request: { cpu: 30ms } } } }
  - { at: +3d, behavior: { shop/web: { request: { cpu: 5ms } } } }
  - { at: +5d, behavior: { shop/web: { request: { cpu: 20ms } } } }
`;

describe('reports of executions that are told together', () => {
  it.each(shipped)('are the same to the last byte in %s', (file) => {
    const read = (path: string) => readFileSync(path, 'utf8');
    const { scenario } = parseScenario(read(file), { file, read });
    if (scenario === null) throw new Error(`${file} has no scenario`);
    expectSame(scenario);
  });

  it('are the same in worlds of all kinds', () => {
    let many = 0;
    holds(40, world({ hours: [4, 27, 50], burstsMax: 9 }), (doc: Doc) => {
      if (expectSame(scenarioOf({ ...doc, ...{ expect: expectations } })) > 20) many += 1;
    });
    expect(many).toBeGreaterThan(5);
  });

  it('are the same in schedules that run for long, overlap, fail, and are cut at a deadline', () => {
    let many = 0;
    holds(20, schedules, (doc) => {
      if (expectSame(scenarioOf(doc)) > 500) many += 1;
    });
    expect(many).toBeGreaterThan(10);
  });

  it('are the same in schedules that are suspended, resumed and changed', () => {
    let many = 0;
    holds(30, restingSchedules, (doc) => {
      if (expectSame(scenarioOf(doc)) > 100) many += 1;
    });
    expect(many).toBeGreaterThan(10);
  });

  it('are the same where what replicas do for a request changes day after day', () => {
    expectSame(good(changing));
  });

  it('are the same beside workloads with loads', () => {
    holds(10, loaded, (doc) => {
      expectSame(scenarioOf(doc));
    });
  });
});

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  Chronicle,
  compareWithBill,
  exampleBook,
  filesOf,
  parseScenario,
  Recount,
  renderProblems,
  reportOf,
  type Scenario,
  Session,
  simulate,
} from '../src/index.ts';
import { importGraph, sourcesOf } from './importGraph.ts';
import { exportedNames, unexportedTypes } from './unexportedTypes.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const packed: {
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string } | string>>;
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const text = `
svcsim: 1
name: library
start: 2026-11-02T00:00:00Z
for: 2d
resources:
  - { kind: gvc, name: g, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: g
    name: job
    spec: { type: cron, containers: [{ name: main, image: "x/job:1" }], job: { schedule: "0 * * * *" } }
behavior:
  g/job: { execution: { duration: 10m } }
expect:
  - { metric: executions.succeeded, of: g/job, is: "48" }
`;

function scenarioOf(written: string): Scenario {
  const { scenario, problems } = parseScenario(written, { file: 'library.yaml' });
  if (scenario === null) throw new Error(renderProblems(problems));
  return scenario;
}

describe('the library through its public entry alone', () => {
  it('makes every report file of a run', () => {
    const scenario = scenarioOf(text);
    const chronicle = new Chronicle(scenario);
    const run = simulate(scenario, { sink: (entry) => chronicle.listen(entry) });
    const report = reportOf(run, chronicle);
    const files = filesOf(report);
    expect([...files.keys()]).toEqual(expect.arrayContaining(['bill.json', 'capacity.json', 'summary.json']));
    expect(report.expectations.map(({ pass }) => pass)).toEqual([true]);
    expect(JSON.parse(files.get('summary.json')!)).toMatchObject({ name: 'library' });
  });

  it('recounts a bill from the journal, and finds a bill that was changed', () => {
    const scenario = scenarioOf(text);
    const { org, start, end, assumptions } = scenario;
    const recount = new Recount({ org, start, assumptions, book: exampleBook });
    const { bill } = simulate(scenario, { sink: (entry) => recount.listen(entry) }).bill();
    expect(compareWithBill(recount, bill, exampleBook, { start, end })).toEqual([]);
    const [row, ...rows] = bill.usage;
    const changed = { ...bill, usage: [{ ...row!, cost: '1' }, ...rows] };
    expect(compareWithBill(recount, changed, exampleBook, { start, end })).not.toEqual([]);
  });

  it('tells by a digest whether two sessions are in the same state', () => {
    const origin = { scenario: scenarioOf(text), text, options: { file: 'library.yaml' } };
    const [one, other] = [new Session(origin), new Session(origin)];
    expect(one.digest()).toBe(other.digest());
    one.advance({ seconds: 3_600 });
    expect(one.digest()).not.toBe(other.digest());
    other.advance({ seconds: 3_600 });
    expect(one.digest()).toBe(other.digest());
  });

  it('says problems without the text of the files', () => {
    const { problems } = parseScenario('svcsim: 1\nnmae: x\n', { file: 'wrong.yaml' });
    expect(renderProblems(problems)).toContain('wrong.yaml:2:1');
    expect(renderProblems(problems)).not.toContain('^');
  });
});

describe('the entries for studies', () => {
  it('export every type that they name, but for those of the other entries', () => {
    const other = (entry: string): string[] => unexportedTypes(entry).map((text) => text.replace(/ of .*/, ''));
    const known = exportedNames('src/index.ts');
    expect(other('src/study.ts').filter((name) => !known.includes(name))).toEqual([]);
    const knownOfStudies = [...known, ...exportedNames('src/study.ts')];
    expect(other('src/node/study/entry.ts').filter((name) => !knownOfStudies.includes(name))).toEqual([]);
  });

  it('and those for tests, too', () => {
    const known = [
      ...exportedNames('src/index.ts'),
      ...exportedNames('src/planners.ts'),
      ...exportedNames('src/study.ts'),
    ];
    const missing = unexportedTypes('src/testing/index.ts').map((text) => text.replace(/ of .*/, ''));
    expect(missing.filter((name) => !known.includes(name))).toEqual([]);
    const knownOfTests = [...known, ...exportedNames('src/testing/index.ts')];
    const others = unexportedTypes('src/testing/vitest.ts').map((text) => text.replace(/ of .*/, ''));
    expect(others.filter((name) => !knownOfTests.includes(name))).toEqual([]);
  });

  it('need vitest only where matchers are', () => {
    const named = sourcesOf('src').filter(({ text }) => /from 'vitest'/.test(text));
    expect(named.map(({ path }) => path)).toEqual(['src/testing/vitest.ts']);
    const graph = importGraph(sourcesOf('src'));
    const reached = new Set<string>();
    const visit = (path: string): void => {
      if (reached.has(path)) return;
      reached.add(path);
      for (const next of graph.get(path) ?? []) visit(next);
    };
    visit('src/testing/index.ts');
    expect(reached.size).toBeGreaterThan(100);
    expect(reached.has('src/testing/vitest.ts')).toBe(false);
    expect([...reached].filter((path) => path.startsWith('src/node/'))).toEqual([]);
  });

  it('are in the package, with their types', () => {
    for (const { types, default: code } of Object.values(packed.exports).filter((one) => typeof one === 'object'))
      expect([types, code, existsSync(join(root, code))]).toEqual([types, code, true]);
  });

  it('perform runs in threads from the package alone', () => {
    const program = `
      import { capturePlan, measureOf } from '${pathToFileURL(join(root, 'dist/src/study.js')).href}';
      import { inThreads } from '${pathToFileURL(join(root, 'dist/cli/study.js')).href}';
      const { plan } = capturePlan(${JSON.stringify(text)}, { file: 'library.yaml' });
      const runner = inThreads({ width: 2 });
      const measures = [measureOf('executions.succeeded of g/job')];
      for await (const { kind, values } of runner.run([{ key: 'one', plan, replication: 0, measures }]))
        console.log(kind, JSON.stringify(values));
      await runner.close();`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
    });
    expect([stdout, stderr]).toEqual(['measured {"executions.succeeded of g/job":48}\n', '']);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scenariosIn } from '../scripts/scenarios.ts';
import { Run } from '../src/experiment/run.ts';
import { Chronicle } from '../src/report/fold/chronicle.ts';
import { reportOf } from '../src/report/report.ts';
import { parseScenario } from '../src/scenario/parse.ts';

/** By the name of a scenario, which is the kind of its finding: those who have it; all others have none. */
const subjects: { readonly [kind: string]: readonly string[] } = {
  'at-max-scale': ['shop/workload/tight'],
  'idle-above-target': ['shop/workload/climbing', 'shop/workload/stuck'],
  'liveness-too-early': ['shop/workload/hasty'],
  'requests-timed-out': ['shop/workload/dripped', 'shop/workload/hasty'],
  'stateful-down': ['shop/workload/grown', 'shop/workload/updated', 'west/workload/zoned'],
  'target-never-exceeded': ['shop/workload/default', 'shop/workload/edge'],
};

function findingsIn(name: string, change?: string) {
  const file = `scenarios/findings/${name}.yaml`;
  const [path = '', value = ''] = change?.split('=') ?? [];
  const { scenario, problems } = parseScenario(readFileSync(file, 'utf8'), {
    file,
    ...(change === undefined ? {} : { set: [{ path, value }] }),
  });
  if (scenario === null) throw new Error(`${file}: ${problems.map(({ message }) => message).join('; ')}`);
  const chronicle = new Chronicle(scenario);
  const run = new Run(scenario, { sink: (entry) => chronicle.listen(entry), events: false });
  run.advance();
  return reportOf(run, chronicle).summary.findings;
}

describe('the scenarios of findings', () => {
  it('are all told of here', () => {
    expect(scenariosIn('findings')).toEqual(Object.keys(subjects));
  });

  it.each(Object.entries(subjects))('%s: those who have it, and no other', (kind, expected) => {
    const all = findingsIn(kind).filter((one) => one.kind === kind);
    expect(all.map(({ subject }) => subject.split('@')[0]).sort()).toEqual(expected);
    for (const { change = [], rule } of all) {
      expect(rule).not.toBeNull();
      expect(change.length).toBeGreaterThan(0);
    }
  });

  it.each(Object.keys(subjects))('%s: every path to change leads to a known field', (kind) => {
    const file = `scenarios/findings/${kind}.yaml`;
    const paths = findingsIn(kind).flatMap(({ change = [] }) => change.map((one) => one.split('=')[0] ?? ''));
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) {
      const { problems } = parseScenario(readFileSync(file, 'utf8'), { file, set: [{ path, value: '1' }] });
      expect(problems.filter(({ code }) => code === 'unknown-path')).toEqual([]);
    }
  });

  it.each(['liveness-too-early', 'target-never-exceeded'])(
    '%s: the change with a value ends it, where the others stay',
    (kind) => {
      const [first, ...others] = findingsIn(kind).filter((one) => one.kind === kind);
      const [change = ''] = first?.change ?? [];
      expect(change).toContain('=');
      const left = findingsIn(kind, change).filter((one) => one.kind === kind);
      expect(left.map(({ subject }) => subject)).toEqual(others.map(({ subject }) => subject));
    },
  );
});

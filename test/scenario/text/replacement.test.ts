import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { replacementOf } from '../../../src/scenario/text/replacement.ts';

const good = `svcsim: 1
start: 2026-11-01T00:00:00Z
for: 2h
timing: measured
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: standard
      containers: [{ name: main, image: "shop/web:1", cpu: 500m, memory: 512Mi }]
      defaultOptions: { autoscaling: { metric: cpu, target: 60 } }
timeline:
  - { at: +1h, fault: { replicaCrash: { of: shop/web } } }
expect:
  - { metric: replicas.ready, of: "shop/web", always: ">= 1" }
assumptions: { cron.forbid.missed: lateStart }
`;

/** The text after the quick fixes of all its problems. */
function mended(text: string): string {
  const lines = text.split('\n');
  const { problems } = parseScenario(text, { file: 'a.yaml' });
  for (const problem of problems) {
    const found = replacementOf(problem, text);
    if (found === null) continue;
    const { line, column, endColumn } = found;
    const old = lines[line - 1] ?? '';
    lines[line - 1] = `${old.slice(0, column - 1)}${found.text}${old.slice(endColumn - 1)}`;
  }
  return lines.join('\n');
}

describe('a quick fix writes what was meant', () => {
  it.each([
    ['a key of the file', 'timeline:', 'timelime:'],
    ['a key in flow style', 'target: 60', 'tagret: 60'],
    ['a key of a resource', 'containers:', 'contianers:'],
    ['a word of a closed list', 'type: standard', 'type: standrad'],
    ['a word of the format', 'timing: measured', 'timing: mesured'],
    ['a metric', 'metric: replicas.ready', 'metric: replica.ready'],
    ['a name in quotes', 'of: "shop/web"', 'of: "shop/wbe"'],
    ['the target of a fault', 'of: shop/web }', 'of: shop/wbe }'],
    ['an assumption', 'cron.forbid.missed', 'cron.forbid.mised'],
  ])('%s', (_, right, wrong) => {
    expect(good).toContain(right);
    const text = good.replace(right, wrong);
    expect(parseScenario(text, { file: 'a.yaml' }).problems).not.toEqual([]);
    expect(mended(text)).toBe(good);
  });

  it('nothing is replaced where a hint names something else than a word', () => {
    const text = good.replace('for: 2h', 'for: 2x');
    expect(mended(text)).toBe(text);
  });
});

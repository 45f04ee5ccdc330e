import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, bringUpToDate } from '../node/built.ts';
import { type Bench, costAgainst } from './rows.ts';

const files = 300;
const rounds = 7;

/** A folder of manifests is read and checked, against the YAML library that only parses it. */
export const manifestFolder: Bench = {
  id: 'folder',
  name: 'folder of manifests',
  run: () => {
    bringUpToDate();
    const cwd = mkdtempSync(join(tmpdir(), 'svcsim-bench-'));
    mkdirSync(join(cwd, 'deploy'));
    for (let index = 0; index < files; index += 1)
      writeFileSync(join(cwd, 'deploy', `service-${index}.yaml`), manifest(index));
    const scenario = join(cwd, 'shop.yaml');
    writeFileSync(
      scenario,
      'svcsim: 1\nstart: 2026-11-01T00:00:00Z\nfor: 1d\nmanifests: { files: deploy/, gvc: shop }\n',
    );
    const parseOnly = [
      "const { readdirSync, readFileSync } = require('node:fs');",
      `const { parseAllDocuments } = require(${JSON.stringify(join(process.cwd(), 'node_modules/yaml'))});`,
      "for (const file of readdirSync('deploy')) parseAllDocuments(readFileSync('deploy/' + file, 'utf8'));",
    ].join('\n');
    const check = (): number => milliseconds([bin, 'check', scenario], cwd);
    check();
    const turns = Array.from({ length: rounds }, () => {
      const yardstick = milliseconds(['-e', parseOnly], cwd);
      return { value: check(), yardstick };
    });
    const remark = `${files} files, parsed by the package yaml alone; the ratio is a cost, at most the goal`;
    rmSync(cwd, { recursive: true });
    return [costAgainst('folder svcsim check of a folder', 3, turns, { unit: 'ms', remark })];
  },
};

function manifest(index: number): string {
  const env = Array.from({ length: 20 }, (_, at) => `        - { name: VAR_${at}, value: "value ${at}" }`).join('\n');
  return `kind: workload
name: service-${index}
tags: { team: shop }
spec:
  type: standard
  containers:
    - name: main
      image: shop/service-${index}:1
      cpu: 200m
      memory: 256Mi
      ports: [{ number: 8080, protocol: http }]
      env:
${env}
      readinessProbe: { httpGet: { path: /healthz, port: 8080 }, periodSeconds: 10 }
  defaultOptions:
    autoscaling: { metric: cpu, target: 80, minScale: 1, maxScale: 5 }
  identityLink: //identity/elsewhere
`;
}

function milliseconds(args: readonly string[], cwd: string): number {
  const from = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return performance.now() - from;
}

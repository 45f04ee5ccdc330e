/** Calls `svcsim` as a person does, from a folder of the test's own. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, bringUpToDate } from './built.ts';

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Call {
  readonly cwd: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export function svcsim(args: readonly string[], { cwd, input = '', env = {} }: Call): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd,
    input,
    // Tests may be started by npx; what they call was typed as it is.
    env: { ...process.env, npm_command: '', ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { code: status, stdout, stderr };
}

/** A line of bash in which `svcsim` is the program. */
export function shell(line: string, cwd: string): Outcome {
  const words = `svcsim() { "${process.execPath}" "${bin}" "$@"; }; ${line}`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', words], { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { code: status, stdout, stderr };
}

/** A new folder with these files; it is removed when all tests have ended. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'svcsim-cli-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** All files of a folder without others in it, by name. */
export function filesIn(folder: string): ReadonlyMap<string, string> {
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** A scenario of three replicas for an hour, and what follows. */
export function small(name: string, more = ''): string {
  return `svcsim: 1
name: ${name}
start: 2026-11-01T00:00:00Z
for: 1h
resources:
  - kind: gvc
    name: shop
    spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } }
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: standard
      containers: [{ name: main, image: shop/web:1, cpu: 500m, memory: 512Mi }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 3, maxScale: 3 } }
${more}`;
}

/** A scenario whose one mistake is the workload's type. */
export const invalid: string = small('invalid').replace('type: standard', 'type: standrd');

bringUpToDate();

/** `svcsim init`: a first scenario, small enough to read and complete enough to change. */
import { existsSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainInLine } from '../../text/plain.ts';
import { shellWord } from '../../text/shellWord.ts';
import { calledAs } from '../calledAs.ts';
import { exitCode, Stop, unwritable } from '../exit.ts';
import { isNamedPipe } from '../namedPipe.ts';
import { projectFile } from '../projectFile.ts';
import { say } from '../say.ts';
import type { FromFlags } from './initFrom.ts';

/** No inserted text can end a comment. */
const first = (
  name: string,
  file: string,
  schema: string,
): string => `# yaml-language-server: $schema=${plainInLine(schema)}
#
# A first scenario. Run it: svcsim run ${plainInLine(file)}
# Then change a number and run it again. svcsim check ${plainInLine(file)} lists every error with its line.
svcsim: 1
name: ${name}
description: A small shop for two weeks, with requests, one rollout, a nightly job and a database whose volume grows.
start: 2026-11-01T00:00:00Z
for: 14d

resources:
  - kind: gvc
    name: shop
    spec:
      staticPlacement:
        locationLinks: [//location/aws-us-east-1, //location/aws-eu-central-1]
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: standard
      containers:
        - name: main
          image: shop/web:1
          cpu: 500m
          memory: 512Mi
          minCpu: 250m
          minMemory: 256Mi
          ports: [{ number: 8080, protocol: http }]
      defaultOptions:
        autoscaling: { metric: disabled, minScale: 3, maxScale: 3 }
  - kind: workload
    gvc: shop
    name: nightly
    spec:
      type: cron
      containers:
        - { name: main, image: shop/report:1, cpu: 500m, memory: 512Mi }
      job: { schedule: 0 3 * * *, concurrencyPolicy: Forbid }
  - kind: volumeset
    gvc: shop
    name: data
    spec:
      fileSystemType: ext4
      performanceClass: general-purpose-ssd
      initialCapacity: 20
      autoscaling: { maxCapacity: 200, minFreePercentage: 20, scalingFactor: 1.5 }
  - kind: workload
    gvc: shop
    name: db
    spec:
      type: stateful
      containers:
        - name: postgres
          image: shop/postgres:16
          cpu: "1"
          memory: 2Gi
          volumes: [{ uri: svc://volumeset/data, path: /var/data }]
      defaultOptions:
        autoscaling: { metric: disabled, minScale: 1, maxScale: 1 }

behavior:
  shop/web: { request: { cpu: 10ms, duration: 50ms } }
  shop/nightly: { execution: { duration: { lognormal: { mean: 12m, cv: 0.4 } }, failure: 2% } }
  shop/data: { usage: { start: 9GB, growth: 1.5GB/d } }

demand:
  - { to: shop/web, from: { aws-us-east-1: 60%, aws-eu-central-1: 40% }, rate: { daily: [[04:00, 5/s], [18:00, 60/s]] } }

timeline:
  - at: +3d10h
    patch: /gvc/shop/workload/web
    with: { spec: { containers: [{ name: main, image: shop/web:2 }] } }

expect:
  - { metric: replicas.ready, of: shop/web, always: ">= 2" }
  - { metric: load.goodPercentage, of: shop/web, is: ">= 99.9%" }
  - { metric: bill.total, is: "<= 250 USD" }
`;

/**
 * Writes a first scenario: one of its own, or one around the manifests that `--from` names.
 *
 * @param file the file to write; `-` is standard output
 */
export async function init(file: string, flags: FromFlags & { readonly force?: boolean }): Promise<number> {
  if (flags.from === undefined) {
    const idle = (['gvc', 'fill', 'assume', 'demand', 'to', 'zone'] as const).find((name) => flags[name] !== undefined);
    if (idle !== undefined) throw new Stop(exitCode.usage, `--${idle} needs the manifests that --from names`);
  }
  if (flags.to !== undefined && flags.demand === undefined)
    throw new Stop(exitCode.usage, '--to names the workload that gets the recording of --demand; add --demand FILE');
  if (flags.zone !== undefined && flags.demand === undefined)
    throw new Stop(exitCode.usage, '--zone is the time zone of the recording of --demand; add --demand FILE');
  if (file === '-' && flags.from === undefined) {
    say(process.stdout, first('first', 'FILE', schemaFrom('.')));
    return exitCode.ok;
  }
  if (file === '') throw new Stop(exitCode.usage, 'the name of the file is empty; give one, such as shop.yaml');
  if (file !== '-' && existsSync(file) && flags.force !== true) {
    throw new Stop(exitCode.usage, `${file} already exists; give another name, or use --force to overwrite it.`);
  }
  if (file !== '-' && existsSync(file) && isNamedPipe(file))
    throw new Stop(
      exitCode.usage,
      `${file} is a named pipe, and svcsim would wait for its reader; give a file, or - for standard output`,
    );
  const folder = file === '-' ? '.' : dirname(file);
  const scenario = { file, name: nameFrom(file), schema: schemaFrom(folder) };
  const from =
    flags.from === undefined ? null : (await import('./initFrom.ts')).fromManifests(flags.from, scenario, flags);
  if (flags.from !== undefined && from === null) {
    say(process.stderr, 'Nothing was written. Mend these, or name fewer files: --from "deploy/web*.yaml"\n');
    return exitCode.invalid;
  }
  if (file === '-') {
    say(process.stderr, from === null ? '' : `${from.says.join('\n')}\n`);
    say(process.stdout, from?.text ?? '');
    return exitCode.ok;
  }
  try {
    writeWhole(file, from?.text ?? first(nameFrom(file), shellWord(file), schemaFrom(folder)));
  } catch (error) {
    throw unwritable(error, file, 'Name another file.');
  }
  const said = from === null ? '' : `${from.says.join('\n')}\n\n`;
  const next = from?.next ?? [`Next: ${calledAs} run ${shellWord(file)}`];
  say(process.stdout, `${said}Wrote ${file}. ${next.join('\n')}\n`);
  return exitCode.ok;
}

/** The path from a folder to the schema of svcsim, for editors. */
function schemaFrom(folder: string): string {
  const schema = fileURLToPath(projectFile('schema/scenario.schema.json'));
  return relative(resolve(folder), schema).split(sep).join('/');
}

/** Writes a temporary file and renames it: on a full disk the old file stays, and no empty one is left. */
function writeWhole(file: string, text: string): void {
  const isThere = existsSync(file);
  if (isThere && !statSync(file).isFile()) {
    writeFileSync(file, text);
    return;
  }
  const path = isThere ? realpathSync(file) : file;
  const beside = `${path}.partial-${process.pid}`;
  try {
    writeFileSync(beside, text);
    renameSync(beside, path);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** Names the run after the file, so that two scenarios in one folder have separate reports. */
function nameFrom(file: string): string {
  const stem = basename(file, extname(file));
  return /^[a-z][-a-z0-9]{0,60}$/.test(stem) ? stem : 'first';
}

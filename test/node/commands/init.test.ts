import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse as yaml } from 'yaml';
import { folderOf, svcsim } from '../cli.ts';

const workload = (name: string, spec: string): string =>
  `kind: workload\nname: ${name}\nspec:\n  ${spec.replaceAll('\n', '\n  ')}\n---\n`;
const container = (more = ''): string => `containers: [{ name: main, image: "a:1", cpu: 500m, memory: 512Mi${more} }]`;
const ports = ', ports: [{ number: 8080, protocol: http }]';
const fixed = 'defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } }';
const web = workload(
  'web',
  `type: standard\n${container(ports)}\n${fixed}\nfirewallConfig: { external: { inboundAllowCIDR: [0.0.0.0/0] } }`,
);
const api = workload('api', `type: standard\n${container(ports)}\n${fixed}`);
const worker = workload('worker', `type: standard\n${container()}\n${fixed}`);
const job = workload('job', `type: cron\n${container()}\njob: { schedule: "0 3 * * *" }`);
const store = workload(
  'store',
  `type: stateful\n${container(', volumes: [{ uri: "svc://volumeset/store", path: /data }]')}\n${fixed}`,
);
const disk =
  'kind: volumeset\nname: store\nspec: { fileSystemType: ext4, performanceClass: general-purpose-ssd, initialCapacity: 20 }\n';
/** A week of these columns. */
function columns(...names: readonly string[]): string {
  const rows = Array.from({ length: 170 }, (_, hours) => {
    const at = new Date(Date.UTC(2026, 8, 8, hours)).toISOString().slice(0, 19).replace('T', ' ');
    return `${at}${',3 req/s'.repeat(names.length)}\n`;
  });
  return `"Time",${names.map((name) => `"${name}"`).join(',')}\n${rows.join('')}`;
}
const recording = columns('web');

interface Asked {
  readonly to: string;
  readonly rate: { readonly trace?: { readonly series?: string } };
}

/** A folder with `deploy/`, whose files these are. */
function withDeploy(
  files: Readonly<Record<string, string | Uint8Array>>,
  beside: Readonly<Record<string, string>> = {},
): string {
  const cwd = folderOf(beside);
  mkdirSync(join(cwd, 'deploy'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, 'deploy', name), content);
  return cwd;
}

describe('svcsim init --from', () => {
  it('writes what the manifests do not say, and says it; the scenario is valid at once', () => {
    const cwd = withDeploy({
      'all.yaml': web + api + worker + job + store + disk,
      'README.md': '# no manifest',
      'logo.png': Uint8Array.of(0x89, 0, 1),
    });
    const { code, stdout, stderr } = svcsim(['init', 'shop.yaml', '--from', 'deploy/'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('In deploy/: 1 volumeset, 5 workloads.');
    expect(stdout).toContain('no manifest has the GVC deploy: it runs in aws-us-east-1');
    expect(stdout).toContain('each volume of deploy/volumeset/store holds 6 GB and grows by 0.2 GB a day');
    const scenario = yaml(readFileSync(join(cwd, 'shop.yaml'), 'utf8'));
    expect(scenario.manifests).toEqual({ files: 'deploy/', gvc: 'deploy' });
    expect(scenario.resources).toEqual([
      { kind: 'gvc', name: 'deploy', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } },
    ]);
    expect(Object.keys(scenario.behavior).sort()).toEqual([
      'deploy/api',
      'deploy/job',
      'deploy/volumeset/store',
      'deploy/web',
      'deploy/worker',
      'deploy/workload/store',
    ]);
    expect(stdout).toContain('deploy/api gets no requests: nobody outside reaches it.');
    expect(scenario.params).toEqual({ traffic: 1 });
    expect(scenario.demand).toEqual([
      {
        name: 'users-of-web',
        to: 'deploy/web',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: svcsim replaces it
        scale: '${traffic}',
        rate: {
          daily: [
            ['04:00', '2/s'],
            ['18:00', '20/s'],
          ],
        },
      },
    ]);
    expect(scenario.guessed).toEqual([
      'behavior.deploy/web.request.cpu',
      'behavior.deploy/web.request.duration',
      'demand.users-of-web.rate',
      'behavior.deploy/api.cpu',
      'behavior.deploy/api.start',
      'behavior.deploy/job.execution.duration',
      'behavior.deploy/workload/store.cpu',
      'behavior.deploy/workload/store.start',
      'behavior.deploy/web.start',
      'behavior.deploy/worker.cpu',
      'behavior.deploy/worker.start',
      'behavior.deploy/volumeset/store.usage.start',
      'behavior.deploy/volumeset/store.usage.growth',
      'gvc/deploy.spec.staticPlacement.locationLinks',
    ]);
    expect(scenario.expect.map(({ metric, of = '' }: { metric: string; of?: string }) => `${metric} ${of}`)).toEqual([
      'load.goodPercentage deploy/web',
      'executions.failed deploy/job',
      'volumes.freePercentage deploy/volumeset/store',
      'bill.total ',
    ]);
    expect(svcsim(['check', 'shop.yaml'], { cwd }).stdout).toBe('shop.yaml: valid\n');
    expect(svcsim(['run', 'shop.yaml', '-q'], { cwd }).code).toBe(0);
  });

  it('assumes secrets that no manifest has, so that what uses them runs', () => {
    const env = ', env: [{ name: A, value: "svc://secret/key.payload" }, { name: B, value: "svc://secret/there" }]';
    const there = 'kind: secret\nname: there\ntype: opaque\n';
    const cwd = withDeploy({
      'a.yaml': workload('web', `type: standard\n${container(ports + env)}\n${fixed}`) + there,
    });
    const { stdout } = svcsim(['init', 'shop.yaml', '--from', 'deploy/'], { cwd });
    expect(stdout).toContain('no manifest has the secret key: assumed to be there');
    const scenario = yaml(readFileSync(join(cwd, 'shop.yaml'), 'utf8'));
    expect(scenario.resources.slice(1)).toEqual([{ kind: 'secret', name: 'key', type: 'opaque' }]);
    expect(svcsim(['check', 'shop.yaml'], { cwd }).stdout).toBe('shop.yaml: valid\n');
    expect(svcsim(['run', 'shop.yaml', '-q'], { cwd }).code).toBe(0);
  });

  it('reads a file once that a symbolic link leads to again', () => {
    const cwd = withDeploy({ 'web.yaml': web, 'x.yaml': '\u0000' });
    symlinkSync('.', join(cwd, 'deploy', 'again'));
    const { code, stdout } = svcsim(['init', 'shop.yaml', '--from', 'deploy/'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('In deploy/: 1 workload.');
    expect(stdout).toContain('deploy/x.yaml:1  left out: expected a text in UTF-8');
  });

  it('takes a GVC that the manifests have, a name for one that they have not, and placeholders', () => {
    const gvc =
      'kind: gvc\nname: prod\nspec: { staticPlacement: { locationLinks: [//location/aws-eu-central-1] } }\n---\n';
    const cwd = withDeploy({ 'a.yaml': web.replace('"a:1"', '"{{IMAGE}}"') });
    const args = ['init', 'a.yaml', '--from', 'deploy', '--gvc', 'prod'];
    const refused = svcsim(args, { cwd });
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('hint: add --fill IMAGE=VALUE\n');
    expect(refused.stderr).toContain('Nothing was written.');
    expect(existsSync(join(cwd, 'a.yaml'))).toBe(false);
    expect(svcsim([...args, '--fill', 'IMAGE=a:1'], { cwd }).code).toBe(0);
    expect(yaml(readFileSync(join(cwd, 'a.yaml'), 'utf8')).manifests).toEqual({
      files: 'deploy/',
      gvc: 'prod',
      fill: { IMAGE: 'a:1' },
    });
    const own = withDeploy({ 'a.yaml': gvc + web });
    expect(svcsim(['init', 'a.yaml', '--from', 'deploy', '--gvc', 'prod'], { cwd: own }).code).toBe(0);
    expect(yaml(readFileSync(join(own, 'a.yaml'), 'utf8')).resources).toBeUndefined();
  });

  it('manifests that name no GVC are of the only one that others name', () => {
    const inShop = api.replace('name: api\n', 'name: api\ngvc: shop\n');
    const gvcOf = (files: string): unknown => {
      const cwd = withDeploy({ 'a.yaml': files });
      expect(svcsim(['init', 'a.yaml', '--from', 'deploy'], { cwd }).code).toBe(0);
      return yaml(readFileSync(join(cwd, 'a.yaml'), 'utf8')).manifests.gvc;
    };
    expect(gvcOf(web + inShop)).toBe('shop');
    expect(gvcOf(web + inShop + worker.replace('name: worker\n', 'name: worker\ngvc: other\n'))).toBe('deploy');
  });

  it('guesses that a replica at its target of requests a second has room left', () => {
    const rps = 'defaultOptions: { autoscaling: { metric: rps, target: 40, minScale: 1, maxScale: 4 } }';
    const cpuOf = (text: string): unknown => {
      const cwd = withDeploy({ 'a.yaml': text });
      const { stdout } = svcsim(['init', 'a.yaml', '--from', 'deploy'], { cwd });
      const { cpu } = yaml(readFileSync(join(cwd, 'a.yaml'), 'utf8')).behavior['deploy/web'].request;
      expect(stdout).toContain(`a request ${cpu} of cpu`);
      return cpu;
    };
    // 0.7 x 500 / 40 = 8.75, 0.7 x 250 / 40 = 4.4; at most 10, at least 1.
    expect(cpuOf(web.replace(fixed, rps))).toBe('8ms');
    expect(cpuOf(web.replace(fixed, rps).replace('cpu: 500m', 'cpu: 250m'))).toBe('4ms');
    expect(cpuOf(web.replace(fixed, rps).replace('target: 40', 'target: 20'))).toBe('10ms');
    expect(cpuOf(web.replace(fixed, rps).replace('target: 40', 'target: 900'))).toBe('1ms');
    expect(cpuOf(web)).toBe('10ms');
  });

  it('a port in its older form has demand too', () => {
    const older = web.replace('ports: [{ number: 8080, protocol: http }]', 'port: 8080');
    expect(older).not.toBe(web);
    const cwd = withDeploy({ 'a.yaml': older });
    expect(svcsim(['init', 'a.yaml', '--from', 'deploy'], { cwd }).code).toBe(0);
    expect(yaml(readFileSync(join(cwd, 'a.yaml'), 'utf8')).demand).toMatchObject([{ to: 'deploy/web' }]);
  });

  it('--assume takes what a refusal names', () => {
    const shared = disk
      .replace('ext4', 'shared')
      .replace('performanceClass: general-purpose-ssd, ', 'performanceClass: shared, ');
    const mounted = worker.replace('}]', ', volumes: [{ uri: "svc://volumeset/store", path: /data }] }]');
    const cwd = withDeploy({ 'a.yaml': mounted + shared });
    const args = ['init', 'a.yaml', '--from', 'deploy'];
    const refused = svcsim(args, { cwd });
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('with the assumption volume.shared.types: any');
    expect(svcsim([...args, '--assume', 'volume.shared.types=any'], { cwd }).stderr).toBe('');
    expect(yaml(readFileSync(join(cwd, 'a.yaml'), 'utf8')).assumptions).toEqual({ 'volume.shared.types': 'any' });
    expect(svcsim(['check', 'a.yaml'], { cwd }).code).toBe(0);
  });

  it('--demand gives each column to the workload of its name, and says so; the run is the month after it', () => {
    const cwd = withDeploy({ 'a.yaml': api + web + worker }, { 'two.csv': columns('web', 'api', 'batch') });
    const { code, stdout, stderr } = svcsim(['init', 'a.yaml', '--from', 'deploy', '--demand', 'two.csv'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const scenario = yaml(readFileSync(join(cwd, 'a.yaml'), 'utf8'));
    const trace = { file: 'two.csv', time: 'Time', unit: 'requests/s', align: 'weekday', repeat: true };
    expect(scenario.demand).toMatchObject([
      { to: 'deploy/web', rate: { trace: { ...trace, series: 'web' } } },
      { to: 'deploy/api', rate: { trace: { ...trace, series: 'api' } } },
    ]);
    expect(scenario).toMatchObject({ start: '2026-10-01T00:00:00Z', end: '2026-11-01T00:00:00Z' });
    expect(scenario.guessed.filter((path: string) => path.startsWith('demand'))).toEqual([]);
    expect(stdout).toContain("  column 'web' to deploy/web\n");
    expect(stdout).toContain("  column 'api' to deploy/api\n");
    expect(stdout).toContain('requests/s (as the values say); 3 on average, at most 3');
    expect(stdout).toContain("left out, because no workload is named so: 'batch'; --to GVC/WORKLOAD=COLUMN takes one");
    expect(stdout).toContain('svcsim run a.yaml --set params.traffic=2 --out doubled');
    expect(stdout).toContain('svcsim run a.yaml --set prices=BOOK.yaml --out priced');
    expect(svcsim(['check', 'a.yaml'], { cwd }).stdout).toContain('valid');
    const requestsOf = (...more: string[]): number => {
      const args = ['run', 'a.yaml', '-q', '--json', '--out', 'out', '--set', 'for=1d', ...more];
      svcsim(args, { cwd });
      const { demand } = JSON.parse(readFileSync(join(cwd, 'out/a/capacity.json'), 'utf8'));
      return demand.reduce((sum: number, one: { offered: string }) => sum + Number(one.offered), 0);
    };
    expect(requestsOf()).toBe(2 * 3 * 86_400);
    expect(requestsOf('--set', 'params.traffic=2')).toBe(2 * 2 * 3 * 86_400);
  });

  it('--to says whose a column is that no name fits, and all that columns are summed', () => {
    const files = { 'r.csv': columns('web'), 'eu.csv': columns('api (eu)', 'api (us)') };
    const cwd = withDeploy({ 'a.yaml': api + web }, files);
    const demandOf = (recording: string, ...more: string[]) => {
      const args = ['init', 'a.yaml', '--force', '--from', 'deploy', '--demand', recording, ...more];
      const { code, stdout } = svcsim(args, { cwd });
      expect(code).toBe(0);
      const { demand } = yaml(readFileSync(join(cwd, 'a.yaml'), 'utf8'));
      return { stdout, traces: demand.map((one: Asked) => [one.to, one.rate.trace?.series]) };
    };
    expect(demandOf('r.csv', '--to', 'deploy/api').traces).toEqual([
      ['deploy/web', undefined],
      ['deploy/api', undefined],
    ]);
    expect(demandOf('eu.csv', '--to', 'web=api (us)', '--to', 'api=api (eu)').traces).toEqual([
      ['deploy/web', 'api (us)'],
      ['deploy/api', 'api (eu)'],
    ]);
    const summed = demandOf('eu.csv', '--to', 'web=all', '--zone', 'Europe/Berlin');
    expect(summed.traces).toEqual([['deploy/web', 'all']]);
    expect(summed.stdout).toContain('the sum of all 2 columns to deploy/web');
    expect(summed.stdout).toContain('stamps without a zone are read in Europe/Berlin');
    expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toContain('zone: Europe/Berlin');
  });

  it('a run tells its guesses and the templates that it is without', () => {
    const template = web.replace('name: web', 'name: {{ printf "%s-web" .Release.Name }}');
    const cwd = withDeploy({ 'a.yaml': web, 'chart.yaml': template });
    const { code, stdout } = svcsim(['init', 'a.yaml', '--from', 'deploy'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('Left out: 1 document, which is a template: deploy/chart.yaml.');
    const run = svcsim(['run', 'a.yaml', '--set', 'for=1d'], { cwd });
    const lines = run.stdout.replaceAll(/\s+/g, ' ');
    expect(lines).toContain('! Left out: 1 document, which is a template: deploy/chart.yaml');
    expect(lines).toContain(
      '! Guessed: 5 inputs are guesses: behavior.deploy/web.request.cpu, behavior.deploy/web.request.duration',
    );
    const report = readFileSync(join(cwd, 'reports/a/report.md'), 'utf8');
    expect(report).toContain('| Left out | 1 document, which is a template: deploy/chart.yaml |');
    expect(report).toContain('| Guessed | 5 inputs are guesses: behavior.deploy/web.request.cpu');
    const summary = JSON.parse(readFileSync(join(cwd, 'reports/a/summary.json'), 'utf8'));
    expect(summary.leftOut).toEqual(['deploy/chart.yaml']);
    expect(summary.guessed).toHaveLength(5);
    const known = readFileSync(join(cwd, 'a.yaml'), 'utf8').split('\nguessed:')[0] ?? '';
    writeFileSync(join(cwd, 'a.yaml'), known);
    expect(svcsim(['run', 'a.yaml', '--set', 'for=1d'], { cwd }).stdout).not.toContain('Guessed');
  });

  it('the scenario may stand in another folder, or be printed', () => {
    const cwd = withDeploy({ 'a.yaml': web }, { 'r.csv': recording });
    mkdirSync(join(cwd, 'plans'));
    expect(svcsim(['init', 'plans/a.yaml', '--from', 'deploy', '--demand', 'r.csv'], { cwd }).code).toBe(0);
    expect(readFileSync(join(cwd, 'plans/a.yaml'), 'utf8')).toContain('manifests: { files: ../deploy/, gvc: deploy }');
    expect(svcsim(['check', 'plans/a.yaml'], { cwd }).code).toBe(0);
    const { stdout } = svcsim(['init', '-', '--from', 'deploy/*.yaml'], { cwd });
    expect(yaml(stdout).manifests).toEqual({ files: 'deploy/*.yaml', gvc: 'deploy' });
  });

  it.each([
    ['a scenario that exists', 2, ['init', 'taken.yaml', '--from', 'deploy'], 'taken.yaml already exists'],
    [
      'a folder that is not there',
      2,
      ['init', 'a.yaml', '--from', 'nowhere'],
      '--from nowhere: there is no such file or folder',
    ],
    ['an empty folder', 2, ['init', 'a.yaml', '--from', 'empty'], '--from empty: there are no manifests in it'],
    ['a recording that cannot be read', 3, ['init', 'a.yaml', '--from', 'deploy', '--demand', 'bad.csv'], 'bad.csv:2:'],
    [
      'a workload that is not there',
      2,
      ['init', 'a.yaml', '--from', 'deploy', '--demand', 'r.csv', '--to', 'deploy/x'],
      'no workload with a port is named deploy/x; there are deploy/web',
    ],
    [
      'a recording for nothing',
      2,
      ['init', 'a.yaml', '--demand', 'r.csv'],
      '--demand needs the manifests that --from names',
    ],
    [
      'columns of no workload',
      2,
      ['init', 'a.yaml', '--from', 'deploy', '--demand', 'eu.csv'],
      "no column is named like a workload. Columns: 'eu', 'us'; workloads: deploy/web. Say whose they are: --to deploy/web='eu'",
    ],
    [
      'a zone that is none',
      2,
      ['init', 'a.yaml', '--from', 'deploy', '--demand', 'r.csv', '--zone', 'Berlin'],
      "found 'Berlin'; did you mean 'Europe/Berlin'?",
    ],
    ['a zone for nothing', 2, ['init', 'a.yaml', '--from', 'deploy', '--zone', 'UTC'], 'add --demand FILE'],
    ['a target for nothing', 2, ['init', 'a.yaml', '--from', 'deploy', '--to', 'deploy/web'], 'add --demand FILE'],
    ['a placeholder without a value', 2, ['init', 'a.yaml', '--from', 'deploy', '--fill', 'IMAGE'], "found 'IMAGE'"],
  ])('%s', (_, code, args, message) => {
    const cwd = withDeploy(
      { 'a.yaml': web },
      { 'r.csv': recording, 'eu.csv': columns('eu', 'us'), 'bad.csv': 'Time,web\nyesterday,1\n', 'taken.yaml': 'mine' },
    );
    mkdirSync(join(cwd, 'empty'));
    const outcome = svcsim(args, { cwd });
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toContain(message);
    expect(readFileSync(join(cwd, 'taken.yaml'), 'utf8')).toBe('mine');
    expect(existsSync(join(cwd, 'a.yaml'))).toBe(false);
  });
});

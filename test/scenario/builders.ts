import { type Parsed, type ParseOptions, parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';

/** The least that is a scenario; more keys may follow. */
export const head = 'svcsim: 1\nstart: 2026-11-01T00:00:00Z\nfor: 30d\n';

/** A gvc `shop` with a workload `api`, a cron workload `nightly` and a volume set `data`. */
export const shop = `resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - { kind: volumeset, gvc: shop, name: data, spec: { fileSystemType: ext4, performanceClass: general-purpose-ssd, initialCapacity: 10 } }
  - kind: workload
    gvc: shop
    name: api
    spec: { type: standard, containers: [{ name: main, image: "api:1", cpu: 500m, memory: 512Mi }] }
  - kind: workload
    gvc: shop
    name: nightly
    spec: { type: cron, containers: [{ name: main, image: "job:1" }], job: { schedule: 0 3 * * * } }
`;

/** After `shop`: something mounts `data`, so that it has volumes. */
export const mountsData =
  'timeline: [{ at: +1h, patch: /gvc/shop/workload/api, with: { spec: { containers: [{ name: main, volumes: [{ uri: "svc://volumeset/data", path: /data }] }] } } }]\n';

export type Texts = Readonly<Record<string, string>>;

/**
 * Parses a text as `s.yaml` beside files of these texts; a glob finds the files whose name holds its text before the
 * `*`.
 */
export function parse(text: string, files: Texts = {}, options: Partial<ParseOptions> = {}): Parsed {
  return parseScenario(text, {
    file: 's.yaml',
    read: (path) => files[path] ?? { error: 'no such file' },
    list: (pattern) => Object.keys(files).filter((name) => name.startsWith(pattern.slice(0, pattern.indexOf('*')))),
    ...options,
  });
}

/** Parses a text that has no error. */
export function good(text: string, files: Texts = {}, options: Partial<ParseOptions> = {}): Scenario {
  const { scenario, problems } = parse(text, files, options);
  if (scenario === null) throw new Error(`expected a scenario, found ${JSON.stringify(problems, null, 1)}`);
  return scenario;
}

/** Problems as `line:column code`, with the file where it is not the scenario's own. */
export function told(text: string, files: Texts = {}, options: Partial<ParseOptions> = {}): string[] {
  return parse(text, files, options).problems.map(
    ({ file, line, column, code }) => `${file === 's.yaml' ? '' : `${file}:`}${line}:${column} ${code}`,
  );
}

/**
 * The text of a first scenario around manifests that somebody has: everything that the manifests do not say, assumed.
 */

import { workloadType } from '../platform/api/document/defaults.ts';
import { type Json, type JsonObject, numberAt, objectAt, objectsAt } from '../platform/api/document/json.ts';
import { inheritable, secretUses } from '../platform/api/settings/mounts.ts';
import type { Assumptions } from '../rules/assumptions.ts';
import { quotedName } from './read/recording/chosen.ts';
import type { Scenario, ScenarioResource } from './scenario.ts';

/** What the manifests are, as they were read. */
export interface AroundInput {
  readonly scenario: Pick<Scenario, 'resources' | 'madeGvcs' | 'assumptions' | 'prefix'>;
  /** The scenario's name: lower-case letters, digits and hyphens. */
  readonly name: string;
  /** The path of the file as the user types it. */
  readonly file: string;
  /** The path of the schema for editors. */
  readonly schema: string;
  /** The value of `manifests:`, in one line; more lines of the scenario may follow. */
  readonly manifests: string;
  /** Demand that was measured; null: it is assumed. */
  readonly measured: MeasuredDemand | null;
}

/** A recording that takes the place of the assumed demand of one workload. */
export interface MeasuredDemand {
  /** The workload as `gvc/name`; null: the first that callers from outside reach. */
  readonly to: string | null;
  /** The map under `trace:`, in one line. */
  readonly trace: string;
}

export interface Around {
  readonly text: string;
  /** What was assumed, a sentence each. */
  readonly assumed: readonly string[];
  /** The workload that has the measured demand; null: none has ports, or none is named so. */
  readonly measuredOf: string | null;
}

interface Part {
  readonly lines: readonly string[];
  readonly assumed: readonly string[];
}

/** Share of its capacity that a volume uses at the start, and of its capacity that it adds a day, in percent. */
const usedPercent = 30;
const addedPercent = 1;

/** The text of a scenario that runs these manifests for two weeks, with a line for each thing that is assumed. */
export function scenarioAround(input: AroundInput): Around {
  const { resources, assumptions, prefix } = input.scenario;
  const workloads = resources.filter(({ kind }) => kind === 'workload');
  const volumesets = resources.filter(({ kind }) => kind === 'volumeset');
  const called = workloads.filter((one) => hasPorts(one) && workloadType(specOf(one), assumptions) !== 'cron');
  const measuredOf = measuredOne(called, input.measured, resources);
  const gvcs = gvcPart(input.scenario);
  const secrets = secretPart(input.scenario);
  const behaviour = behaviourPart(workloads, volumesets, { resources, assumptions });
  const demand = demandPart(called, { measuredOf, measured: input.measured, resources });
  const parts: readonly (readonly [key: string, part: Part])[] = [
    ['resources', { lines: [...gvcs.lines, ...secrets.lines], assumed: [...gvcs.assumed, ...secrets.assumed] }],
    ['behavior', behaviour],
    ['demand', demand],
    ['expect', expectPart({ called, workloads, volumesets, resources, assumptions })],
  ];
  const text = [
    `# yaml-language-server: $schema=${input.schema}`,
    '#',
    `# A first scenario around manifests that exist. Run it: svcsim run ${input.file}`,
    '# What the manifests do not say is assumed: replace each number below by what you know.',
    'svcsim: 1',
    `name: ${input.name}`,
    ...(prefix === 'svc' ? [] : [`prefix: ${prefix}`]),
    'start: 2026-11-01T00:00:00Z',
    'for: 14d',
    '',
    `manifests: ${input.manifests}`,
    ...parts.flatMap(([key, { lines }]) => (lines.length === 0 ? [] : ['', `${key}:`, ...lines])),
    '',
  ].join('\n');
  return { text, assumed: parts.flatMap(([, part]) => part.assumed), measuredOf };
}

/** GVCs that no manifest has, with the locations that reading them chose. */
function gvcPart({ resources, madeGvcs }: AroundInput['scenario']): Part {
  const gvcs = resources.filter(({ kind, name }) => kind === 'gvc' && madeGvcs.includes(name));
  const links = (one: ScenarioResource): readonly Json[] =>
    listAt(objectAt(specOf(one), 'staticPlacement'), 'locationLinks');
  return {
    lines: gvcs.flatMap((one) => [
      `  # No manifest has this GVC. Name the locations that yours has.`,
      `  - kind: gvc`,
      `    name: ${one.name}`,
      `    spec: { staticPlacement: { locationLinks: [${links(one).join(', ')}] } }`,
    ]),
    assumed: gvcs.map(
      (one) =>
        `no manifest has the GVC ${one.name}: it runs in ${links(one)
          .map((link) => String(link).replace('//location/', ''))
          .join(', ')}`,
    ),
  };
}

/** Secrets that no manifest has: on the platform they are there, else the workloads would not run. */
function secretPart({ resources, assumptions }: AroundInput['scenario']): Part {
  const known = new Set(resources.flatMap(({ kind, name }) => (kind === 'secret' ? [name] : [])));
  const uses = resources.flatMap((one) => {
    if (one.kind !== 'workload') return [];
    const owner = resources.find(({ kind, name }) => kind === 'gvc' && name === one.gvc);
    const ofGvc = inheritable(owner === undefined ? {} : specOf(owner), assumptions);
    return secretUses(specOf(one), ofGvc).map(({ name }) => name);
  });
  const names = [...new Set(uses)].filter((name) => !known.has(name)).sort();
  if (names.length === 0) return { lines: [], assumed: [] };
  return {
    lines: [
      '  # No manifest has these secrets. Without them nothing that uses them starts.',
      ...names.map((name) => `  - { kind: secret, name: ${quotedName(name)}, type: opaque }`),
    ],
    assumed: [
      `no manifest has the ${names.length === 1 ? 'secret' : 'secrets'} ${names.join(', ')}: assumed to be there`,
    ],
  };
}

interface Named {
  readonly resources: readonly ScenarioResource[];
  readonly assumptions: Assumptions;
}

function behaviourPart(
  workloads: readonly ScenarioResource[],
  volumesets: readonly ScenarioResource[],
  { resources, assumptions }: Named,
): Part {
  const lines: string[] = [];
  const assumed: string[] = [];
  for (const one of workloads) {
    const key = keyOf(one, resources);
    if (workloadType(specOf(one), assumptions) === 'cron') {
      lines.push(`  ${key}: { execution: { duration: 10m } }   # assumed: how long an execution works`);
      assumed.push(`an execution of ${key} works for 10m`);
    } else if (hasPorts(one)) {
      lines.push(
        `  ${key}: { start: 10s, request: { cpu: 10ms, duration: 50ms } }   # assumed: start, and what a request takes`,
      );
      assumed.push(`a replica of ${key} needs 10s more to start, and a request 10ms of cpu and 50ms in all`);
    } else {
      lines.push(`  ${key}: { start: 10s, cpu: 100m }   # assumed: start, and cpu while it runs`);
      assumed.push(`a replica of ${key} needs 10s more to start, and uses 100m of cpu`);
    }
  }
  for (const one of volumesets) {
    const key = keyOf(one, resources);
    const given = specOf(one).initialCapacity;
    const capacity = typeof given === 'number' && given > 0 ? given : 10;
    const [used, added] = [(capacity * usedPercent) / 100, (capacity * addedPercent) / 100].map((size) =>
      Number(size.toPrecision(3)),
    );
    lines.push(
      `  ${key}: { usage: { start: ${used}GB, growth: ${added}GB/d } }   # assumed: ${usedPercent} % of initialCapacity, ${addedPercent} % more a day`,
    );
    assumed.push(`each volume of ${key} holds ${used} GB and grows by ${added} GB a day`);
  }
  return { lines, assumed };
}

function demandPart(
  called: readonly ScenarioResource[],
  {
    measuredOf,
    measured,
    resources,
  }: {
    readonly measuredOf: string | null;
    readonly measured: MeasuredDemand | null;
    readonly resources: readonly ScenarioResource[];
  },
): Part {
  const open = called.filter((one) => isOpen(one));
  const lines: string[] = [];
  const assumed: string[] = [];
  for (const one of called) {
    const key = keyOf(one, resources);
    const caller = isOpen(one) ? undefined : open.find(({ gvc }) => gvc === one.gvc);
    if (key === measuredOf && measured !== null)
      lines.push(`  - to: ${key}   # measured`, `    rate: { trace: ${measured.trace} }`);
    else if (caller !== undefined) {
      lines.push(
        `  - { to: ${key}, by: ${keyOf(caller, resources)}, rate: { daily: [[04:00, 2/s], [18:00, 20/s]] } }   # assumed`,
      );
      assumed.push(
        `${keyOf(caller, resources)} calls ${key}, whose firewall is closed to the outside, 2 to 20 times a second`,
      );
    } else {
      lines.push(`  - { to: ${key}, rate: { daily: [[04:00, 2/s], [18:00, 20/s]] } }   # assumed`);
      assumed.push(`${key} gets 2 requests a second at 04:00 UTC and 20 at 18:00`);
    }
  }
  return { lines, assumed };
}

function expectPart({
  called,
  workloads,
  volumesets,
  resources,
  assumptions,
}: Named & Readonly<Record<'called' | 'workloads' | 'volumesets', readonly ScenarioResource[]>>): Part {
  const crons = workloads.filter((one) => workloadType(specOf(one), assumptions) === 'cron');
  const lines = [
    ...called.map((one) => `  - { metric: load.goodPercentage, of: ${keyOf(one, resources)}, is: ">= 99%" }`),
    ...crons.map((one) => `  - { metric: executions.failed, of: ${keyOf(one, resources)}, is: "= 0" }`),
    ...volumesets.map(
      (one) => `  - { metric: volumes.freePercentage, of: ${keyOf(one, resources)}, always: ">= 10%" }`,
    ),
    '  - { metric: bill.total, is: "<= 1000 USD" }',
  ];
  return { lines: ['  # What must hold; edit these.', ...lines], assumed: [] };
}

function measuredOne(
  called: readonly ScenarioResource[],
  measured: MeasuredDemand | null,
  resources: readonly ScenarioResource[],
): string | null {
  if (measured === null) return null;
  const one =
    measured.to === null
      ? (called.find((workload) => isOpen(workload)) ?? called[0])
      : called.find(
          ({ gvc, name }) =>
            `${gvc}/${name}` === measured.to || `${gvc}/workload/${name}` === measured.to || name === measured.to,
        );
  return one === undefined ? null : keyOf(one, resources);
}

/** `shop/api`, or `shop/workload/api` where another kind has the name too. */
function keyOf({ kind, gvc, name }: ScenarioResource, resources: readonly ScenarioResource[]): string {
  const isShared = resources.some(
    (one) => one.kind !== kind && ['workload', 'volumeset'].includes(one.kind) && one.gvc === gvc && one.name === name,
  );
  return quotedName(isShared ? `${gvc}/${kind}/${name}` : `${gvc}/${name}`);
}

/** Whether a container has a port, in the older form `port: 80` too. */
function hasPorts(one: ScenarioResource): boolean {
  return objectsAt(specOf(one), 'containers').some(
    (container) => listAt(container, 'ports').length > 0 || numberAt(container, 'port') !== undefined,
  );
}

/** Whether the firewall lets in callers from outside. */
function isOpen(one: ScenarioResource): boolean {
  return listAt(objectAt(objectAt(specOf(one), 'firewallConfig'), 'external'), 'inboundAllowCIDR').length > 0;
}

function specOf({ doc }: ScenarioResource): JsonObject {
  return objectAt(doc, 'spec');
}

function listAt(value: JsonObject, key: string): readonly Json[] {
  const list = value[key];
  return Array.isArray(list) ? list : [];
}

/**
 * The text of a first scenario around manifests that somebody has: everything that the manifests do not say, assumed.
 */

import { type Instant, shortIsoFromInstant } from '../engine/time.ts';
import { workloadType } from '../platform/api/document/defaults.ts';
import { type Json, type JsonObject, objectAt, objectsAt } from '../platform/api/document/json.ts';
import { parseCpuMillicores } from '../platform/api/document/quantity.ts';
import { inheritable, secretUses } from '../platform/api/settings/mounts.ts';
import { demandPart, traffic } from './aroundDemand.ts';
import {
  type AroundPart,
  calledWorkloads,
  keyOf,
  listAt,
  type MeasuredDemand,
  type Named,
  plainKeyOf,
  specOf,
} from './aroundParts.ts';
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
  /** Demand that was measured, by its workloads. */
  readonly measured: readonly MeasuredDemand[];
  /** The time of the run; null: two weeks that begin with a month. */
  readonly period: { readonly start: Instant; readonly end: Instant } | null;
}

export interface Around {
  readonly text: string;
  /** What was assumed, a sentence each. */
  readonly assumed: readonly string[];
  /** Whether it has the parameter `traffic`, by which all demand is scaled. */
  readonly hasTraffic: boolean;
}

/** Share of its capacity that a volume uses at the start, and of its capacity that it adds a day, in percent. */
const usedPercent = 30;
const addedPercent = 1;

/** Processor time of a request, and the share of its cpu that a replica at its target of requests a second uses. */
const usualCpuMs = 10;
const targetShare = 0.7;

/** The text of a scenario that runs these manifests, with a line for each thing that is assumed. */
export function scenarioAround(input: AroundInput): Around {
  const { resources, assumptions, prefix } = input.scenario;
  const workloads = resources.filter(({ kind }) => kind === 'workload');
  const volumesets = resources.filter(({ kind }) => kind === 'volumeset');
  const gvcs = gvcPart(input.scenario);
  const secrets = secretPart(input.scenario);
  const demand = demandPart(calledWorkloads(input.scenario), { measured: input.measured, resources });
  const { asked } = demand;
  const behaviour = behaviourPart(workloads, volumesets, { asked, resources, assumptions });
  const parts: readonly (readonly [key: string, part: AroundPart])[] = [
    [
      'resources',
      { ...gvcs, lines: [...gvcs.lines, ...secrets.lines], assumed: [...gvcs.assumed, ...secrets.assumed] },
    ],
    ['behavior', behaviour],
    ['demand', demand],
    ['expect', expectPart({ asked, workloads, volumesets, resources, assumptions })],
  ];
  const all = [demand, behaviour, gvcs].flatMap((part) => part.guessed);
  // What a request takes decides most: it stands first.
  const guessed = [
    ...all.filter((path) => path.includes('.request.')),
    ...all.filter((path) => !path.includes('.request.')),
  ];
  const hasTraffic = asked.length > 0;
  const text = [
    `# yaml-language-server: $schema=${input.schema}`,
    '#',
    `# A first scenario around manifests that exist. Run it: svcsim run ${input.file}`,
    '# What the manifests do not say is assumed: replace each number below by what you know.',
    'svcsim: 1',
    `name: ${input.name}`,
    ...(prefix === 'svc' ? [] : [`prefix: ${prefix}`]),
    ...periodLines(input.period),
    '',
    `manifests: ${input.manifests}`,
    ...(hasTraffic
      ? ['', `params: { ${traffic}: 1 }   # twice the requests: svcsim run ${input.file} --set params.${traffic}=2`]
      : []),
    ...parts.flatMap(([key, { lines }]) => (lines.length === 0 ? [] : ['', `${key}:`, ...lines])),
    ...guessedLines(guessed),
    '',
  ].join('\n');
  return { text, assumed: parts.flatMap(([, part]) => part.assumed), hasTraffic };
}

function periodLines(period: AroundInput['period']): readonly string[] {
  if (period === null) return ['start: 2026-11-01T00:00:00Z', 'for: 14d'];
  return [`start: ${shortIsoFromInstant(period.start)}`, `end: ${shortIsoFromInstant(period.end)}`];
}

function guessedLines(guessed: readonly string[]): readonly string[] {
  if (guessed.length === 0) return [];
  return [
    '',
    '# Guesses that decide the result: reports name them. Delete the line of what you have measured.',
    'guessed:',
    ...guessed.map((path) => `  - ${quotedName(path)}`),
  ];
}

/** GVCs that no manifest has, with the locations that reading them chose. */
function gvcPart({ resources, madeGvcs }: AroundInput['scenario']): AroundPart {
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
    guessed: gvcs.map(({ name }) => `gvc/${name}.spec.staticPlacement.locationLinks`),
    assumed: gvcs.map(
      (one) =>
        `no manifest has the GVC ${one.name}: it runs in ${links(one)
          .map((link) => String(link).replace('//location/', ''))
          .join(', ')}`,
    ),
  };
}

/** Secrets that no manifest has: on the platform they are there, else the workloads would not run. */
function secretPart({ resources, assumptions }: AroundInput['scenario']): AroundPart {
  const known = new Set(resources.flatMap(({ kind, name }) => (kind === 'secret' ? [name] : [])));
  const uses = resources.flatMap((one) => {
    if (one.kind !== 'workload') return [];
    const owner = resources.find(({ kind, name }) => kind === 'gvc' && name === one.gvc);
    const ofGvc = inheritable(owner === undefined ? {} : specOf(owner), assumptions);
    return secretUses(specOf(one), ofGvc).map(({ name }) => name);
  });
  const names = [...new Set(uses)].filter((name) => !known.has(name)).sort();
  if (names.length === 0) return { lines: [], assumed: [], guessed: [] };
  return {
    lines: [
      '  # No manifest has these secrets. Without them nothing that uses them starts.',
      ...names.map((name) => `  - { kind: secret, name: ${quotedName(name)}, type: opaque }`),
    ],
    assumed: [
      `no manifest has the ${names.length === 1 ? 'secret' : 'secrets'} ${names.join(', ')}: assumed to be there`,
    ],
    guessed: [],
  };
}

function behaviourPart(
  workloads: readonly ScenarioResource[],
  volumesets: readonly ScenarioResource[],
  { asked, resources, assumptions }: Named & { readonly asked: readonly ScenarioResource[] },
): AroundPart {
  const lines: string[] = [];
  const assumed: string[] = [];
  const guessed: string[] = [];
  const guess = (one: ScenarioResource, ...fields: readonly string[]): void => {
    const key = plainKeyOf(one, resources);
    guessed.push(...fields.map((field) => `behavior.${key}.${field}`));
  };
  for (const one of workloads) {
    const key = keyOf(one, resources);
    if (workloadType(specOf(one), assumptions) === 'cron') {
      lines.push(`  ${key}: { execution: { duration: 10m } }   # assumed: how long an execution works`);
      guess(one, 'execution.duration');
      assumed.push(`an execution of ${key} works for 10m`);
    } else if (asked.includes(one)) {
      const { cpu, because } = requestCpu(specOf(one));
      lines.push(
        `  ${key}: { start: 10s, request: { cpu: ${cpu}ms, duration: ${5 * cpu}ms } }   # assumed: start, and what a request takes`,
      );
      guess(one, 'request.cpu', 'request.duration', 'start');
      assumed.push(
        `a replica of ${key} needs 10s more to start, and a request ${cpu}ms of cpu${because} and ${5 * cpu}ms in all`,
      );
    } else {
      lines.push(`  ${key}: { start: 10s, cpu: 100m }   # assumed: start, and cpu while it runs`);
      guess(one, 'cpu', 'start');
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
    guess(one, 'usage.start', 'usage.growth');
    assumed.push(`each volume of ${key} holds ${used} GB and grows by ${added} GB a day`);
  }
  return { lines, assumed, guessed };
}

/**
 * The guessed processor time of a request, in whole milliseconds. Where autoscaling goes by requests a second, it is
 * guessed that a replica with as many as its target uses 70 % of its cpu: a target is meant to leave some room.
 *
 *   cpu 250m, target 40 requests a second -> 4 ms     metric cpu -> 10 ms
 */
function requestCpu(spec: JsonObject): { readonly cpu: number; readonly because: string } {
  const { metric, target } = objectAt(objectAt(spec, 'defaultOptions'), 'autoscaling');
  const cpus = objectsAt(spec, 'containers').flatMap(({ cpu }) => {
    const millicores = typeof cpu === 'string' || typeof cpu === 'number' ? parseCpuMillicores(String(cpu)) : null;
    return typeof millicores === 'number' ? [millicores] : [];
  });
  if (metric !== 'rps' || typeof target !== 'number' || target <= 0 || cpus.length === 0)
    return { cpu: usualCpuMs, because: '' };
  const cpu = Math.max(1, Math.min(usualCpuMs, Math.floor((targetShare * Math.min(...cpus)) / target)));
  return { cpu, because: ` (so that ${target} a second, its target, use ${100 * targetShare} % of its cpu)` };
}

function expectPart({
  asked,
  workloads,
  volumesets,
  resources,
  assumptions,
}: Named & Readonly<Record<'asked' | 'workloads' | 'volumesets', readonly ScenarioResource[]>>): AroundPart {
  const crons = workloads.filter((one) => workloadType(specOf(one), assumptions) === 'cron');
  const lines = [
    ...asked.map((one) => `  - { metric: load.goodPercentage, of: ${keyOf(one, resources)}, is: ">= 99%" }`),
    ...crons.map((one) => `  - { metric: executions.failed, of: ${keyOf(one, resources)}, is: "= 0" }`),
    ...volumesets.map(
      (one) => `  - { metric: volumes.freePercentage, of: ${keyOf(one, resources)}, always: ">= 10%" }`,
    ),
    '  - { metric: bill.total, is: "<= 1000 USD" }',
  ];
  return { lines: ['  # What must hold; edit these.', ...lines], assumed: [], guessed: [] };
}

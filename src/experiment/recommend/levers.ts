/**
 * Settings of a workload beside its bounds that decide how many requests it serves: target, maxConcurrency, cpu.
 */
import { objectsAt, textAt } from '../../platform/api/document/json.ts';
import type { LeverName } from '../../report/verdict/failure.ts';
import type { Block, SeenWorkload } from './seen.ts';
import type { Setting } from './setting.ts';

/** A setting that may be changed, and how far. */
export interface Lever {
  readonly name: LeverName;
  /** Smaller values are no proposal if greater ones serve as much: they would leave no room. */
  readonly least: number;
  /** Tried first, in one batch, from the least change to the greatest. */
  readonly values: readonly number[];
  /** As it is, or 0. */
  readonly now: number;
  /** Whether all whole numbers between two values are values, too: then the least that suffices is searched for. */
  readonly isWhole: boolean;
  readonly changeOf: (value: number) => LeverChange;
}

export interface LeverChange {
  /** `maxScale 40` */
  readonly proposed: string;
  readonly settings: readonly Setting[];
}

/** Only of a single target: `multi` and `keda` have lists. */
export function targetLever(seen: SeenWorkload, blocks: readonly Block[]): Lever {
  const now = Math.min(...blocks.map(({ target }) => target ?? Number.POSITIVE_INFINITY));
  const values = Number.isFinite(now) ? [0.8, 0.6, 0.4].map((share) => Math.max(1, Math.floor(share * now))) : [];
  return {
    name: 'target',
    now: 0,
    least: 0,
    values: [...new Set(values)].filter((value) => value < now),
    isWhole: false,
    changeOf: (value) => targetChange(seen, blocks, value),
  };
}

/** Another target. */
export function targetChange(seen: SeenWorkload, blocks: readonly Block[], value: number): LeverChange {
  return { proposed: `target ${value}`, settings: fieldsOf(seen, blocks, ['autoscaling', 'target'], value) };
}

/** Of serverless workloads: requests in flight that a replica takes. */
export function concurrencyLever(seen: SeenWorkload, blocks: readonly Block[]): Lever {
  const now = Math.max(...blocks.map(({ options }) => options.maxConcurrency ?? 0));
  return {
    name: 'maxConcurrency',
    now,
    least: 0,
    values: now === 0 ? [] : [...new Set([1.5, 2, 4].map((by) => Math.ceil(by * now)))],
    isWhole: false,
    changeOf: (value) => ({
      proposed: `maxConcurrency ${value}`,
      settings: fieldsOf(seen, blocks, ['autoscaling', 'maxConcurrency'], value),
    }),
  };
}

/** Of all containers in all locations: a container has one limit. The reserve keeps its share of the limit. */
export function cpuLever(seen: SeenWorkload): Lever {
  const { containers } = seen.settings;
  const written = objectsAt(seen.spec, 'containers');
  return {
    name: 'cpu',
    now: 100,
    least: 0,
    // Percent of now.
    values: containers.some(({ cpuMillicores }) => cpuMillicores > 0) ? [150, 200, 400] : [],
    isWhole: false,
    changeOf: (percent) => {
      const grown = (millicores: number): string => `${Math.ceil((millicores * percent) / 100)}m`;
      const texts = containers.map(({ name, cpuMillicores, minCpuMillicores }) => {
        const reserve = minCpuMillicores === cpuMillicores ? '' : ` (minCpu ${grown(minCpuMillicores)})`;
        return `${containers.length === 1 ? '' : `${name} `}${grown(cpuMillicores)}${reserve}`;
      });
      const settings = containers.flatMap(({ cpuMillicores, minCpuMillicores }, index): Setting[] => {
        const entry = { by: 'name', is: textAt(written[index], 'name') ?? '', index } as const;
        const field = (name: string, value: string): Setting => ({
          kind: 'field',
          resource: seen.key,
          steps: ['spec', 'containers', entry, name],
          value,
        });
        return [field('cpu', grown(cpuMillicores)), field('minCpu', grown(minCpuMillicores))];
      });
      return { proposed: `cpu ${texts.join(', ')}`, settings };
    },
  };
}

/** One field in each of the blocks. */
export function fieldsOf(
  { key }: SeenWorkload,
  blocks: readonly Block[],
  path: readonly string[],
  value: number | boolean,
): Setting[] {
  return blocks.map(({ steps }) => ({ kind: 'field', resource: key, steps: [...steps, ...path], value }));
}

/**
 * One entry of `behavior:`, its texts read into numbers.
 */
import { constant, type Distribution } from '../engine/distribution.ts';
import type {
  ExecutionBehaviour,
  MounterBehaviour,
  VolumesetBehaviour,
  WorkloadBehaviour,
} from '../platform/behaviour.ts';
import type { Path } from '../platform/control/json.ts';
import type { RequestBehaviour } from '../platform/traffic/serving.ts';
import { parseDistribution } from '../platform/units.ts';
import type { Tree } from './document.ts';
import { isMap } from './load.ts';
import { shown, type TreeMap, valueAt } from './shape.ts';
import { parseCpu, parseFlow, parseShare, parseSize, parseSizeRate, readDuration } from './units.ts';
import { readUsage, type UsageContext } from './usage.ts';

/** What an entry says, for whichever kind it turns out to mean. */
export interface Entry {
  /** null: nothing that a workload could do. */
  readonly workload: WorkloadBehaviour | null;
  readonly volumeset: VolumesetBehaviour | null;
  /** Bytes added at once; null outside of the timeline. */
  readonly addBytes: number | null;
}

/** Parts that are kept for rooms that are not simulated yet. */
const keptKeys = ['authorization', 'rateLimit', 'keda', 'logs'] as const;

/** Reads the entry at a path; what cannot be read is a problem and left out. */
export function readEntry(root: TreeMap, path: Path, context: UsageContext): Entry {
  const given = valueAt(root, path);
  if (!isMap(given)) return { workload: null, volumeset: null, addBytes: null };
  const read = new PartReader(root, path, context);
  const workload: { -readonly [Key in keyof WorkloadBehaviour]: WorkloadBehaviour[Key] } = {};
  for (const key of ['start', 'readyAfter', 'stop', 'pull'] as const) {
    const value = read.durations(key);
    if (value !== null) workload[key] = value;
  }
  const crashEvery = read.durations('crash', 'every');
  if (crashEvery !== null) workload.crashEvery = crashEvery;
  const cpuMillicores = read.cpu('cpu');
  if (cpuMillicores !== null) workload.cpuMillicores = cpuMillicores;
  const memoryBytes = read.size('memory');
  if (memoryBytes !== null) workload.memoryBytes = memoryBytes;
  if (given.ephemeral !== undefined) workload.ephemeral = readEphemeral(given.ephemeral, read);
  if (isMap(given.execution)) workload.execution = readExecution(read);
  if (isMap(given.mounter)) workload.mounter = readMounter(read);
  if (isMap(given.request)) workload.request = readRequest(read);
  const kept = Object.fromEntries(keptKeys.filter((key) => given[key] !== undefined).map((key) => [key, given[key]]));
  if (Object.keys(kept).length > 0) {
    workload.kept = kept;
    const written = Object.keys(kept).join(', ');
    context.reading.complain(root, [...path, Object.keys(kept)[0] ?? ''], {
      code: 'not-simulated',
      severity: 'warning',
      atKey: true,
      message: `not simulated yet: ${written}`,
    });
  }
  const usage = readUsage(root, [...path, 'usage'], context);
  return {
    workload: Object.keys(workload).length === 0 ? null : workload,
    volumeset: usage.usage === null ? null : { usage: usage.usage },
    addBytes: usage.addBytes,
  };
}

function readEphemeral(
  given: Tree,
  read: PartReader,
): { readonly startBytes: number; readonly growthBytesPerHour: number } {
  if (!isMap(given)) return { startBytes: read.size('ephemeral') ?? 0, growthBytesPerHour: 0 };
  return {
    startBytes: read.size('ephemeral', 'start') ?? 0,
    growthBytesPerHour: read.sizeRate('ephemeral', 'growth') ?? 0,
  };
}

function readExecution(read: PartReader): ExecutionBehaviour {
  const duration =
    read.value('execution', 'duration') === 'never'
      ? 'never'
      : (read.durations('execution', 'duration') ?? constant(0));
  const cpuMillicores = read.cpu('execution', 'cpu');
  return {
    duration,
    failure: read.share('execution', 'failure') ?? 0,
    ...(cpuMillicores === null ? {} : { cpuMillicores }),
  };
}

function readMounter(read: PartReader): MounterBehaviour {
  const cpuMillicores = read.cpu('mounter', 'cpu');
  const memoryBytes = read.size('mounter', 'memory');
  const egressBytesPerHour = read.flow('mounter', 'egress');
  return {
    ...(cpuMillicores === null ? {} : { cpuMillicores }),
    ...(memoryBytes === null ? {} : { memoryBytes }),
    ...(egressBytesPerHour === null ? {} : { egressBytesPerHour }),
  };
}

function readRequest(read: PartReader): RequestBehaviour {
  const cpu = read.durations('request', 'cpu');
  const duration = read.durations('request', 'duration');
  const memoryBytes = read.sizes('request', 'memory');
  const failure = read.share('request', 'failure');
  return {
    ...(cpu === null ? {} : { cpu }),
    ...(duration === null ? {} : { duration }),
    ...(memoryBytes === null ? {} : { memoryBytes }),
    ...(failure === null ? {} : { failure }),
  };
}

const expectedSizeRate = 'expected a size per time, such as 1.5GB/d';

/** Reads quantities below one entry; null for what is absent or, with a problem, unreadable. */
class PartReader {
  readonly #root: TreeMap;
  readonly #path: Path;
  readonly #context: UsageContext;

  constructor(root: TreeMap, path: Path, context: UsageContext) {
    this.#root = root;
    this.#path = path;
    this.#context = context;
  }

  value(...keys: string[]): Tree | undefined {
    return valueAt(this.#root, [...this.#path, ...keys]);
  }

  durations(...keys: string[]): Distribution | null {
    const value = this.value(...keys);
    if (value === undefined) return null;
    const result = parseDistribution(value, readDuration);
    if (typeof result !== 'string') return result;
    const expected = result.replace('a value or a distribution', 'a duration such as 30s, or a distribution of such');
    this.#complain(keys, `expected ${expected}${expected.includes('found ') ? '' : `, found ${shown(value)}`}`);
    return null;
  }

  sizes(...keys: string[]): Distribution | null {
    const value = this.value(...keys);
    if (value === undefined) return null;
    const result = parseDistribution(value, (given) => parseSize(given, this.#context.gbBytes));
    if (typeof result !== 'string') return result;
    this.#complain(keys, `expected a size such as 1Mi, or a distribution of such, found ${shown(value)}`);
    return null;
  }

  cpu(...keys: string[]): number | null {
    return this.#read(keys, parseCpu, 'expected an amount of cpu such as 250m or 1.5');
  }

  size(...keys: string[]): number | null {
    return this.#read(
      keys,
      (value) => parseSize(value, this.#context.gbBytes),
      'expected a size with its unit, such as 8GB or 220Mi',
    );
  }

  sizeRate(...keys: string[]): number | null {
    return this.#read(keys, (value) => parseSizeRate(value, this.#context.gbBytes), expectedSizeRate);
  }

  flow(...keys: string[]): number | null {
    return this.#read(keys, (value) => parseFlow(value, this.#context.gbBytes), expectedSizeRate);
  }

  share(...keys: string[]): number | null {
    return this.#read(keys, parseShare, 'expected a percentage from 0% to 100%');
  }

  #read(keys: readonly string[], parse: (value: unknown) => number | null, expected: string): number | null {
    const value = this.value(...keys);
    if (value === undefined) return null;
    const result = parse(value);
    if (result === null) this.#complain(keys, `${expected}, found ${shown(value)}`);
    return result;
  }

  #complain(keys: readonly string[], message: string): void {
    this.#context.reading.complain(this.#root, [...this.#path, ...keys], { code: 'bad-unit', message });
  }
}

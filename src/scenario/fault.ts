/**
 * `fault:` of a timeline entry: what goes wrong, where, and for how long.
 */
import { meanOf } from '../engine/distribution.ts';
import type { Instant } from '../engine/time.ts';
import { type Json, objectAt, type Path, textAt } from '../platform/control/json.ts';
import { catalogueNames, isAccepted } from '../platform/control/locations.ts';
import {
  type Fault,
  type FaultName,
  type FaultTarget,
  faultNames,
  faultServices,
  type Whom,
} from '../platform/fault.ts';
import type { Assumptions } from '../platform/rules/assumptions.ts';
import { parseDistribution } from '../platform/units.ts';
import { faultShapes } from './faultShape.ts';
import { placesOf } from './fleet.ts';
import { isMap } from './load.ts';
import { entriesOf, isWild, keyOf, listOf, type Named, type Names, nearestName, parsePattern } from './names.ts';
import type { Complaint, Reading } from './reading.ts';
import type { FaultAction } from './scenario.ts';
import { shown, type TreeMap, valueAt } from './shape.ts';
import { readPoint } from './times.ts';
import { parseShare, parseSize, readDuration } from './units.ts';

export interface FaultContext {
  readonly reading: Reading;
  readonly names: Names;
  readonly assumptions: Assumptions;
  readonly gbBytes: number;
  /** Of the run; null where it is not known. */
  readonly period: { readonly start: Instant; readonly end: Instant } | null;
}

/** So many times one fault may come in a run. */
const repetitionsMax = 200_000;

/** Reads the fault of the entry at a path; null where it could do nothing, which is a problem. */
export function readFault(root: TreeMap, path: Path, context: FaultContext): FaultAction | null {
  const read = new FaultReader(root, path, context);
  return read.action();
}

class FaultReader {
  readonly #root: TreeMap;
  readonly #path: Path;
  readonly #context: FaultContext;
  #isGood = true;

  constructor(root: TreeMap, path: Path, context: FaultContext) {
    this.#root = root;
    this.#path = path;
    this.#context = context;
  }

  action(): FaultAction | null {
    const name = this.#name();
    if (name === null) return null;
    const details = this.#details(name);
    this.#checkKeys(name, details);
    const of = this.#target(name, details);
    const location = this.#location(name, details);
    const fault: Fault = {
      name,
      location,
      zone: details.zone === undefined ? null : this.#zone(name, location),
      of,
      whom: this.#whom(name, details),
      service: faultServices.find((service) => service === details.service) ?? 'requests',
      latency: this.#read([name, 'latency'], readDuration, 'expected a duration such as 300ms') ?? 0,
      failure: this.#share([name, 'failure']) ?? 0,
      addBytes: this.#read([name, 'add'], (text) => parseSize(text, this.#context.gbBytes, true), sizeExpected) ?? 0,
    };
    const duration = this.#duration(name);
    const gap = this.#gap();
    const until = gap === null ? null : this.#until();
    return this.#isGood ? { kind: 'fault', fault, duration, gap, until } : null;
  }

  #name(): FaultName | null {
    const names = entriesOf(valueAt(this.#root, [...this.#path, 'fault'])).map(([key]) => key);
    const [first, another] = names;
    if (another !== undefined)
      this.#complain(['fault', another], {
        code: 'contradiction',
        message: 'expected one fault in an entry',
        atKey: true,
      });
    if (first === undefined)
      this.#complain(['fault'], {
        code: 'missing-key',
        message: `expected one of ${faultNames.join(', ')}, found none`,
        atKey: true,
      });
    return faultNames.find((name) => name === first) ?? null;
  }

  #details(name: FaultName): TreeMap {
    const given = valueAt(this.#root, [...this.#path, 'fault', name]);
    return isMap(given) ? given : {};
  }

  /** What the fault does not take, and what it cannot do without. */
  #checkKeys(name: FaultName, details: TreeMap): void {
    const { takes, needs } = faultShapes[name];
    for (const key of Object.keys(details)) {
      if (takes.includes(key)) continue;
      const known = takes.length === 0 ? 'it takes nothing' : `it takes ${takes.join(', ')}`;
      this.#complain(['fault', name, key], {
        code: 'contradiction',
        message: `'${key}' means nothing to ${name}: ${known}`,
        atKey: true,
      });
    }
    for (const choice of needs) {
      if (choice.some((key) => details[key] !== undefined || this.#isBroken(name, key))) continue;
      this.#complain(['fault', name], {
        code: 'missing-key',
        message: `${name} needs ${choice.map((key) => `'${key}'`).join(' or ')}`,
        atKey: true,
      });
    }
    if (details.replicas !== undefined && details.share !== undefined)
      this.#complain(['fault', name, 'share'], {
        code: 'contradiction',
        message: "expected either 'replicas' or 'share', found both",
        atKey: true,
      });
  }

  /** Whether a key stood there with a value of another shape, which has been said. */
  #isBroken(name: FaultName, key: string): boolean {
    return this.#context.reading.hasBreach(this.#root, [...this.#path, 'fault', name, key]);
  }

  #target(name: FaultName, { of }: TreeMap): FaultTarget | null {
    const { targets } = faultShapes[name];
    if (typeof of !== 'string' || targets.length === 0) return null;
    const { names, reading } = this.#context;
    const at = ['fault', name, 'of'];
    const expected = targets.map((kind) => (kind === 'workload' ? 'a workload' : 'a volume set')).join(' or ');
    const pattern = parsePattern(of);
    if (pattern === null || isWild(pattern))
      return this.#complain(at, { code: 'bad-name', message: `expected ${expected} as gvc/name, found ${shown(of)}` });
    const kinds: readonly Named['kind'][] = pattern.kind === null ? ['workload', 'volumeset'] : [pattern.kind];
    const found = kinds.flatMap((kind) => names.get(keyOf({ kind, gvc: pattern.gvc, name: pattern.name })) ?? []);
    const [first, second] = found.filter(({ kind }) => targets.includes(kind));
    if (first !== undefined && second !== undefined)
      return this.#complain(at, {
        code: 'ambiguous-name',
        message: `${shown(of)} is both a workload and a volume set`,
        hint: `write ${keyOf(first)} or ${keyOf(second)}`,
      });
    if (first === undefined && found[0] !== undefined) {
      const is = found[0].kind === 'workload' ? 'a workload' : 'a volume set';
      return this.#complain(at, {
        code: 'wrong-kind',
        message: `${name} strikes ${expected}, and ${shown(of)} is ${is}`,
      });
    }
    if (first === undefined) {
      const guess = nearestName(names, of, reading);
      return this.#complain(at, {
        code: 'unknown-name',
        message: `no resource of this scenario has the name ${shown(of)}`,
        hint: guess === null ? null : `did you mean '${guess}'?`,
      });
    }
    const why = first.kind === 'workload' && this.#isCron(first) ? faultShapes[name].notCron : null;
    if (why !== null)
      return this.#complain(at, { code: 'wrong-kind', message: `${shown(of)} is a cron workload, and ${why}` });
    if (first.kind === 'volumeset') this.#checkVolumes(name, of);
    return { kind: first.kind, gvc: first.gvc, name: first.name };
  }

  /** Volumes have no replicas to choose from: all of the set in the location are struck. */
  #checkVolumes(name: FaultName, of: string): void {
    for (const key of ['replicas', 'share'])
      if (valueAt(this.#root, [...this.#path, 'fault', name, key]) !== undefined)
        this.#complain(['fault', name, key], {
          code: 'contradiction',
          message: `'${key}' chooses among replicas, and ${shown(of)} is a volume set`,
          atKey: true,
        });
  }

  #isCron({ gvc, name }: Named): boolean {
    const entry = listOf(this.#root.resources).find(
      (one) => isMap(one) && one.kind === 'workload' && one.gvc === gvc && one.name === name,
    );
    const type = entry === undefined ? undefined : textAt(objectAt(entry as Json, 'spec'), 'type');
    return (type ?? this.#context.assumptions['type.default']) === 'cron';
  }

  #location(name: FaultName, { location }: TreeMap): string | null {
    if (typeof location !== 'string') return null;
    const known = entriesOf(this.#root.locations).map(([key]) => key);
    if (isAccepted(location) || known.includes(location)) {
      this.#warnOfEmpty(name, location);
      return location;
    }
    const guess = this.#context.reading.nearest(location, [...known, ...catalogueNames]);
    return this.#complain(['fault', name, 'location'], {
      code: 'unknown-location',
      message: `expected a location, found ${shown(location)}`,
      hint: guess === null ? null : `did you mean '${guess}'?`,
    });
  }

  /** Where no gvc is or comes to be, there is nothing to strike. */
  #warnOfEmpty(name: FaultName, location: string): void {
    const root = this.#root;
    const { reading } = this.#context;
    const placed = listOf(root.resources).flatMap((entry) =>
      isMap(entry) && entry.kind === 'gvc' ? placesOf(objectAt(entry as Json, 'spec')) : [],
    );
    if (placed.includes(location) || JSON.stringify(root.timeline).includes(`/location/${location}`)) return;
    const guess = reading.nearest(location, placed);
    reading.complain(root, [...this.#path, 'fault', name, 'location'], {
      code: 'unused-location',
      severity: 'warning',
      message: `no gvc of this scenario is in '${location}': there is nothing to strike`,
      hint: guess === null ? null : `did you mean '${guess}'?`,
    });
  }

  #zone(name: FaultName, location: string | null): number | null {
    const text = valueAt(this.#root, [...this.#path, 'fault', name, 'zone']);
    const given = location === null ? undefined : valueAt(this.#root, ['locations', location, 'zones']);
    const zones = typeof given === 'number' ? given : this.#context.assumptions['location.zones'];
    const zone = typeof text === 'string' && /^[a-z]$/.test(text) ? text.charCodeAt(0) - 'a'.charCodeAt(0) : -1;
    if (zone >= 0 && zone < zones) return zone;
    const last = String.fromCharCode('a'.charCodeAt(0) + zones - 1);
    const allowed = zones === 1 ? "'a', its only zone" : `one of its zones 'a' to '${last}'`;
    return this.#complain(['fault', name, 'zone'], {
      code: 'wrong-value',
      rule: 'location.zones',
      message: `expected ${allowed}, found ${shown(text)}`,
    });
  }

  #whom(name: FaultName, { replicas, share }: TreeMap): Whom {
    if (typeof replicas === 'number') return { kind: 'count', count: replicas };
    if (Array.isArray(replicas))
      return { kind: 'names', names: replicas.filter((one): one is string => typeof one === 'string') };
    if (share === undefined) return { kind: 'all' };
    return { kind: 'share', share: this.#share([name, 'share']) ?? 1 };
  }

  #share(keys: readonly string[]): number | null {
    return this.#read(keys, parseShare, 'expected a percentage from 0% to 100%');
  }

  #duration(name: FaultName): number | null {
    const { lasts } = faultShapes[name];
    const given = valueAt(this.#root, [...this.#path, 'for']);
    if (given === undefined) {
      if (lasts === 'must')
        this.#complain(['fault', name], { code: 'missing-key', message: `${name} needs 'for'`, atKey: true });
      return null;
    }
    const duration = this.#read(['for'], readDuration, 'expected a duration such as 2h', []);
    if (lasts === 'never')
      return this.#complain(['for'], {
        code: 'contradiction',
        message: `${name} is a matter of an instant: it does not last`,
        atKey: true,
      });
    return duration;
  }

  /** Gaps by chance; null: it comes at its instants. */
  #gap(): FaultAction['gap'] {
    const given = valueAt(this.#root, [...this.#path, 'every']);
    if (!isMap(given)) return null;
    const gap = parseDistribution(given, readDuration);
    if (typeof gap === 'string')
      return this.#complain(['every'], {
        code: 'bad-unit',
        message: `expected ${gap}, of durations such as 5d, found ${shown(given)}`,
      });
    const mean = meanOf(gap);
    const { period } = this.#context;
    if (!(mean > 0) || (period !== null && (period.end - period.start) / mean > repetitionsMax)) {
      const message = `expected gaps that make at most ${repetitionsMax} repetitions in the run, found ${shown(given)}`;
      return this.#complain(['every'], { code: 'too-many', message });
    }
    return gap;
  }

  #until(): Instant | null {
    if (valueAt(this.#root, [...this.#path, 'until']) === undefined) return null;
    return readPoint(this.#root, [...this.#path, 'until'], this.#context.period?.start ?? 0, this.#context.reading);
  }

  #read(
    keys: readonly string[],
    parse: (value: unknown) => number | null,
    expected: string,
    under: readonly string[] = ['fault'],
  ): number | null {
    const at = [...under, ...keys];
    const value = valueAt(this.#root, [...this.#path, ...at]);
    if (value === undefined) return null;
    const result = parse(value);
    if (result !== null) return result;
    return this.#complain(at, { code: 'bad-unit', message: `${expected}, found ${shown(value)}` });
  }

  /** @returns null, as nothing could be read */
  #complain(keys: readonly (string | number)[], complaint: Complaint): null {
    this.#isGood = false;
    this.#context.reading.complain(this.#root, [...this.#path, ...keys], complaint);
    return null;
  }
}

const sizeExpected = 'expected a size with its unit, such as 40GB or -5GB';

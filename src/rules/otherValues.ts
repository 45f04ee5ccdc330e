/**
 * Which other values of an assumption are worth a try: whether a result hangs on it is found by running with them.
 */
import type { Distribution } from '../engine/distribution.ts';
import { second } from '../engine/time.ts';
import type { Value } from '../engine/value.ts';
import type { Amount } from './amount.ts';
import { type AssumptionName, type Assumptions, assumptionOf } from './assumptions.ts';
import { assumptionStatus } from './built.ts';

/**
 * The other values of an assumption, as a scenario writes them, each once.
 *
 * These are its other words and the alternatives that the register names, the default included if the value is another.
 * A number, a duration, a distribution of durations or a number of replicas that may be anything in a range is also
 * tried at half and at double the value, as far as the range allows.
 *
 *   cron.forbid.missed, skip          -> lateStart
 *   cron.backoff.cap, 10m             -> 6m, 5m, 20m
 *   cron.never.retries, 0             -> 6: half and double of 0 are 0
 *   traffic.status.noReplica, 503     -> none: half of a status code means nothing
 *
 * @returns empty if nothing else is simulated, or if other values cannot be listed (a list, an object, a text)
 */
export function otherValues(name: AssumptionName, assumptions: Assumptions): readonly Value[] {
  const entry = assumptionOf(name);
  if (assumptionStatus(name).status !== 'built') return [];
  const present = assumptions[name];
  const named = [...(entry.words ?? []), ...entry.alternatives].filter((one) => one !== 'any');
  const readable = named.map((one) => entry.read(one)).flatMap((read) => ('value' in read ? [read.value] : []));
  // Alternatives that are a phrase, such as `any` or a range, allow what no list names.
  const isOpen =
    !name.startsWith('traffic.status.') &&
    entry.alternatives.some((one) => one === 'any' || 'expected' in entry.read(one));
  const scaled = isOpen ? [0.5, 2].flatMap((factor) => firstAccepted(entry.read, scaledValues(present, factor))) : [];
  const known = new Set([JSON.stringify(entry.write(present))]);
  return [entry.default, ...readable, ...scaled].flatMap((value): Value[] => {
    const written = entry.write(value);
    const text = JSON.stringify(written);
    if (known.has(text)) return [];
    known.add(text);
    return [written];
  });
}

type Reader = ReturnType<typeof assumptionOf>['read'];

/** The first of some written values that an assumption accepts, as it reads it. */
function firstAccepted(read: Reader, written: readonly unknown[]): readonly unknown[] {
  for (const one of written) {
    const found = read(one);
    if ('value' in found) return [found.value];
  }
  return [];
}

/**
 * A value times a factor, in the forms in which it may be written, the most exact first. A number may be one of
 * milliseconds or of anything else: only its assumption knows.
 */
function scaledValues(value: unknown, factor: number): readonly unknown[] {
  if (typeof value === 'number') {
    const exact = value * factor;
    return [exact, Math.round(exact), `${Math.round(exact)}ms`, `${Math.round(exact / second)}s`];
  }
  if (isAmount(value)) {
    const count = Math.round(value.value * factor);
    return [value.unit === 'percent' ? `${count}%` : count];
  }
  return isDistribution(value) ? [scaledDistribution(value, factor)] : [];
}

function isAmount(value: unknown): value is Amount {
  return typeof value === 'object' && value !== null && 'unit' in value;
}

function isDistribution(value: unknown): value is Distribution {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

/** As a scenario writes it: its durations times a factor, its shape the same. */
function scaledDistribution(distribution: Distribution, factor: number): unknown {
  const times = (duration: number): string => `${Math.round(duration * factor)}ms`;
  switch (distribution.kind) {
    case 'constant':
      return times(distribution.value);
    case 'empirical':
      return { empirical: distribution.values.map(times) };
    default: {
      const { kind, ...fields } = distribution;
      const scaled = Object.entries(fields).map(([field, value]) => {
        return [field, field === 'cv' || field === 'shape' ? value : times(value)] as const;
      });
      return { [kind]: Object.fromEntries(scaled) };
    }
  }
}

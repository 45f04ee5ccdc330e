/**
 * Values with instances of classes, made ready to be sent to another thread, where they have their classes again.
 */
import { Durations } from '../../engine/durations.ts';
import { Occupancy } from '../../engine/occupancy.ts';
import { Pool } from '../../engine/pool.ts';
import { TimeSeries } from '../../engine/series.ts';
import { Spells } from '../../engine/spells.ts';
import { CellRows } from '../../platform/metering/cellRows.ts';
import { Cells } from '../../platform/metering/cells.ts';
import { Ledger } from '../../platform/metering/ledger.ts';
import { SpanHistory } from '../../platform/metering/spanHistory.ts';
import { Spans } from '../../platform/metering/spans.ts';
import { chronicleClasses, chronicleConstants } from '../../report/fold/sendable.ts';

/** Anything that is made by `new`. */
type Class = { readonly prototype: object; readonly name: string };

/** What is sent: to be given to `received` as it comes. */
export interface Sent<Value> {
  readonly value: Value;
  /** By class, in their order. */
  readonly instances: readonly (readonly object[])[];
  /** Places of constants that hold functions: the holder, the key, and which constant. */
  readonly constants: readonly (readonly [holder: object, key: string, constant: number])[];
}

const classes: readonly Class[] = [
  Durations,
  Occupancy,
  Pool,
  TimeSeries,
  Spells,
  CellRows,
  Cells,
  Ledger,
  SpanHistory,
  Spans,
  ...chronicleClasses,
];
const constants: readonly object[] = chronicleConstants;

const indexOf = new Map(classes.map(({ prototype }, index) => [prototype, index]));
const constantAt = new Map(constants.map((constant, index) => [constant, index]));

/**
 * The value is spent: what it holds is taken apart.
 *
 * @returns the message, and its buffers, which the other thread can have without a copy
 * @throws on a function, and on an instance of a class that is not known here
 */
export function sent<Value extends object>(
  value: Value,
): { readonly message: Sent<Value>; readonly buffers: ArrayBuffer[] } {
  const instances: object[][] = classes.map(() => []);
  const places: [object, string, number][] = [];
  const seen = new Set<object>([value]);
  const open: object[] = [value];
  const buffers = new Set<ArrayBuffer>();
  const look = (one: unknown): void => {
    if (typeof one === 'function') throw new Error(`a function cannot be sent: ${one.name}`);
    if (typeof one !== 'object' || one === null || seen.has(one)) return;
    seen.add(one);
    if (!ArrayBuffer.isView(one)) open.push(one);
    else if (one.buffer instanceof ArrayBuffer) buffers.add(one.buffer);
  };
  for (let holder = open.pop(); holder !== undefined; holder = open.pop()) {
    const prototype: object | null = Object.getPrototypeOf(holder);
    if (holder instanceof Map)
      for (const [key, item] of holder) {
        look(key);
        look(item);
      }
    else if (holder instanceof Set) for (const item of holder) look(item);
    else {
      if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) {
        const index = indexOf.get(prototype);
        if (index === undefined) throw new Error(`an instance of ${holder.constructor.name} cannot be sent`);
        instances[index]!.push(holder);
      }
      const fields = holder as { [key: string]: unknown };
      for (const key in fields) {
        const constant = constantAt.get(fields[key] as object);
        if (constant === undefined) look(fields[key]);
        else {
          places.push([holder, key, constant]);
          fields[key] = null;
        }
      }
    }
  }
  return { message: { value, instances, constants: places }, buffers: [...buffers] };
}

export function received<Value>({ value, instances, constants: places }: Sent<Value>): Value {
  instances.forEach((all, index) => {
    for (const one of all) Object.setPrototypeOf(one, classes[index]!.prototype);
  });
  for (const [holder, key, constant] of places) (holder as { [key: string]: unknown })[key] = constants[constant];
  return value;
}

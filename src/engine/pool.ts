/**
 * Records that come and go, under handles that never come to mean another record.
 */

const slots = 1_048_576;
/** A power of two: to multiply by it is exact, and takes less than to divide. */
const perSlot = 1 / slots;
const generations = 134_217_728;

/**
 * A handle is `generation * 2^20 + slot`, below 2^47, so that an event's argument holds it. A slot's generation grows
 * with each removal: the handle of a removed record finds nothing, and an event that carries it is recognised as stale.
 */
export class Pool<Record extends object> {
  private readonly records: (Record | undefined)[] = [];
  private readonly generations: number[] = [];
  /** Free slots, the one freed last at the end and taken first. */
  private readonly free: number[] = [];

  private count = 0;

  /** How many records there are. */
  get size(): number {
    return this.count;
  }

  /** Adds a record and answers its handle. Handle 0 is an ordinary one: the first slot's first. */
  add(record: Record): number {
    const slot = this.free.pop() ?? this.records.length;
    if (slot >= slots) throw new RangeError(`a pool holds at most ${slots} records`);
    this.records[slot] = record;
    this.count += 1;
    const generation = this.generations[slot] ?? 0;
    this.generations[slot] = generation;
    return generation * slots + slot;
  }

  /** The record of a handle; undefined where it has been removed. */
  get(handle: number): Record | undefined {
    const generation = Math.floor(handle * perSlot);
    const slot = handle - generation * slots;
    return this.generations[slot] === generation ? this.records[slot] : undefined;
  }

  /** Removes a handle's record; false where that has happened before. */
  remove(handle: number): boolean {
    if (this.get(handle) === undefined) return false;
    const slot = handle - Math.floor(handle * perSlot) * slots;
    const generation = this.generations[slot]! + 1;
    this.records[slot] = undefined;
    this.generations[slot] = generation;
    this.count -= 1;
    // A slot whose generations are used up is left empty, because its first handle would come again.
    if (generation < generations) this.free.push(slot);
    return true;
  }

  /**
   * The records in the order of their slots. One may be removed while iterating; one that is added may or may not come
   * up.
   */
  *values(): IterableIterator<Record> {
    for (const record of this.records) if (record !== undefined) yield record;
  }

  /** Handles and records in the order of slots, as `values`. */
  *entries(): IterableIterator<[handle: number, record: Record]> {
    for (let slot = 0; slot < this.records.length; slot++) {
      const record = this.records[slot];
      if (record !== undefined) yield [this.generations[slot]! * slots + slot, record];
    }
  }

  /** The same records under the same handles, each cloned; what is added next gets the same handle on both sides. */
  fork(clone: (record: Record) => Record): Pool<Record> {
    const fork = new Pool<Record>();
    for (const record of this.records) fork.records.push(record === undefined ? undefined : clone(record));
    for (const generation of this.generations) fork.generations.push(generation);
    for (const slot of this.free) fork.free.push(slot);
    fork.count = this.count;
    return fork;
  }
}

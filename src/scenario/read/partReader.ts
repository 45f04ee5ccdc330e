/**
 * Reads quantities below one entry of a scenario, and reports a problem at the place of each invalid one.
 */

import { type Distribution, meanOf } from '../../engine/distribution.ts';
import type { Path } from '../../platform/api/document/json.ts';
import { parseDistribution } from '../../rules/units.ts';
import { shown } from '../shape/shape.ts';
import type { Complaint } from '../text/problem.ts';
import { isMap, type Tree, type TreeMap, valueAt } from '../text/tree.ts';
import { parseCpu, parseFlow, parseRate, parseShare, parseSize, parseSizeRate, readDuration } from '../text/units.ts';
import type { UsageContext } from './usageContext.ts';

const expectedSizeRate = 'expected a size per time, such as 1.5GB/d';

/** Reads quantities below one entry; null for what is absent or, with a problem, unreadable. */
export class PartReader {
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
    const expected = result.replace(
      'a value or a distribution',
      'a duration such as 30s, or a distribution such as { exponential: { mean: 30s } }',
    );
    const isSaid = isMap(value) || expected.includes('found ');
    if (!this.#isBroken(keys)) this.#complain(keys, `expected ${expected}${isSaid ? '' : `, found ${shown(value)}`}`);
    return null;
  }

  /** What is read as `durations` or `sizes`, of which there must be a mean: it says how much a replica has to do. */
  withMean(distribution: Distribution | null, ...keys: string[]): Distribution | null {
    if (distribution === null || Number.isFinite(meanOf(distribution))) return distribution;
    this.#complain(keys, `expected a distribution with a mean, found a ${distribution.kind} whose shape gives it none`);
    return null;
  }

  duration(...keys: string[]): number | null {
    return this.#read(keys, readDuration, 'expected a duration with its unit, such as 30s');
  }

  sizes(...keys: string[]): Distribution | null {
    const value = this.value(...keys);
    if (value === undefined) return null;
    const result = parseDistribution(value, (given) => parseSize(given, this.#context.gbBytes));
    if (typeof result !== 'string') return result;
    const said = result.includes('found ') ? result : null;
    if (!this.#isBroken(keys))
      this.#complain(
        keys,
        `expected ${said ?? `a size such as 1Mi, or a distribution such as { exponential: { mean: 1Mi } }, found ${shown(value)}`}`,
      );
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

  rate(...keys: string[]): number | null {
    return this.#read(keys, parseRate, 'expected a rate with its unit, such as 40/s');
  }

  count(...keys: string[]): number | null {
    const whole = (value: unknown): number | null =>
      Number.isSafeInteger(value) && Number(value) >= 1 ? Number(value) : null;
    return this.#read(keys, whole, 'expected a whole number of at least 1');
  }

  #read(keys: readonly string[], parse: (value: unknown) => number | null, expected: string): number | null {
    const value = this.value(...keys);
    if (value === undefined) return null;
    const result = parse(value);
    if (result === null) this.#complain(keys, `${expected}, found ${shown(value)}`);
    return result;
  }

  /** Says what will come of a part that can be read. */
  warn(complaint: Pick<Complaint, 'code' | 'rule' | 'message'>, ...keys: string[]): void {
    this.#context.reading.complain(this.#root, [...this.#path, ...keys], { ...complaint, severity: 'warning' });
  }

  /** Whether a part of a distribution was wrong in itself, which has been said. */
  #isBroken(keys: readonly string[]): boolean {
    return this.#context.reading.hasBreachBelow(this.#root, [...this.#path, ...keys]);
  }

  #complain(keys: readonly string[], message: string): void {
    this.#context.reading.complain(this.#root, [...this.#path, ...keys], { code: 'bad-unit', message });
  }
}

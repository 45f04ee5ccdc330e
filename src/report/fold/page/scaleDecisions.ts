/**
 * The decisions of the autoscaler of one deployment that changed its count.
 */

import type { Instant } from '../../../engine/time.ts';
import type { FactData } from '../../../platform/facts.ts';
import type { Fact } from '../fact.ts';

/** At twice as many, those that change the count the least are dropped. */
const decisionsMax = 256;

/** A decision and its journal entry. */
export interface ScaledAt {
  readonly at: Instant;
  readonly seq: number;
  readonly data: Readonly<FactData['deployment.scaled']>;
}

/** Give it every entry about the deployment, in order. */
export class ScaleDecisions {
  /** How many there were. */
  count = 0;
  private kept: ScaledAt[] = [];
  /** Of as many as are kept the least change: a later one that changes no more would be dropped. */
  private leastKept = Number.NEGATIVE_INFINITY;

  listen(fact: Fact): void {
    if (fact.type !== 'deployment.scaled' || fact.data.measured === undefined) return;
    this.count += 1;
    const { at, seq, data } = fact;
    if (changeOf(data) <= this.leastKept) return;
    this.kept.push({ at, seq, data });
    if (this.kept.length < 2 * decisionsMax) return;
    this.kept = largest(this.kept, decisionsMax);
    this.leastKept = this.kept.reduce((least, one) => Math.min(least, changeOf(one.data)), Number.POSITIVE_INFINITY);
  }

  /** In order of time. @param most of them: those that change the count the most */
  shown(most: number): readonly ScaledAt[] {
    return largest(this.kept, Math.min(most, decisionsMax));
  }

  /** How many `shown` has. */
  shownCount(most: number): number {
    return Math.min(most, decisionsMax, this.kept.length);
  }

  fork(): ScaleDecisions {
    return Object.assign(new ScaleDecisions(), this, { kept: this.kept.slice() });
  }
}

function largest(all: readonly ScaledAt[], most: number): ScaledAt[] {
  if (all.length <= most) return all.slice();
  const order = all.map((one, index) => ({ one, index, change: changeOf(one.data) }));
  order.sort((a, b) => b.change - a.change || a.index - b.index);
  const kept = new Set(order.slice(0, most).map(({ one }) => one));
  return all.filter((one) => kept.has(one));
}

function changeOf({ from, to }: ScaledAt['data']): number {
  return Math.abs(to - from);
}

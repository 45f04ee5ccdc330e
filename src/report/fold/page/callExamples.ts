/**
 * A few requests of each workload that are worth looking at, kept while there may be millions.
 */

import type { Instant } from '../../../engine/time.ts';
import type { FactData } from '../../../platform/facts.ts';

/** Followed requests that are kept: the first ones. */
const followedMax = 16;

export type ExampleKind = 'slowest' | 'most tries' | 'longest wait' | 'first failure' | 'first';

/** A request that has ended. */
export interface ExampleCall {
  /** When it ended. */
  readonly at: Instant;
  readonly seq: number;
  readonly data: Readonly<FactData['call.ended']>;
}

/** Give it every request of one workload that has ended, in order. */
export class CallExamples {
  followed: readonly ExampleCall[] = [];
  private readonly kept: Map<ExampleKind, ExampleCall> = new Map();

  listen(at: Instant, seq: number, data: ExampleCall['data']): void {
    if (data.path !== undefined) {
      if (this.followed.length < followedMax) this.followed = [...this.followed, { at, seq, data }];
      return;
    }
    const { kept } = this;
    const keep = (kind: ExampleKind): void => {
      kept.set(kind, { at, seq, data });
    };
    if (kept.size === 0) keep('first');
    if (data.latencyMs > (kept.get('slowest')?.data.latencyMs ?? 0)) keep('slowest');
    if (data.tries > (kept.get('most tries')?.data.tries ?? 1)) keep('most tries');
    if (data.waitedMs > (kept.get('longest wait')?.data.waitedMs ?? 0)) keep('longest wait');
    if (data.status >= 400 && !kept.has('first failure')) keep('first failure');
  }

  /** Each once, under the first of its kinds; in no certain order. */
  unfollowed(): readonly (readonly [ExampleKind, ExampleCall])[] {
    const told = new Map<ExampleCall['data'], readonly [ExampleKind, ExampleCall]>();
    for (const kind of kinds) {
      const one = this.kept.get(kind);
      if (one !== undefined && !told.has(one.data)) told.set(one.data, [kind, one]);
    }
    return [...told.values()];
  }

  fork(): CallExamples {
    const fork = new CallExamples();
    fork.followed = this.followed;
    for (const [kind, one] of this.kept) fork.kept.set(kind, one);
    return fork;
  }
}

const kinds: readonly ExampleKind[] = ['first failure', 'most tries', 'slowest', 'longest wait', 'first'];

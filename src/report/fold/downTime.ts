/**
 * Why a deployment had no ready replica although replicas were desired, and for how long for each reason.
 */
import { Spells } from '../../engine/spells.ts';
import type { Instant } from '../../engine/time.ts';
import type { Fact } from './fact.ts';

/**
 * What took the last ready replica away. `start`: there was none yet. `volume`: its volume was expanded, shrunk or
 * replaced. `unanswered`: its application or its node did not answer. `closed`: its location was closed.
 */
export type DownCause =
  | 'start'
  | 'rollout'
  | 'volume'
  | 'crash'
  | 'liveness'
  | 'readiness'
  | 'unanswered'
  | 'eviction'
  | 'zone'
  | 'node'
  | 'kill'
  | 'stop'
  | 'reschedule'
  | 'scaleDown'
  | 'closed';

/** An entry that says why the next one of the same replica and instant takes it away. */
interface Lead {
  readonly type: Fact['type'];
  readonly at: Instant;
  readonly seq: number;
  readonly key: Fact['ordinal'];
  readonly cause: DownCause;
}

/**
 * Causes by the `why` of `replica.terminating`. Where a volume is worked on, `why` ends in `of its volume`, and is not
 * listed here.
 */
const leavings: { readonly [why: string]: DownCause } = {
  'older version': 'rollout',
  rescheduled: 'reschedule',
  'scaled down': 'scaleDown',
  'stopped by command': 'stop',
  'zone lost': 'zone',
  'node lost': 'node',
  killed: 'kill',
};

/** Folded from the journal. The spells of all causes together are those of `ReplicaChronicle.down`. */
export class DownTime {
  /** The entry that began the first time that lasted; null: none did, or no entry began it. */
  first: Pick<Lead, 'type' | 'at' | 'seq'> | null = null;
  private byCause: Map<DownCause, Spells> = new Map();
  private now: DownCause | null = null;
  /** The entry that began the present time. */
  private began: Pick<Lead, 'type' | 'at' | 'seq'> | null = null;
  private lead: Lead | null = null;

  /** The times of each cause that lasted for some time, the longest in total first. */
  get causes(): readonly (readonly [DownCause, Spells])[] {
    return [...this.byCause].filter(([, { total }]) => total > 0).sort(([, a], [, b]) => b.total - a.total);
  }

  /** Remembers an entry that explains the one after it; give it every entry first. */
  hear({ type, at, seq, ordinal: key, data }: Fact): void {
    if (type === 'replica.lost') this.lead = { type, at, seq, key, cause: leavings[data.why] ?? 'kill' };
    else if (type === 'replica.unresponsive') this.lead = { type, at, seq, key, cause: 'liveness' };
  }

  /** @param fact the entry after which none is ready, or one is again */
  set(at: Instant, isDown: boolean, fact: Fact | null): void {
    if (isDown === (this.now !== null)) return;
    if (this.now !== null) {
      this.settle(at);
      this.spellsOf(this.now).set(at, false);
    }
    this.now = isDown ? this.causeOf(fact) : null;
    const began = fact === null ? null : (this.leadOf(fact) ?? fact);
    this.began = isDown && began !== null ? { type: began.type, at, seq: began.seq } : null;
    if (this.now !== null) this.spellsOf(this.now).set(at, true);
  }

  settle(until: Instant): void {
    if (this.now === null) return;
    this.spellsOf(this.now).settle(until);
    if (this.began !== null && until > this.began.at) this.first ??= this.began;
  }

  /** As it is at an instant, with nothing counted of before. */
  carriedForward(at: Instant): DownTime {
    const begun = new DownTime();
    begun.now = this.now;
    begun.lead = this.lead;
    begun.began = this.began;
    if (begun.now !== null) begun.spellsOf(begun.now).set(at, true);
    return begun;
  }

  fork(): DownTime {
    const fork = new DownTime();
    fork.byCause = new Map([...this.byCause].map(([cause, spells]) => [cause, spells.fork()]));
    fork.first = this.first;
    fork.now = this.now;
    fork.began = this.began;
    fork.lead = this.lead;
    return fork;
  }

  private spellsOf(cause: DownCause): Spells {
    const known = this.byCause.get(cause) ?? new Spells();
    this.byCause.set(cause, known);
    return known;
  }

  private leadOf({ at, ordinal }: Fact): Lead | null {
    const { lead } = this;
    return lead !== null && lead.at === at && lead.key === ordinal ? lead : null;
  }

  private causeOf(fact: Fact | null): DownCause {
    if (fact === null) return 'start';
    const lead = this.leadOf(fact);
    if (lead !== null) return lead.cause;
    switch (fact.type) {
      case 'replica.terminating':
        return fact.data.why.endsWith('of its volume') ? 'volume' : (leavings[fact.data.why] ?? 'closed');
      case 'replica.exited':
        return 'crash';
      case 'replica.evicted':
        return 'eviction';
      case 'replica.unready':
        return fact.data.container === null ? 'unanswered' : 'readiness';
      case 'replica.gone':
        return 'kill';
      default:
        return 'start';
    }
  }
}

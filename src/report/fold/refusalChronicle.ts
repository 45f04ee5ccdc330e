/**
 * The refusals of the platform over a run, counted by the rule that decided.
 */
import type { Instant } from '../../engine/time.ts';
import type { ExecutionBatch } from '../../platform/cron/executionBatch.ts';
import type { Fact } from './fact.ts';

/** Refusals of one kind under one rule. */
export interface RefusalCount {
  readonly what: 'request' | 'expansion' | 'execution' | 'snapshot' | 'command';
  /** Id of a rule, or name of an assumption where no rule decided; empty where neither is known. */
  readonly rule: string;
  readonly count: number;
  /** Of the first one; of several at one instant, of that whose subject comes first. */
  readonly firstAt: Instant;
  /** The number of its journal entry; null for ticks, which may come without entries (`ExecutionBatch`). */
  readonly firstSeq: number | null;
  /** Whom the first one concerned. */
  readonly subject: string;
  /** What the first one was told; empty where refusals of this kind say nothing. */
  readonly message: string;
}

/** A request whose answer differed from the expected one. */
export interface UnexpectedAnswer {
  readonly at: Instant;
  readonly seq: number;
  readonly path: string;
  readonly status: number;
  readonly expected: number;
  /**
   * The place in the body that differs, what was expected there, and what it held; absent where the status is another.
   */
  readonly field?: string;
  readonly wanted?: string;
  readonly found?: string;
}

/** An unexpected answer in words. */
export function answerText({ status, expected, field, wanted, found }: UnexpectedAnswer): string {
  if (field !== undefined) return `answered ${status} with ${found} at ${field}, expected ${wanted}`;
  return `${status === 0 ? 'no answer' : `answered ${status}`}, expected ${expected}`;
}

type Counted<Count extends { readonly count: number }> = Omit<Count, 'count'> & { count: number };

const unexpectedMax = 20;

export class RefusalChronicle {
  accepted = 0;
  /** Requests. */
  refused = 0;
  unexpected = 0;
  /** The first ones. */
  unexpectedFirst: readonly UnexpectedAnswer[] = [];
  private readonly counts: Map<string, Counted<RefusalCount>> = new Map();

  listen(fact: Fact): void {
    switch (fact.type) {
      case 'request.accepted':
        this.accepted += 1;
        return;
      case 'request.refused':
        this.refused += 1;
        this.count('request', fact, fact.data.message);
        return;
      case 'request.unexpected': {
        this.unexpected += 1;
        const { at, seq } = fact;
        if (this.unexpected <= unexpectedMax)
          this.unexpectedFirst = [...this.unexpectedFirst, { at, seq, ...fact.data }];
        return;
      }
      case 'command.failed':
        this.count('command', fact, fact.data.message);
        return;
      case 'expansion.refused':
        this.count('expansion', fact);
        return;
      case 'execution.skipped':
        this.count('execution', { ...fact, seq: null });
        return;
      case 'snapshot.refused':
        this.count('snapshot', fact, fact.data.message);
        return;
      default:
    }
  }

  /** Ticks at which nothing started. */
  addBatch({ subject, skips }: ExecutionBatch): void {
    if (skips === null) return;
    const { reason, firstAt: at, count } = skips;
    this.count('execution', { at, seq: null, subject, reason }, '', count);
  }

  /** The most frequent first, then by kind and rule. */
  get all(): readonly RefusalCount[] {
    const key = ({ what, rule }: RefusalCount): string => `${what} ${rule}`;
    return [...this.counts.values()].sort((a, b) => b.count - a.count || (key(a) < key(b) ? -1 : 1));
  }

  /** Adds the refusals of another part of the run. */
  join(other: RefusalChronicle): void {
    this.accepted += other.accepted;
    this.refused += other.refused;
    this.unexpected += other.unexpected;
    this.unexpectedFirst = [...this.unexpectedFirst, ...other.unexpectedFirst]
      .sort((a, b) => a.at - b.at || a.seq - b.seq)
      .slice(0, unexpectedMax);
    for (const [key, one] of other.counts) this.add(key, one);
  }

  fork(): RefusalChronicle {
    const fork = new RefusalChronicle();
    fork.accepted = this.accepted;
    fork.refused = this.refused;
    fork.unexpected = this.unexpected;
    fork.unexpectedFirst = this.unexpectedFirst;
    for (const [key, count] of this.counts) fork.counts.set(key, { ...count });
    return fork;
  }

  private add(key: string, one: Counted<RefusalCount>): void {
    const known = this.counts.get(key);
    if (known === undefined || isSooner(one, known))
      this.counts.set(key, { ...one, count: one.count + (known?.count ?? 0) });
    else known.count += one.count;
  }

  private count(
    what: RefusalCount['what'],
    { at, seq, subject, reason }: Pick<Fact, 'at' | 'subject' | 'reason'> & { readonly seq: number | null },
    message = '',
    times = 1,
  ): void {
    const rule = reason.rules[0] ?? reason.assumptions[0] ?? '';
    const key = `${what} ${rule}`;
    const one = { what, rule, count: times, firstAt: at, firstSeq: seq, subject: subject.name, message };
    this.add(key, one);
  }
}

/**
 * Of several refusals at one instant, the one whose subject name sorts first counts as the first, in whatever order
 * they arrive.
 */
function isSooner(one: Counted<RefusalCount>, other: Counted<RefusalCount>): boolean {
  return one.firstAt < other.firstAt || (one.firstAt === other.firstAt && one.subject < other.subject);
}

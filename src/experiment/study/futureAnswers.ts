/**
 * What the platform's API answers to the requests of a future.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { TimelineStep } from '../../platform/setup.ts';
import { factOf } from '../../report/fold/fact.ts';
import type { Scenario } from '../../scenario/scenario.ts';

/** A request that the API refused, and the rule that made it do so. */
export interface RefusedRequest {
  /** The first rule or assumption that decided; null: none is named. */
  readonly rule: string | null;
  readonly message: string;
}

/** A request by what the journal says of it. */
export interface FutureRequest {
  readonly method: string;
  readonly path: string;
}

/** The requests among steps, in their order. */
export function requestsOf(steps: readonly TimelineStep[]): readonly FutureRequest[] {
  return steps.flatMap(({ action }) => (action.kind === 'request' ? [action.request] : []));
}

/**
 * Hears the journal of a future from its instant on. A request that was throttled has its answer when it is retried.
 */
export class ChangeAnswers {
  /** The first refusal; null: there is none so far. */
  refused: RefusedRequest | null = null;
  private readonly waiting: FutureRequest[];
  /** Requests of the timeline itself that come first at the same instant. */
  private readonly before: FutureRequest[];
  private readonly at: Instant;

  constructor(requests: readonly FutureRequest[], at: Instant, { timeline }: Scenario) {
    this.waiting = [...requests];
    this.at = at;
    this.before = timeline.flatMap(({ action, instants, order }) =>
      action.kind === 'request' && order === 'first' && instants.includes(at) ? [action] : [],
    );
  }

  /** @returns whether the entry is the answer to one of the requests */
  listen(entry: Entry): boolean {
    if (this.waiting.length === 0) return false;
    const fact = factOf(entry);
    if (fact.type !== 'request.accepted' && fact.type !== 'request.refused') return false;
    const { data } = fact;
    if (entry.at === this.at && taken(this.before, data)) return false;
    const isThrottled = fact.type === 'request.refused' && fact.data.code === 'THROTTLED';
    if (isThrottled) return this.waiting.some((one) => isSame(one, data));
    if (!taken(this.waiting, data)) return false;
    if (fact.type === 'request.refused') {
      const [rule = null] = [...entry.reason.rules, ...entry.reason.assumptions];
      this.refused ??= { rule, message: fact.data.message };
    }
    return true;
  }
}

/** Removes the first equal request from a list. @returns whether there was one */
function taken(requests: FutureRequest[], wanted: FutureRequest): boolean {
  const index = requests.findIndex((one) => isSame(one, wanted));
  if (index !== -1) requests.splice(index, 1);
  return index !== -1;
}

function isSame(one: FutureRequest, other: FutureRequest): boolean {
  return one.method === other.method && one.path === other.path;
}

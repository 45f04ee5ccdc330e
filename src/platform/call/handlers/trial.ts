/**
 * A failed try: retry after a pause, or end of the call.
 */
import type { Reason } from '../../../engine/journal.ts';
import { uniformOf } from '../../../engine/random.ts';
import { alsoBecause, because } from '../../../rules/reason.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { type Call, drawItemOfCall, lastTryOf } from '../call.ts';
import { conditionOf, type Failure, listsCodes, type RetrySettings, retryWait } from '../retry.ts';
import { endCall, trace } from './ending.ts';

const retried = because(['RETRY-2', 'RETRY-3'], ['retry.backoff', 'retry.backoffFirst', 'retry.backoffCap']);
const besideCodes = because([], ['retry.listedCodes']);
const usedUp = because(['RETRY-2']);
const notListed = because(['RETRY-3']);

/**
 * Handles a failed try; the call is at no replica any more.
 *
 * @param cause journal number of what led to this
 */
export function failTry(sim: Sim, deployment: Deployment, call: Call, failure: Failure, cause: number | null): void {
  const { assumptions } = sim.world;
  const { retry } = deployment.settings.requests;
  const status = failure.kind === 'refused' ? assumptions['traffic.status.noReplica'] : failure.status;
  const condition = conditionOf(failure, retry, assumptions);
  if (condition === null || call.tries > retry.attempts) {
    const ending = { status, reason: reasonOf(condition !== null, retry.attempts), cause };
    endCall(sim, deployment, call, failure.kind === 'answered' ? { ...ending, isOfReplica: true } : ending);
    return;
  }
  const { streams, now } = sim;
  const wait = retryWait(call.tries, assumptions, () => uniformOf(streams.keyFor(drawItemOfCall(call), 'retry')));
  trace(
    call,
    now,
    `${textOf(failure, call)}; retried after ${wait} ms because of ${condition}`,
    retriedBy(condition, retry),
  );
  const answered = failure.kind === 'answered' ? failure.status : 0;
  call.failed = [...call.failed, lastTryOf(call, now, answered, wait)];
  call.phase = 'pausing';
  // If the timeout applies to each try, the pause between two tries does not count.
  if (assumptions['timeout.from'] === 'forward' && assumptions['timeout.scope'] === 'perTry')
    call.givenUpAt = Number.POSITIVE_INFINITY;
  call.dueAt = now + wait;
  sim.add(call.dueAt, rank.finish, kind['call.due'], deployment.handle, call.handle);
}

function retriedBy(condition: string, settings: RetrySettings): Reason {
  return condition === 'retriable-status-codes' && listsCodes(settings) ? alsoBecause(retried, besideCodes) : retried;
}

function textOf(failure: Failure, { replica }: Call): string {
  const who = replica?.name ?? 'no replica';
  switch (failure.kind) {
    case 'refused':
      return `${who} refused the connection`;
    case 'reset':
      return `${who} was gone before it answered, which counts as ${failure.status}`;
    case 'answered':
      return `${who} answered ${failure.status}`;
  }
}

function reasonOf(isListed: boolean, attempts: number): Reason {
  return isListed && attempts > 0 ? usedUp : notListed;
}

import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import { type AttemptAction, type AttemptEndView, planAttemptEnd } from '../../../src/platform/cron/attempt.ts';
import { assumed } from './assumed.ts';

const retrying = { ...assumed, 'cron.never.retries': 6 };
const success: AttemptAction = { do: 'finish', status: 'Success' };
const failure: AttemptAction = { do: 'finish', status: 'Failure' };
const replace = (seconds: number): AttemptAction => ({ do: 'replace', wait: seconds * second });
const restart = (container: number, seconds: number): AttemptAction => ({
  do: 'restart',
  container,
  wait: seconds * second,
});

type Parts = Partial<AttemptEndView> & { readonly assumptions?: typeof assumed };

function planned({ assumptions = assumed, ...parts }: Parts) {
  const view: AttemptEndView = {
    ended: 0,
    exitCodes: [1],
    restartPolicy: 'Never',
    restarts: 0,
    failedReplicas: 0,
    crashes: 1,
    ...parts,
  };
  const plan = planAttemptEnd(view, assumptions);
  return plan.kind === 'act' ? plan.actions[0] : plan.kind;
}

describe('CRON-8: restartPolicy Never', () => {
  it.each<[string, Parts, AttemptAction | 'hold']>([
    ['exit 0 is a success', { exitCodes: [0] }, success],
    ['another exit code is a failure', {}, failure],
    ['a failed attempt lasts until the last container has ended', { exitCodes: [1, null] }, 'hold'],
    ['one failed container of two fails it', { ended: 1, exitCodes: [3, 0] }, failure],
    ['two containers that exit 0 succeed', { ended: 1, exitCodes: [0, 0] }, success],
    ['a lost replica is a failed attempt', { ended: 'replica', exitCodes: [null] }, failure],
    ['with retries a new replica follows after 10 s', { assumptions: retrying }, replace(10)],
    ['then after 20 s', { assumptions: retrying, failedReplicas: 1 }, replace(20)],
    ['after 320 s before the last', { assumptions: retrying, failedReplicas: 5 }, replace(320)],
    ['after six retries it fails', { assumptions: retrying, failedReplicas: 6 }, failure],
    [
      'no wait is above `cron.backoff.cap`',
      { assumptions: { ...assumed, 'cron.never.retries': 99 }, failedReplicas: 8 },
      replace(600),
    ],
    ['a lost replica is retried as a failed one', { ended: 'replica', assumptions: retrying }, replace(10)],
  ])('%s', (_, parts, expected) => {
    expect(planned(parts)).toEqual(expected);
  });
});

describe('CRON-8: restartPolicy OnFailure', () => {
  it.each<[string, Parts, AttemptAction | 'hold']>([
    ['the failed container restarts while another runs', { ended: 1, exitCodes: [null, 1] }, restart(1, 10)],
    ['the third failure in a row waits 40 s', { crashes: 3, restarts: 2 }, restart(0, 40)],
    [
      'no wait is above 300 s',
      { crashes: 9, assumptions: { ...assumed, 'cron.onFailure.limit': 20 } },
      restart(0, 300),
    ],
    ['the first restart may come at once', { assumptions: { ...assumed, 'replica.crash.first': 0 } }, restart(0, 0)],
    ['a container that exits 0 stays ended', { exitCodes: [0, null] }, 'hold'],
    ['all have exited 0', { exitCodes: [0, 0], restarts: 3 }, success],
    ['the fifth restart is still made', { restarts: 4, crashes: 1 }, restart(0, 10)],
    ['the sixth attempt is the last', { restarts: 5 }, failure],
    ['a lost replica is a failed attempt', { ended: 'replica', exitCodes: [null], restarts: 1 }, replace(10)],
    ['lost replicas count with the restarts', { ended: 'replica', restarts: 3, failedReplicas: 2 }, failure],
    ['restarts count with the lost replicas', { restarts: 3, failedReplicas: 2 }, failure],
  ])('%s', (_, parts, expected) => {
    expect(planned({ restartPolicy: 'OnFailure', ...parts })).toEqual(expected);
  });
});

import { describe, expect, it } from 'vitest';
import type { FactData } from '../../../../src/platform/facts.ts';
import { ran, replicas, workload } from '../../handlers/ran.ts';

const containers = [{ name: 'main', image: 'web:1', cpu: '1', ports: [{ number: 8080, protocol: 'http' }] }];
const asked = { 'svc/externalAuthAddress': 'auth.example.com' };
const strict = { ...asked, 'svc/externalAuthFailureAllow': 'false' };
const limited = { 'svc/rateLimitAddress': 'limit.example.com' };

interface Given {
  readonly tags?: object;
  readonly behavior?: object;
  readonly timeline?: readonly object[];
  readonly assumptions?: Readonly<Record<string, unknown>>;
}

/** What a single request to `web` met on its way, one minute after the start. */
function met({ tags = {}, behavior = {}, timeline = [], assumptions = {} }: Given): string[] {
  const { of } = ran({
    for: '10m',
    resources: [{ ...workload('web', 'standard', { ...replicas(2), containers }), tags }],
    behavior: { 'shop/web': behavior },
    timeline: [{ at: '+1m', probe: { to: 'shop/web' } }, ...timeline],
    assumptions,
  });
  const [ended] = of('call.ended');
  const { path = [] } = (ended?.data as FactData['call.ended'] | undefined) ?? {};
  return path.map(({ what }) => what);
}

describe('the path of a request says what a service did that was asked about it', () => {
  it.each<[string, Given]>([
    ['authorization: passed after 12 ms', { tags: asked, behavior: { authorization: { latency: '12ms' } } }],
    ['authorization: refused with 403', { tags: asked, behavior: { authorization: { denied: '100%' } } }],
    [
      'authorization: the service failed after 12 ms; let through anyway',
      { tags: asked, behavior: { authorization: { latency: '12ms', failure: '100%' } } },
    ],
    [
      'authorization: the service failed; refused with 403',
      { tags: strict, behavior: { authorization: { failure: '100%' } } },
    ],
    [
      'authorization: no response within 1000 ms; let through anyway',
      { tags: asked, behavior: { authorization: { latency: '2s' } } },
    ],
    [
      'authorization: no response within 1000 ms; refused with 403',
      { tags: strict, behavior: { authorization: { latency: '2s' } } },
    ],
    ['rate limit: passed', { tags: limited }],
    [
      'rate limit: the service failed; let through anyway',
      { tags: limited, behavior: { rateLimit: { failure: '100%' } } },
    ],
    [
      'rate limit: the service failed; refused with 429',
      {
        tags: limited,
        behavior: { rateLimit: { failure: '100%' } },
        assumptions: { 'rateLimit.failure': 'deny' },
      },
    ],
  ])('%s', (what, given) => {
    expect(met(given)).toContain(what);
  });
});

describe('the path of a request says how a try failed, and which condition asks for another', () => {
  it.each<[string, Given]>([
    [
      'web-1-0 answered 503; retried after 25 ms because of retriable-status-codes',
      { behavior: { request: { failure: '100%' } } },
    ],
    [
      'web-1-0 was gone before it answered, which counts as 503; retried after 25 ms because of retriable-status-codes',
      {
        behavior: { request: { duration: '3s' } },
        timeline: [{ at: '+61s', fault: { replicaKill: { of: 'shop/web', replicas: ['web-1-0'] } } }],
      },
    ],
    [
      'web-1-0 refused the connection; retried after 25 ms because of connect-failure',
      { timeline: [{ at: '+50s', fault: { nodeLoss: { of: 'shop/web', replicas: ['web-1-0'] } } }] },
    ],
  ])('%s', (what, given) => {
    expect(met(given)).toContain(what);
  });
});

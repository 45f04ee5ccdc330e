import { describe, expect, it } from 'vitest';
import type { FactData } from '../../../../src/platform/facts.ts';
import { ran, replicas, workload } from '../../handlers/ran.ts';

const containers = [
  { name: 'main', image: 'web:1', cpu: '100m', ports: [{ number: 8080, protocol: 'http' }] },
  { name: 'cache', image: 'redis:7', cpu: '100m', ports: [{ number: 6379, protocol: 'tcp' }] },
];

interface Given {
  readonly host?: string;
  readonly from?: string;
  readonly tags?: object;
  readonly behavior?: object;
  readonly timeline?: readonly object[];
  readonly assumptions?: object;
}

/**
 * How a request ends that a container of `web` sends one minute after the start, its hops with their rules, and what
 * its workload counts.
 */
function asked({ host = 'cache:6379', tags = {}, behavior = {}, timeline = [], assumptions = {} }: Given) {
  const { of } = ran({
    for: '10m',
    resources: [{ ...workload('web', 'standard', { ...replicas(1), containers }), tags }],
    behavior: { 'shop/web': behavior },
    timeline: [...timeline, { at: '+1m', probe: { host, by: 'shop/web', from: 'aws-us-east-1' } }],
    assumptions,
  });
  const [ended] = of('call.ended');
  const { status, latencyMs, replica, path = [] } = (ended?.data ?? {}) as Partial<FactData['call.ended']>;
  const hops = path.map(({ what, rules }) => `${what} ${rules.join()}`.trim());
  return { subject: ended?.subject.name, status, latencyMs, replica, hops, assumed: ended?.reason.assumptions };
}

describe('NET-9: containers of a workload reach one another by name and port', () => {
  it('within the replica of the one that asks, each hop by the rule', () => {
    expect(asked({})).toEqual({
      subject: 'cache:6379',
      status: 200,
      latencyMs: 0,
      replica: 'web-1-0',
      hops: [
        'cache:6379 is the name of a container of shop/web in aws-us-east-1, port 6379 NET-9',
        'stays within replica web-1-0 NET-9',
        'answered 200 NET-9',
      ],
      assumed: ['address.container'],
    });
  });

  it('past what the platform does with requests: no authorization, no firewall, no time of the workload', () => {
    const tags = { 'svc/externalAuthAddress': 'auth.example.com' };
    const behavior = { authorization: { denied: '100%' }, request: { duration: '3s' } };
    expect(asked({ tags, behavior })).toMatchObject({ status: 200, latencyMs: 0 });
  });

  it.each([
    [
      'a port that the container does not serve',
      'cache:8080',
      'container cache does not serve port 8080; it serves 6379',
    ],
    ['a container that is not there', 'search:9200', 'shop/web has no container search that serves a port'],
  ])('%s is refused, with what is wrong', (_, host, message) => {
    expect(asked({ host })).toMatchObject({ status: 404, replica: null, hops: [`${message} NET-9`] });
  });

  it('a replica that runs and does not answer refuses the connection', () => {
    const readiness = { 'shop/web': { readyAfter: '5m' } };
    const timeline = [
      { at: '+10s', behavior: readiness },
      { at: '+20s', fault: { replicaKill: { of: 'shop/web' } } },
    ];
    const { status, hops } = asked({ timeline });
    expect([status, hops.at(-1)]).toEqual([503, 'connection refused: 503 NET-9']);
  });

  it('address.container anyReplica: the name leads to the workload in the location, by way of its checks', () => {
    const tags = { 'svc/externalAuthAddress': 'auth.example.com' };
    const assumptions = { 'address.container': 'anyReplica' };
    const found = asked({ assumptions, tags, behavior: { authorization: { denied: '100%' } } });
    expect(found).toMatchObject({ subject: 'shop/workload/web@aws-us-east-1', status: 403 });
    expect(asked({ assumptions })).toMatchObject({ status: 200, replica: 'web-1-0' });
    expect(asked({ assumptions }).hops).toContain('routed to aws-us-east-1, which the address names NET-9');
  });
});

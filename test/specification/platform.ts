/**
 * A live platform for the examples of the specification: org `acme`, GVC `shop` in two places, a cron workload, a
 * stateful one and its volume set.
 */
import { expect } from 'vitest';
import { Run } from '../../src/experiment/run.ts';
import type { ApiResponse } from '../../src/platform/api/requests/request.ts';
import { parseScenario } from '../../src/scenario/parse.ts';

export type Body = { readonly [key: string]: unknown };

export const shop = '/org/acme/gvc/shop';

export interface Platform {
  readonly run: Run;
  /** Asks now. */
  readonly ask: (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) => ApiResponse;
  /** Asks now; what must be taken. */
  readonly taken: (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown) => Body;
  /** Lets time pass: `+10m` from now would be 600 s. */
  readonly pass: (seconds: number) => void;
}

/** What a container of a workload needs at least, with `more` laid over it. */
export function container(more: Body = {}): Body {
  return { name: 'main', image: 'app:1', cpu: '100m', memory: '128Mi', ...more };
}

export function platform(more: Body = {}): Platform {
  const fixed = (count: number): Body => ({ autoscaling: { metric: 'disabled', minScale: count, maxScale: count } });
  const document = {
    svcsim: 1,
    name: 'specification',
    start: '2026-11-01T00:00:00Z',
    for: '30d',
    resources: [
      {
        kind: 'gvc',
        name: 'shop',
        spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1', '//location/gcp-us-east1'] } },
      },
      {
        kind: 'workload',
        gvc: 'shop',
        name: 'nightly',
        spec: {
          type: 'cron',
          containers: [container({ env: [{ name: 'LEVEL', value: 'low' }] })],
          job: { schedule: '0 3 * * *', concurrencyPolicy: 'Forbid' },
        },
      },
      {
        kind: 'volumeset',
        gvc: 'shop',
        name: 'data',
        spec: { fileSystemType: 'ext4', initialCapacity: 20, performanceClass: 'general-purpose-ssd' },
      },
      {
        kind: 'workload',
        gvc: 'shop',
        name: 'db',
        spec: {
          type: 'stateful',
          containers: [
            container({
              ports: [{ number: 5432, protocol: 'tcp' }],
              volumes: [{ uri: 'svc://volumeset/data', path: '/data' }],
            }),
          ],
          defaultOptions: fixed(2),
          loadBalancer: { replicaDirect: true },
        },
      },
    ],
    behavior: { 'shop/nightly': { execution: { duration: '2m' } } },
    ...more,
  };
  const { scenario, problems } = parseScenario(JSON.stringify(document), { file: 'specification.json' });
  if (scenario === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  const run = new Run(scenario);
  run.sim.runUntil(scenario.start, { included: true });
  const ask: Platform['ask'] = (method, path, body) =>
    run.request({ method, path, ...(body === undefined ? {} : { body }) });
  return {
    run,
    ask,
    taken(method, path, body) {
      const response = ask(method, path, body);
      expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
      return response.body as Body;
    },
    pass(seconds) {
      run.sim.runUntil(run.now + seconds * 1_000, { included: true });
      run.settle();
    },
  };
}

import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { good } from '../scenario/builders.ts';
import { reported } from './reported.ts';
import { inScheduleWorlds } from './scheduleWorlds.ts';

/** Watched as a run goes on, though nothing of executions is. */
const expectations = [
  { metric: 'volumes.freePercentage', always: '>= 10%' },
  { metric: 'volumes.usedGB', is: '> 5 GB', share: '<= 50%' },
  { metric: 'requests.refused', always: '= 0' },
];

/** @returns how many notes were told together */
function expectSame(scenario: Scenario): number {
  const { files, beside } = reported(scenario);
  const [whole, sliced] = [
    reported(scenario, { isTogether: true }),
    reported(scenario, { isTogether: true, slice: 25 }),
  ];
  for (const one of [whole, sliced]) {
    expect([...one.files]).toEqual([...files]);
    expect(one.beside).toEqual(beside);
  }
  return whole.together;
}

/** Loads are counted at the end, of all that was. */
const changing = `svcsim: 1
start: 2026-11-02T00:00:00Z
for: 6d
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: standard
      containers: [{ name: main, image: "web:1", cpu: 500m, memory: 512Mi, ports: [{ number: 8080, protocol: http }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 2, maxScale: 2 } }
behavior: { shop/web: { request: { cpu: 10ms } } }
demand: [{ to: shop/web, rate: 20/s }]
timeline:
  - { at: +1d, behavior: { shop/web: { request: { cpu: 30ms } } } }
  - { at: +3d, behavior: { shop/web: { request: { cpu: 5ms } } } }
  - { at: +5d, behavior: { shop/web: { request: { cpu: 20ms } } } }
`;

describe('reports of executions that are told together are the same to the last byte', () => {
  inScheduleWorlds(expectSame, { expect: expectations });

  it('where what replicas do for a request changes day after day', () => {
    expectSame(good(changing));
  });
});

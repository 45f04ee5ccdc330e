/**
 * A flow, compared with single requests where theory knows no exact answer.
 */
import { expect } from 'vitest';
import { Run } from '../../src/experiment/run.ts';
import { servingAt } from '../../src/platform/traffic/handlers/inflow.ts';
import { loadOf } from '../../src/platform/traffic/load.ts';
import type { Assumptions } from '../../src/rules/assumptions.ts';
import { scenarioOf } from './play.ts';
import { meanOver, type StationShape, stationDoc } from './station.ts';

/**
 * Expects the mean latency of a flow within so much of that of so many single requests, give or take their own chance.
 */
export function expectFlowNear(
  shape: StationShape,
  how: Assumptions['traffic.route.replica'],
  calls: number,
  within: number,
): void {
  const routed = { ...shape, assumptions: { ...shape.assumptions, 'traffic.route.replica': how } };
  const { mean, halfWidth } = meanOver(routed, calls, ({ latencyMs }) => latencyMs);
  const { world } = endedRun(routed).sim;
  const deployment = world.entities.find((entity) => entity.kind === 'deployment');
  if (deployment?.kind !== 'deployment') throw new Error('no deployment');
  const pressure = { perSecond: shape.perSecond, ready: deployment.replicas.length, waiting: 0 };
  const { latency } = loadOf(servingAt(world, deployment), pressure, world.assumptions);
  const slack = halfWidth + within * mean;
  expect(Math.abs(latency - mean), `${how}: ${latency} is not ${mean}, give or take ${slack}`).toBeLessThanOrEqual(
    slack,
  );
}

function endedRun(shape: StationShape): Run {
  const run = new Run(scenarioOf(stationDoc(shape, 100)));
  run.advance();
  return run;
}

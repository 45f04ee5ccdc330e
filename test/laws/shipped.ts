/**
 * The scenarios that the project brings, for laws that hold in each of them.
 */
import { readFileSync } from 'node:fs';
import { scenariosIn } from '../../scripts/scenarios.ts';
import { Session } from '../../src/experiment/session/session.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';

/** Those that take seconds where every tick is evaluated. */
const long = [
  'scenarios/tour/07-a-month-of-a-shop.yaml',
  'scenarios/real/load-balancer.yaml',
  'scenarios/real/taxi.yaml',
];

const all = ['tour', 'real', 'rules', 'findings', 'regressions'].flatMap((folder) =>
  scenariosIn(folder).map((name) => `scenarios/${folder}/${name}.yaml`),
);

/** Their files. */
export const shipped = { short: all.filter((file) => !long.includes(file)), long };

/** Files of those with a cron workload. */
export const withSchedules: readonly string[] = all.filter((file) => readFileSync(file, 'utf8').includes('type: cron'));

/** What a file means; throws where it means nothing. */
export function scenarioAt(file: string): Scenario {
  const read = (path: string) => readFileSync(path, 'utf8');
  const { scenario } = parseScenario(read(file), { file, read });
  if (scenario === null) throw new Error(`${file} has no scenario`);
  return scenario;
}

/** A session of one of them, at its start. */
export function sessionOf(file: string): Session {
  const read = (path: string) => readFileSync(path, 'utf8');
  return new Session({ scenario: scenarioAt(file), text: read(file), options: { file, read } });
}

/**
 * Findings about workloads that wait for a secret (`secret.missing`): while they do, nothing of them runs or is billed.
 */

import { grouped } from '../../engine/grouped.ts';
import { missingSecrets } from '../../platform/workload/handlers/pausing.ts';
import type { World } from '../../platform/world.ts';
import { deploymentsByName, workloadPath } from './changePath.ts';
import { elsewhereText } from './elsewhereText.ts';
import type { ReportFinding } from './reportFinding.ts';

/** One for each workload with a deployment that is paused at the end. */
export function pausedFindings(world: World): ReportFinding[] {
  const paused = [...deploymentsByName(world)].filter(([, { closed }]) => closed === 'paused');
  return [...grouped(paused, ([, one]) => workloadPath(one))].flatMap(([, of]) => {
    const [first] = of;
    const record = first === undefined ? undefined : world.control.records.get(first[1].workload);
    if (first === undefined || record === undefined) return [];
    const names = missingSecrets(world, record);
    const what =
      names.length === 0
        ? 'paused: its secret was created, and the platform goes on later'
        : `paused: the secret${names.length === 1 ? '' : 's'} ${names.join(', ')} ${names.length === 1 ? 'does' : 'do'} not exist`;
    return [
      {
        severity: 'error',
        kind: 'paused',
        subject: first[0],
        message: `${what}, so nothing of it runs, and its replicas and volumes are not in the bill${elsewhereText(of.length - 1)}; add the secret to the scenario, or let workloads run without it`,
        at: null,
        rule: 'secret.missing',
        change: ['assumptions.secret.missing=ignore'],
      },
    ];
  });
}

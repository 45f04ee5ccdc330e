/**
 * Volumes that nobody uses and that are paid for all the same (VOL-15, VOL-16).
 */
import { hour, isoFromInstant } from '../../engine/time.ts';
import { shortNumber } from '../../report/words/format.ts';
import type { Question } from './question.ts';
import type { Seen, SeenVolumeset } from './seen.ts';

/** How long a volume is left alone before it is deleted: whoever scales down may scale up again. */
const idleLeast = 24 * hour;

export function idleQuestions(seen: Seen): Question[] {
  return seen.volumesets.flatMap((set) => {
    const isMounted = seen.workloads.some(({ gvc, mounts }) => gvc === set.gvc && mounts.includes(set.name));
    return isMounted ? deletedOf(seen, set) : removedOf(set);
  });
}

/** No workload mounts the set. */
function removedOf({ key, volumes }: SeenVolumeset): Question[] {
  const held = volumes.filter(({ lifecycle }) => lifecycle !== 'deleted');
  const cost = volumes.reduce((sum, one) => sum + Number(one.cost), 0);
  if (held.length === 0 || cost === 0) return [];
  const [capacity, used] = [sumOf(held, 'capacityGB'), sumOf(held, 'usedGB')];
  return [
    {
      kind: 'idle',
      target: key,
      location: null,
      field: 'volume set',
      now: `${held.length} of ${shortNumber(capacity)} GB`,
      reason: `no workload mounts it; its volumes contain ${shortNumber(used)} GB`,
      severity: 'info',
      hope: cost,
      take: 'first',
      alternatives: used > 0 ? [] : [{ proposed: 'removed', settings: [{ kind: 'remove', resource: key }] }],
    },
  ].filter(({ alternatives }) => alternatives.length > 0) as Question[];
}

/** Single volumes whose replica is gone. */
function deletedOf({ trial }: Seen, { key, volumes }: SeenVolumeset): Question[] {
  const { start, end } = trial.scenario;
  return volumes.flatMap(({ lifecycle, location, index, capacityGB, usedGB, cost }): Question[] => {
    const since = trial.unused.get(`${key}@${location}/${index}`);
    if (lifecycle !== 'unused' || since === undefined || since + idleLeast >= end) return [];
    const at = Math.max(start, since + idleLeast);
    const [gvc = '', , name = ''] = key.split('/');
    return [
      {
        kind: 'idle',
        target: `${key}/${index}`,
        location,
        field: 'volume',
        now: `${shortNumber(Number(capacityGB))} GB`,
        reason: `no replica has used it since ${isoFromInstant(since)}; it contains ${shortNumber(Number(usedGB))} GB`,
        severity: 'info',
        hope: (Number(cost) * (end - at)) / (end - start),
        take: 'first',
        alternatives: [
          {
            proposed: `deleted at ${isoFromInstant(at)}`,
            settings: [
              {
                kind: 'request',
                entry: {
                  at: isoFromInstant(at),
                  post: `/gvc/${gvc}/volumeset/${name}/-command`,
                  with: { type: 'deleteVolume', spec: { location, volumeIndex: index } },
                },
              },
            ],
          },
        ],
      },
    ];
  });
}

function sumOf(
  volumes: readonly { readonly capacityGB: string; readonly usedGB: string }[],
  field: 'usedGB' | 'capacityGB',
): number {
  return volumes.reduce((sum, one) => sum + Number(one[field]), 0);
}

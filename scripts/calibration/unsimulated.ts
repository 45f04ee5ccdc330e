/**
 * Recorded facts that no simulation is held against, each with the reason.
 */
import type { Unsimulated } from './fact.ts';

const own = "The application's own start or election takes most of the time, and nothing was recorded of it.";
const beyond = 'svcsim does not model it.';

const reasons: readonly (readonly [id: string, what: string, why: string])[] = [
  ['M008', 'a forced redeployment of a large application: 209 s until ready', own],
  ['M014', 'a stateful update in 3 locations with a leader: 117 s without writes', own],
  ['M018', 'connections that clients saw reset in a rolling update', 'svcsim has requests, not connections.'],
  ['M022', 'a standard update, 2 replicas of a slow application: 150 s', own],
  ['M023', 'a standard update, 3 workers: 180 s, and the work of a node lost', own],
  ['M035', 'a warm request: 1.4 s', "It is the application's own time; a scenario states it (`request.duration`)."],
  ['M038', 'an installation with a cached image: 92 s', own],
  ['M039', 'which types pull an image at each start', 'The text names no time; `replica.pull.cache` has the choices.'],
  ['M040', 'an agent that an application asks for: 30 s until it appears', own],
  ['M042', 'the signal that ends a process', 'The records contradict each other, and svcsim has no signals.'],
  ['M043', 'the sidecar waits for open connections until 10 s before the grace period ends', beyond],
  ['M055', 'the replacement of a lost replica: 98 s', own],
  ['M056', 'the replacement of a lost worker: 41 s until it joined', own],
  ['M070', 'a shrink copies the data', 'The specification says that a shrink loses them.'],
  [
    'M076',
    'a final snapshot of a deleted set',
    'It is a choice of the set (`createFinalSnapshot`), and its default is the same.',
  ],
  [
    'M078',
    'at most 15 volumes of a container',
    'The specification sets no bound; `fields.bounds.volumesOfContainer` can.',
  ],
  ['M079', 'the schemes of mounts', 'They are accepted or refused as documents; see the manifests.'],
  ['M090', 'a location outside the GVC in localOptions', 'It is stored and inert; nothing of it can be measured.'],
  ['M095', 'maxUnavailableReplicas of a stateful workload is dropped', 'It is stored, and ignored by default.'],
  ['M104', 'Capacity AI on stateful workloads', 'The records contradict each other.'],
  ['M107', 'a default quota of 5 replicas', 'A scenario states its quotas.'],
  ['M108', 'an update of an identity merges', 'svcsim has `api.put` for it, and stores no cloud access.'],
];

export const unsimulatedFacts: readonly Unsimulated[] = reasons.map(([id, what, why]) => {
  return { kind: 'unsimulated', id, what, why, source: 'controlplane-com/templates' };
});

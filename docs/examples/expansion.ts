import {
  defaultAssumptions,
  gbFromMicroGB,
  planExpansion,
  readingFromBytes,
  volumesetOfManifest,
} from 'svcsim/planners';

const manifest = {
  name: 'data',
  spec: {
    fileSystemType: 'ext4',
    initialCapacity: 10,
    performanceClass: 'general-purpose-ssd',
    autoscaling: { maxCapacity: 100, minFreePercentage: 20, scalingFactor: 2 },
  },
};
const { settings, findings } = volumesetOfManifest(manifest, defaultAssumptions);
if (settings === null) throw new Error(findings.map(({ message }) => message).join('\n'));

for (const usedGB of [8, 8.1]) {
  const state = {
    commandAtWork: false,
    capacityMicroGB: settings.initialMicroGB,
    reading: readingFromBytes(usedGB * 1_000_000_000, settings),
    fit: null,
    expansions: [],
  };
  const plan = planExpansion(settings, state, 0);
  const to = plan.kind === 'act' ? `to ${gbFromMicroGB(plan.actions[0]!.toMicroGB)} GB` : '';
  console.log(`${usedGB} GB used: ${plan.kind} ${to}`.trim(), plan.reason.rules.join(' '));
}

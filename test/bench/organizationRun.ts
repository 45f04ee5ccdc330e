/**
 * Runs the reference organization in a process of its own:
 * `organizationRun.ts DAYS SCALE [literal] [heard] [reported] [suspended] [PART
 * ...]`; prints what came out as JSON. Heard, it counts how often each workload was scaled; reported, the bill and the
 * capacity report are made, as by `svcsim run --journal none`.
 */
import type { Entry } from '../../src/engine/journal.ts';
import { Run, simulate } from '../../src/experiment/run.ts';
import { makeRoom } from '../../src/node/memory.ts';
import { nextLook } from '../../src/platform/autoscaling/autoscaler.ts';
import { kind } from '../../src/platform/handlers/eventKinds.ts';
import { Chronicle } from '../../src/report/fold/chronicle.ts';
import { countLoads } from '../../src/report/fold/loadCount.ts';
import { reportOf } from '../../src/report/report.ts';
import { organization, type Part } from './organization.ts';

const [days = '7', scale = '1', ...words] = process.argv.slice(2);
const isLiteral = words.includes('literal');
const isHeard = words.includes('heard');
const isReported = words.includes('reported');
const isSuspended = words.includes('suspended');
const parts = words.filter((word): word is Part => !['literal', 'heard', 'reported', 'suspended'].includes(word));
const size = { days: Number(days), scale: Number(scale), isSuspended };
const scenario = organization(parts.length === 0 ? size : { ...size, parts });
// As the command does before it runs anything.
makeRoom(scenario);
const from = process.cpuUsage();
const begun = performance.now();
const scaled = new Map<string, number>();
const count = ({ type, subject }: Entry): void => {
  const [workload = ''] = subject.name.split('@');
  if (type === 'deployment.scaled') scaled.set(workload, (scaled.get(workload) ?? 0) + 1);
};
const run = isReported
  ? reported()
  : simulate(scenario, { isLiteral, isAsked: false, ...(isHeard ? { sink: count, events: false } : {}) });
const waited = (performance.now() - begun) / 1_000;
const { user, system } = process.cpuUsage(from);
let scalings = 0;
for (const [{ assumptions }, count] of run.sim.journal.reasons())
  if (assumptions.includes('hpa.sync') || assumptions.includes('kpa.tick')) scalings += count;
/**
 * As the command runs it that writes no journal, but for the files. Nobody asks for the audit trail there, in the other
 * runs either.
 */
function reported(): Run {
  const chronicle = new Chronicle(scenario);
  const live = new Run(scenario, {
    isAsked: false,
    isLiteral,
    events: false,
    sink: (entry) => chronicle.listen(entry),
    bundles: (bundle) => chronicle.listenBundle(bundle),
  });
  while (live.advance(20_000) === 'more') countLoads(chronicle, live.sim.world, live.now);
  reportOf(live, chronicle);
  return live;
}

/** How often autoscaling and volumes would have been looked at, at every tick of the run. */
function ticks(): number {
  const { world } = run.sim;
  let count = 0;
  for (const entity of world.entities) {
    if (entity.kind === 'deployment' && entity.scaler !== null) {
      const { settings } = entity.scaler;
      const first = nextLook(settings, scenario.start);
      count += (scenario.end - scenario.start) / (nextLook(settings, first) - first);
    } else if (entity.kind === 'volumeset') {
      count += (entity.volumes.length * (scenario.end - scenario.start)) / entity.settings.readingInterval;
    }
  }
  return count;
}

console.log(
  JSON.stringify({
    waited,
    // Of all threads: that which runs it, and those which compile and collect beside it.
    seconds: (user + system) / 1e6,
    // The most it ever took, the reading of the scenario too; what is left at the end says little.
    megabytes: (process.resourceUsage().maxRSS * 1_024) / 1e6,
    events: run.sim.events,
    notes: run.sim.journal.seq,
    scalings,
    evaluations: run.sim.handledOf(kind['scaler.evaluation']) + run.sim.handledOf(kind['volume.reading']),
    ticks: ticks(),
    leastADay: isHeard ? Math.min(...scaled.values()) / Number(days) : null,
    fingerprint: run.sim.journal.fingerprint(),
  }),
);

/**
 * Runs the reference organization in a process of its own:
 * `organizationRun.ts DAYS SCALE [literal] [heard] [reported] [suspended] [threads=NUMBER] [PART ...]`; prints what
 * came out as JSON. Heard, it counts how often each workload was scaled; reported, the bill and the capacity report are
 * made, as by `svcsim run --journal none`. On threads, it only runs.
 */
import { pathToFileURL } from 'node:url';
import type { Entry } from '../../src/engine/journal.ts';
import { independentParts } from '../../src/experiment/parts/independentParts.ts';
import type { JoinedRun } from '../../src/experiment/parts/joinedRun.ts';
import { Run, simulate } from '../../src/experiment/run.ts';
import { compileFor } from '../../src/node/compiling.ts';
import { makeRoom, sizeOf } from '../../src/node/memory.ts';
import { runOnThreads } from '../../src/node/parts/threadedRun.ts';
import { setYoungRoom, youngRoomFor } from '../../src/node/youngRoom.ts';
import { nextLook } from '../../src/platform/autoscaling/autoscaler.ts';
import { kind } from '../../src/platform/handlers/eventKinds.ts';
import { Chronicle } from '../../src/report/fold/chronicle.ts';
import { countLoads } from '../../src/report/fold/loadCount.ts';
import { reportOf } from '../../src/report/report.ts';
import { organization, type Part } from './organization.ts';

// As the command does before it reads anything.
setYoungRoom('small');
const [days = '7', scale = '1', ...words] = process.argv.slice(2);
const isLiteral = words.includes('literal');
const isHeard = words.includes('heard');
const isReported = words.includes('reported');
const isSuspended = words.includes('suspended');
const threads = Number(words.find((word) => word.startsWith('threads='))?.slice('threads='.length) ?? 1);
const parts = words.filter((word): word is Part => !/^(?:literal|heard|reported|suspended|threads=\d+)$/.test(word));
const size = { days: Number(days), scale: Number(scale), isSuspended };
const scenario = organization(parts.length === 0 ? size : { ...size, parts });
// As the command does before it runs anything.
makeRoom(scenario);
compileFor('run');
setYoungRoom(youngRoomFor(sizeOf(scenario).bytes, isReported));
const from = process.cpuUsage();
const begun = performance.now();
const scaled = new Map<string, number>();
const count = ({ type, subject }: Entry): void => {
  const [workload = ''] = subject.name.split('@');
  if (type === 'deployment.scaled') scaled.set(workload, (scaled.get(workload) ?? 0) + 1);
};
const run =
  threads > 1
    ? await onThreads()
    : isReported
      ? reported()
      : simulate(scenario, { isLiteral, isAsked: false, ...(isHeard ? { sink: count, events: false } : {}) });
const waited = (performance.now() - begun) / 1_000;
const { user, system } = process.cpuUsage(from);
let scalings = 0;
const { sim } = run;
for (const [{ assumptions }, count] of sim.journal.reasons())
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

/** As the command runs it on several threads, but that no report is made. */
async function onThreads(): Promise<JoinedRun> {
  const options = {
    isNumbered: false,
    isReported: false,
    isLiteral,
    events: false,
    replicas: false,
    rowsPer: 'month',
  } as const;
  const worker = pathToFileURL('dist/cli/part.js');
  const parts = independentParts(scenario, threads);
  const nobody = { onLine() {}, filledAt: () => null, onStretch: () => true };
  return (await runOnThreads(scenario, parts, options, nobody, worker)).run;
}

/** How often autoscaling and volumes would have been looked at, at every tick of the run. */
function ticks(): number {
  const { world } = sim;
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
    events: sim.events,
    notes: sim.journal.seq,
    scalings,
    evaluations:
      'handledOf' in sim ? sim.handledOf(kind['scaler.evaluation']) + sim.handledOf(kind['volume.reading']) : null,
    ticks: ticks(),
    leastADay: isHeard ? Math.min(...scaled.values()) / Number(days) : null,
    fingerprint: sim.journal.fingerprint(),
  }),
);

/**
 * Runs a queue of one replica that serves one request at a time, in a process of its own:
 * `requestRun.ts REQUESTS PER_SECOND MEAN_MS [heard | literal]`; prints what came out as JSON. Heard, a sink takes
 * every entry and does nothing with it; literally, each request goes event by event.
 */
import { simulate } from '../../src/experiment/run.ts';
import { scenarioFrom, servers, stationDocument } from '../../src/experiment/selftest/stations.ts';

const [requests, perSecond, mean, word] = process.argv.slice(2);
const request = { duration: { exponential: { mean: `${mean}ms` } } };
const shape = { spec: servers(1), request, perSecond: Number(perSecond) };
const scenario = scenarioFrom(stationDocument(shape, Number(requests)), '1');
const from = process.cpuUsage();
const { sim } = simulate(scenario, {
  isAsked: false,
  isLiteral: word === 'literal',
  ...(word === 'heard' ? { sink: () => {}, events: false } : {}),
});
const { user, system } = process.cpuUsage(from);
console.log(
  JSON.stringify({
    // Of all threads: that which runs it, and those which compile and collect beside it. One entry is one request.
    nanoseconds: ((user + system) * 1e3) / sim.journal.seq,
    events: sim.events,
    fingerprint: sim.journal.fingerprint(),
  }),
);

/**
 * Checks of waiting lines and shared processors against queueing theory.
 *
 * Services take seconds, so that whole milliseconds do not matter. Loads are at most 0.7: the busier a server is, the
 * longer one piece of bad luck lasts, and the fewer independent values a run of some length has.
 */
import { erlangB, erlangC } from '../../platform/traffic/erlang.ts';
import { callSampler, type EndedCall } from './callSampler.ts';
import type { ChanceCheck, Constants } from './chanceCheck.ts';
import { meanSojourn, pollaczekWait, shareBeyond, sharedSojourn } from './forms.ts';
import { type StationShape, servers, sharers } from './stations.ts';

/** Requests of a number of servers; times are means. */
interface Line extends Constants {
  readonly servers: number;
  readonly perSecond: number;
  readonly serviceMs: number;
}

/** Requests of one server; `cv`: standard deviation over mean of the service time. */
interface OneServer extends Constants {
  readonly perSecond: number;
  readonly serviceMs: number;
  readonly cv: number;
}

/** A time limit beside a line. */
interface LimitedLine extends Line {
  readonly limitMs: number;
}

const exponential = (mean: number): object => ({ exponential: { mean: `${mean}ms` } });
const warmUp = 400;

/** A station whose replicas serve one request at a time, each for an exponential time. */
function line({ servers: count, perSecond, serviceMs }: Line, assumptions: object = {}): StationShape {
  return { spec: servers(count), request: { duration: exponential(serviceMs) }, perSecond, assumptions };
}

const stationOf = ({ servers: count, perSecond, serviceMs }: Line) => ({
  servers: count,
  perSecond,
  service: serviceMs,
});
const offeredOf = ({ perSecond, serviceMs }: { readonly perSecond: number; readonly serviceMs: number }): number =>
  (perSecond * serviceMs) / 1_000;
const isLost = ({ status }: EndedCall): number => (status === 503 ? 1 : 0);
const latencyOf = ({ latencyMs }: EndedCall): number => latencyMs;

const erlang = 'A. K. Erlang, 1917';

const lost: ChanceCheck<Line> = {
  id: 'erlang-b',
  chapter: 'queues',
  title: 'lost requests of 3 replicas without a waiting line, offered load 2.1',
  unit: 'share',
  formula: 'B(c, a) = (a^c / c!) / sum over k = 0..c of a^k / k!',
  source: `${erlang}: lost calls (M/M/c/c)`,
  constants: { servers: 3, perSecond: 1.05, serviceMs: 2_000 },
  sampling: { replications: 200, counted: 3_000, warmUp: 100 },
  finds: { servers: [4 / 3, 2 / 3], perSecond: [0.97, 1.03], serviceMs: [0.97, 1.03] },
  theory: (constants) => erlangB(constants.servers, offeredOf(constants)),
  sampler: (constants, sampling, seed) => callSampler(line(constants, { 'traffic.queue': 0 }), sampling, seed, isLost),
};

const lostConstant: ChanceCheck<Line> = {
  ...lost,
  id: 'erlang-b-constant',
  title: 'lost requests of 3 replicas without a waiting line, all services alike',
  source: `${erlang}; the law of service times does not matter (M/G/c/c)`,
  sampler: (constants, sampling, seed) =>
    callSampler(
      { ...line(constants, { 'traffic.queue': 0 }), request: { duration: `${constants.serviceMs}ms` } },
      sampling,
      seed,
      isLost,
    ),
};

const waiting: ChanceCheck<Line> = {
  id: 'erlang-c',
  chapter: 'queues',
  title: 'requests that wait for one of 2 replicas, load 0.6',
  unit: 'share',
  formula: 'C(c, a) = B / (1 - (a/c) (1 - B)), with B = B(c, a)',
  source: `${erlang}: calls that wait (M/M/c)`,
  constants: { servers: 2, perSecond: 0.6, serviceMs: 2_000 },
  sampling: { replications: 200, counted: 3_000, warmUp },
  finds: { servers: [1.5], perSecond: [0.97, 1.03], serviceMs: [0.97, 1.03] },
  theory: (constants) => erlangC(constants.servers, offeredOf(constants)),
  sampler: (constants, sampling, seed) =>
    callSampler(line(constants), sampling, seed, ({ waitedMs }) => (waitedMs > 0 ? 1 : 0)),
};

const manyServers: ChanceCheck<Line> = {
  id: 'mmc-latency',
  chapter: 'queues',
  title: 'mean latency of 3 replicas, load 0.7',
  unit: 'ms',
  formula: 'T = s + C(c, a) s / (c - a)',
  source: `${erlang}: M/M/c, first come first served`,
  constants: { servers: 3, perSecond: 1.05, serviceMs: 2_000 },
  sampling: { replications: 200, counted: 4_000, warmUp },
  finds: { servers: [4 / 3], perSecond: [0.97, 1.03], serviceMs: [0.98, 1.02] },
  theory: (constants) => meanSojourn(stationOf(constants)),
  sampler: (constants, sampling, seed) => callSampler(line(constants), sampling, seed, latencyOf),
};

const tail: ChanceCheck<LimitedLine> = {
  id: 'mmc-tail',
  chapter: 'queues',
  title: 'requests of 3 replicas that take longer than 6 s, load 0.6',
  unit: 'share',
  formula: 'P(T > t) = e^-x (1 + C (1 - e^-dx) / d), with x = t/s and d = c - 1 - a',
  source: `${erlang}: M/M/c, an exponential wait with the probability C before an exponential service`,
  constants: { servers: 3, perSecond: 0.9, serviceMs: 2_000, limitMs: 6_000 },
  sampling: { replications: 200, counted: 4_000, warmUp },
  finds: { servers: [4 / 3], perSecond: [0.95, 1.05], serviceMs: [0.97, 1.03], limitMs: [0.96, 1.04] },
  theory: ({ limitMs, ...constants }) => shareBeyond(stationOf({ ...constants }), limitMs),
  sampler: ({ limitMs, ...constants }, sampling, seed) =>
    callSampler(line({ ...constants }), sampling, seed, ({ latencyMs }) => (latencyMs > limitMs ? 1 : 0)),
};

const pollaczek = 'F. Pollaczek, 1930, and A. Khinchine, 1932';
const pollaczekForm = 'T = s + a s (1 + cv^2) / (2 (1 - a))';

const oneServer = ({ perSecond }: OneServer, duration: unknown): StationShape => ({
  spec: servers(1),
  request: { duration },
  perSecond,
});

const pollaczekLatency = ({ perSecond, serviceMs, cv }: OneServer): number =>
  pollaczekWait({ perSecond, service: serviceMs, cv }) + serviceMs;

const alike: ChanceCheck<OneServer> = {
  id: 'md1',
  chapter: 'queues',
  title: 'mean latency of one replica, all services alike, load 0.7',
  unit: 'ms',
  formula: pollaczekForm,
  source: `${pollaczek}: M/D/1`,
  constants: { perSecond: 0.35, serviceMs: 2_000, cv: 0 },
  sampling: { replications: 200, counted: 4_000, warmUp },
  finds: { perSecond: [0.98, 1.02], serviceMs: [0.98, 1.02] },
  theory: pollaczekLatency,
  sampler: (constants, sampling, seed) =>
    callSampler(oneServer(constants, `${constants.serviceMs}ms`), sampling, seed, latencyOf),
};

const random: ChanceCheck<OneServer> = {
  ...alike,
  id: 'mm1',
  title: 'mean latency of one replica, exponential services, load 0.6',
  source: `${pollaczek}: M/G/1 with exponential services is M/M/1`,
  constants: { perSecond: 0.3, serviceMs: 2_000, cv: 1 },
  finds: { perSecond: [0.96, 1.04], serviceMs: [0.98, 1.02], cv: [0.92, 1.08] },
  sampler: (constants, sampling, seed) =>
    callSampler(oneServer(constants, exponential(constants.serviceMs)), sampling, seed, latencyOf),
};

/** Two values whose mean and spread are asked for: four of five are short. Only a cv of 0 to 2 has such values. */
function twoValues({ serviceMs, cv }: OneServer): object {
  const [short, long] = [serviceMs * (1 - cv / 2), serviceMs * (1 + 2 * cv)].map((value) => `${Math.round(value)}ms`);
  return { empirical: [short, short, short, short, long] };
}

const uneven: ChanceCheck<OneServer> = {
  ...alike,
  id: 'mg1',
  title: 'mean latency of one replica, four of five services short, load 0.5',
  source: `${pollaczek}: M/G/1`,
  constants: { perSecond: 0.25, serviceMs: 2_000, cv: 1.5 },
  finds: { perSecond: [0.96, 1.04], serviceMs: [0.97, 1.03], cv: [0.95, 1.05] },
  sampler: (constants, sampling, seed) =>
    callSampler(oneServer(constants, twoValues(constants)), sampling, seed, latencyOf),
};

const sharing = 'T = s / (1 - a), whatever the law of service times (M/G/1 processor sharing)';
const sharingSource = 'L. Kleinrock, Queueing Systems II, 1976, section 4.4';

const shared: ChanceCheck<OneServer> = {
  id: 'processor-sharing',
  chapter: 'queues',
  title: 'mean latency of requests that share one processor, exponential, load 0.6',
  unit: 'ms',
  formula: sharing,
  source: sharingSource,
  constants: { perSecond: 0.3, serviceMs: 2_000, cv: 1 },
  sampling: { replications: 200, counted: 4_000, warmUp },
  finds: { perSecond: [0.96, 1.04], serviceMs: [0.98, 1.02] },
  theory: ({ perSecond, serviceMs }) => sharedSojourn({ perSecond, service: serviceMs }),
  sampler: ({ perSecond, serviceMs }, sampling, seed) =>
    callSampler({ spec: sharers(1), request: { cpu: exponential(serviceMs) }, perSecond }, sampling, seed, latencyOf),
};

const sharedUneven: ChanceCheck<OneServer> = {
  ...shared,
  id: 'processor-sharing-uneven',
  title: 'mean latency of requests that share one processor, four of five short, load 0.5',
  constants: { perSecond: 0.25, serviceMs: 2_000, cv: 1.5 },
  finds: { perSecond: [0.95, 1.05], serviceMs: [0.97, 1.03] },
  sampler: (constants, sampling, seed) => {
    const { perSecond } = constants;
    return callSampler(
      { spec: sharers(1), request: { cpu: twoValues(constants) }, perSecond },
      sampling,
      seed,
      latencyOf,
    );
  },
};

/** All of them, in the order of the report. */
export const queueChecks: readonly ChanceCheck[] = [
  lost,
  lostConstant,
  waiting,
  manyServers,
  tail,
  alike,
  random,
  uneven,
  shared,
  sharedUneven,
];

/**
 * The kinds of events of the platform, in the order in which they happen at one instant (`order.ranks`, `order.ties`).
 */

/** Order at one instant, as one column of small numbers. */
export const rank = {
  command: 0,
  behaviour: 1,
  finish: 2,
  deadline: 3,
  ready: 4,
  tick: 5,
  traffic: 6,
  reading: 7,
  evaluation: 8,
  pass: 9,
  mark: 10,
  last: 11,
} as const;

/** Event kinds; the handler table and the names in messages follow this order. */
export const kinds = [
  'timeline.due',
  'fault.due',
  'fault.ended',
  'replica.gone',
  'replica.exited',
  'replica.started',
  'replica.ready',
  'replica.unready',
  'replica.unresponsive',
  'replica.available',
  'replica.overflowed',
  'health.review',
  'replica.silent',
  'replica.lost',
  'rollout.deadline',
  'deployment.pass',
  'cron.tick',
  'execution.retried',
  'execution.ended',
  'execution.deadline',
  'execution.gone',
  'execution.lost',
  'cron.due',
  'call.arrived',
  'call.due',
  'call.givenUp',
  'replica.worked',
  'scaler.evaluation',
  'volume.step',
  'volume.reading',
  'snapshot.tick',
  'snapshot.expired',
  'requests.due',
  'timeline.retried',
  'demand.turned',
  'deployment.healed',
  'write.arrived',
  'firewall.due',
  'deployment.discovered',
] as const;

export type EventKind = (typeof kinds)[number];

/** The number that the agenda carries for a kind. */
export const kind = Object.fromEntries(kinds.map((name, index) => [name, index])) as {
  readonly [K in EventKind]: number;
};

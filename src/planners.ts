/**
 * The planners: each a pure function of plain data that answers what should be done now, and why.
 */
export { planAttemptEnd } from './platform/cron/attempt.ts';
export { planDeadline } from './platform/cron/deadline.ts';
export { nextTick, parseSchedule } from './platform/cron/expression.ts';
export { planHistory } from './platform/cron/history.ts';
export { planRunNow } from './platform/cron/runNow.ts';
export { planRun } from './platform/cron/runPlan.ts';
export { planSuspend } from './platform/cron/suspend.ts';
export { planMissed, planTick } from './platform/cron/tick.ts';
export type { Plan, Refusal } from './platform/plan.ts';
export { type Assumptions, defaultAssumptions, resolveAssumptions } from './platform/rules/assumptions.ts';
export { planVolumeCommand } from './platform/volume/command.ts';
export { planExpansion } from './platform/volume/expansion.ts';
export { planSnapshotTick } from './platform/volume/snapshot.ts';
export { planSync, proposeHpa } from './platform/workload/autoscaling/hpa.ts';
export { planPoll, proposeKeda } from './platform/workload/autoscaling/keda.ts';
export { planKpa, planWake, planZero, proposeKpa } from './platform/workload/autoscaling/kpa.ts';
export { autoscalingSettings } from './platform/workload/autoscaling/specSettings.ts';
export { rolloutBounds } from './platform/workload/bounds.ts';
export { planRollout } from './platform/workload/rollout.ts';
export { planScaling } from './platform/workload/scaling.ts';
export { planSwitch } from './platform/workload/serverless.ts';
export { planStart } from './platform/workload/start.ts';
export { planStateful } from './platform/workload/stateful.ts';
export { planTermination } from './platform/workload/termination.ts';

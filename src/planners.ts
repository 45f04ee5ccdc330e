/**
 * The planners: each a pure function of plain data that answers what should be done now, and why. With what loops remember from one look to the next.
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
export {
  type Changes,
  newChanges,
  type Reach,
  reachOf,
  rememberChange,
} from './platform/workload/autoscaling/changes.ts';
export { isHpaAtTolerance, planSync, proposeHpa, type SyncState } from './platform/workload/autoscaling/hpa.ts';
export {
  type Count,
  isKedaAtTolerance,
  newPollMemory,
  type PollMemory,
  planPoll,
  proposeKeda,
  rememberPoll,
  type TriggerValues,
} from './platform/workload/autoscaling/keda.ts';
export {
  type KpaLoad,
  type KpaStanding,
  type KpaState,
  newPanic,
  type Panic,
  panicsAt,
  planKpa,
  planWake,
  planZero,
  proposeKpa,
  rememberPanic,
} from './platform/workload/autoscaling/kpa.ts';
export {
  type AverageSample,
  type MetricSample,
  type Population,
  proposeByMetric,
  type UseSample,
} from './platform/workload/autoscaling/metric.ts';
export {
  forgetProposals,
  highestSince,
  newProposals,
  type Proposals,
  rememberProposal,
} from './platform/workload/autoscaling/proposals.ts';
export type {
  AutoscalingSettings,
  DisabledSettings,
  HpaSettings,
  KedaSettings,
  KpaSettings,
  SyncSettings,
  TargetMetric,
} from './platform/workload/autoscaling/settings.ts';
export { autoscalingSettings, type Scaled } from './platform/workload/autoscaling/specSettings.ts';
export { newSyncMemory, type SyncMemory, takeSync } from './platform/workload/autoscaling/sync.ts';
export type { Fallback, Trigger } from './platform/workload/autoscaling/trigger.ts';
export { rolloutBounds } from './platform/workload/bounds.ts';
export { planRollout } from './platform/workload/rollout.ts';
export { planScaling, type ScalingAction } from './platform/workload/scaling.ts';
export { planSwitch } from './platform/workload/serverless.ts';
export { planStart } from './platform/workload/start.ts';
export { planStateful } from './platform/workload/stateful.ts';
export { planTermination } from './platform/workload/termination.ts';

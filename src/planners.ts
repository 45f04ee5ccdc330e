/**
 * The public entry `svcsim/planners`: the platform's decisions as pure functions of plain data.
 *
 * How to call a planner:
 * - The present state comes first (a view, a state, settings). The **assumptions come last**, as an object with the
 *   names that the planner reads: pass `defaultAssumptions`, the result of `resolveAssumptions`, or only those names.
 * - The result is a plan: `hold`, `act` with actions in order, or `refuse` with a message. Every plan has its reason.
 * - **Settings** combine a manifest and the assumptions. `workloadOfManifest` and `volumesetOfManifest` read a whole
 *   manifest, `autoscalingSettings` reads an autoscaling block alone.
 * - An autoscaling loop or a volume remembers earlier evaluations in a small mutable record (`newSyncMemory`,
 *   `newVolume`, `forecastWindow`). Change such a record only with the functions exported here.
 * - Instants and durations are whole milliseconds, capacities whole 1e-6 GB, cpu millicores, memory bytes.
 */
export type { Reason } from './engine/journal.ts';
export { type Duration, type Instant, instantFromIso, isoFromInstant } from './engine/time.ts';
export type { Value } from './engine/value.ts';
export type { Zone } from './engine/zone/zone.ts';
export { parseAmount } from './platform/api/document/amount.ts';
export type { Json, JsonObject } from './platform/api/document/json.ts';
export {
  parseCpuMillicores,
  parseMemoryBytes,
  type QuantityError,
  type QuantityGrammar,
} from './platform/api/document/quantity.ts';
export { type ManifestRead, volumesetOfManifest, workloadOfManifest } from './platform/api/settings/manifest.ts';
export {
  type Changes,
  newChanges,
  type Rates,
  reachOf,
  rememberChange,
  type ScaleRange,
} from './platform/autoscaling/changes.ts';
export type { CronWindow } from './platform/autoscaling/cronWindow.ts';
export { isHpaAtTolerance, planSync, proposeHpa, type SyncState } from './platform/autoscaling/hpa.ts';
export {
  type Count,
  isKedaAtTolerance,
  newPollMemory,
  type PollMemory,
  planPoll,
  proposeKeda,
  rememberPoll,
  type TriggerValues,
} from './platform/autoscaling/keda.ts';
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
} from './platform/autoscaling/kpa.ts';
export {
  type AverageSample,
  type MetricSample,
  type Population,
  proposeByMetric,
  type UseSample,
} from './platform/autoscaling/metric.ts';
export {
  forgetProposals,
  highestSince,
  newProposals,
  type Proposals,
  rememberProposal,
} from './platform/autoscaling/proposals.ts';
export type { Band, Ratio } from './platform/autoscaling/ratio.ts';
export type {
  AutoscalingSettings,
  DisabledSettings,
  HpaSettings,
  KedaSettings,
  KpaSettings,
  SyncSettings,
  TargetMetric,
} from './platform/autoscaling/settings.ts';
export { autoscalingSettings, type Scaled } from './platform/autoscaling/specSettings.ts';
export { newSyncMemory, type SyncMemory, takeSync } from './platform/autoscaling/sync.ts';
export type { Fallback, Trigger } from './platform/autoscaling/trigger.ts';
export type { FirewallSettings } from './platform/call/firewall.ts';
export type { AuthorizationSettings } from './platform/call/guard.ts';
export type { RetrySettings } from './platform/call/retry.ts';
export {
  type AttemptAction,
  type AttemptAssumptions,
  type AttemptEndView,
  planAttemptEnd,
} from './platform/cron/attempt.ts';
export { type DeadlineView, planDeadline } from './platform/cron/deadline.ts';
export {
  type EverySchedule,
  type FieldSchedule,
  nextTick,
  parseSchedule,
  type Schedule,
} from './platform/cron/expression.ts';
export type { CronAssumptions, CronDayRule, CronDialect, CronFields, ScheduleError } from './platform/cron/fields.ts';
export {
  type DropAction,
  type HistoryView,
  insertFinal,
  type KeptExecution,
  planHistory,
} from './platform/cron/history.ts';
export type { Attempt, ExecutionRun, ExecutionStatus } from './platform/cron/run.ts';
export {
  type ContainerOverride,
  planRunNow,
  type RunNowAction,
  type RunNowPlan,
  type RunNowView,
} from './platform/cron/runNow.ts';
export { planRun, type RunAssumptions, type RunDraws, type RunSettings } from './platform/cron/runPlan.ts';
export { planSuspend, type RemoveAction, type SuspendView } from './platform/cron/suspend.ts';
export {
  type ActiveExecution,
  planMissed,
  planTick,
  type SuspendedBy,
  type TickAction,
  type TickAssumptions,
  type TickView,
} from './platform/cron/tick.ts';
export type { ScheduleZone } from './platform/cron/zoned.ts';
export type { ActPlan, Plan, Refusal } from './platform/plan.ts';
export type { VolumesetSpec } from './platform/volume/capacity.ts';
export { gbFromMicroGB, microGBFromGB } from './platform/volume/capacity.ts';
export {
  planVolumeCommand,
  type VolumeAction,
  type VolumeCommand,
  type VolumeCommandPlan,
  type VolumeCommandRefusal,
  type VolumeCommandView,
} from './platform/volume/command.ts';
export {
  type Expand,
  type ExpansionFigures,
  type ExpansionPlan,
  type ExpansionState,
  planExpansion,
} from './platform/volume/expansion.ts';
export { type Fit, type ForecastWindow, fit, forecastWindow, pushReading } from './platform/volume/forecast.ts';
export type { ReadingSums, WideSums } from './platform/volume/leastSquares.ts';
export type { Rational } from './platform/volume/rational.ts';
export type {
  MountSettings,
  PredictiveSettings,
  SnapshotSettings,
  VolumeAutoscalingSettings,
  VolumesetSettings,
} from './platform/volume/settings.ts';
export { planSnapshotTick, type SnapshotView, type TakeSnapshot } from './platform/volume/snapshot.ts';
export type { Targets } from './platform/volume/target.ts';
export type { CompoundUsage, LineUsage, PointsUsage, VolumeUsage } from './platform/volume/usage.ts';
export { newVolume, noteExpansion, readingFromBytes } from './platform/volume/volume.ts';
export type {
  Snapshot,
  StandingRefusal,
  UseBase,
  UseStretch,
  Volume,
  VolumeLifecycle,
} from './platform/volume/volumeRecord.ts';
export { type RolloutBounds, rolloutBounds } from './platform/workload/bounds.ts';
export type { Closed, FinalExecution } from './platform/workload/deployment.ts';
export type { HealthProbe } from './platform/workload/probe.ts';
export { planRollout, type RolloutAction } from './platform/workload/rollout.ts';
export type { RolloutView } from './platform/workload/rolloutView.ts';
export { type DesiredState, planScaling, type ScalingAction, type ScalingView } from './platform/workload/scaling.ts';
export { planSwitch, type SwitchAction, type SwitchView } from './platform/workload/serverless.ts';
export type {
  ContainerSettings,
  EnvVariable,
  JobSettings,
  LocationOptions,
  RequestSettings,
  RolloutSettings,
  WorkloadSettings,
  WorkloadType,
} from './platform/workload/settings.ts';
export { planStart, type StartInstants, type StartView, type VolumeSteps } from './platform/workload/start.ts';
export {
  type IndexState,
  planStateful,
  type StatefulAction,
  type StatefulAssumptions,
  type StatefulView,
} from './platform/workload/stateful.ts';
export { planTermination, type Termination, type TerminationView } from './platform/workload/termination.ts';
export type { VersionCount } from './platform/workload/versionCount.ts';
export type { Amount } from './rules/amount.ts';
export { type AssumptionName, type Assumptions, defaultAssumptions } from './rules/assumptions.ts';
export { formatDuration, parseDuration } from './rules/duration.ts';
export type { Finding } from './rules/finding.ts';
export type { RuleId } from './rules/register.ts';
export { resolveAssumptions, type Timing } from './rules/resolveAssumptions.ts';

/**
 * What a chronicle is made of, so that it can be sent to another thread.
 */
import { ArrivalQueue } from '../load/arrivalQueue.ts';
import { CallLines } from '../load/callLines.ts';
import { LatencyLines } from '../load/latencyLines.ts';
import { LoadBacklog } from '../load/loadBacklog.ts';
import { HeldLoad } from '../load/loadHeld.ts';
import { LoadLatency } from '../load/loadLatency.ts';
import { LoadLines } from '../load/loadLines.ts';
import { Presence } from '../load/loadPresence.ts';
import { LoadTally } from '../load/loadTally.ts';
import { Losses } from '../load/losses.ts';
import { PressedLatency } from '../load/pressedLatency.ts';
import { Ramps } from '../load/ramps.ts';
import { ReadyTime } from '../load/readyTime.ts';
import { ReplicaUse } from '../load/replicaUse.ts';
import { RequestTally } from '../load/requestTally.ts';
import { ScalePressure } from '../load/scalePressure.ts';
import { JoinedColumns, SharedProgress } from '../load/sharedProgress.ts';
import { TrustedLoads } from '../load/trustedLoads.ts';
import { UseClasses } from '../load/useClasses.ts';
import { UsedResource } from '../load/usedResource.ts';
import { ValueClasses } from '../load/valueClasses.ts';
import { ColumnPoints, Columns } from '../picture/columns.ts';
import { PictureBudget } from '../picture/room.ts';
import { ThinnedItems } from '../picture/thinnedItems.ts';
import { ThinnedLine } from '../picture/thinnedLine.ts';
import { BaselineChronicle } from './baselineChronicle.ts';
import { BoundChronicle } from './boundChronicle.ts';
import { CallChronicle } from './callChronicle.ts';
import { Chronicle } from './chronicle.ts';
import { DeploymentChronicle } from './deploymentChronicle.ts';
import { DownTime } from './downTime.ts';
import { EndWatch } from './endWatch.ts';
import { ExecutionChronicle } from './executionChronicle.ts';
import { FaultChronicle } from './faultChronicle.ts';
import { FirstEntries } from './firstEntries.ts';
import { IdleChronicle } from './idleChronicle.ts';
import { BundledBars } from './page/bundledBars.ts';
import { CallExamples } from './page/callExamples.ts';
import { DeploymentPicture } from './page/deploymentPicture.ts';
import { EntryStore } from './page/entryStore.ts';
import { executionLane } from './page/executionLane.ts';
import { ExpansionTokens } from './page/expansionTokens.ts';
import { faultLane } from './page/faultLane.ts';
import { Lane } from './page/lane.ts';
import { OccurrenceCounts, OccurrenceTally } from './page/occurrences.ts';
import { PageChronicle } from './page/pageChronicle.ts';
import { replicaLane } from './page/replicaLane.ts';
import { RolloutHistory } from './page/rolloutHistory.ts';
import { ScaleDecisions } from './page/scaleDecisions.ts';
import { volumeLane } from './page/volumeLane.ts';
import { RefusalChronicle } from './refusalChronicle.ts';
import { ReplicaChronicle } from './replicaChronicle.ts';
import { ReserveChronicle } from './reserveChronicle.ts';
import { RolloutChronicle } from './rolloutChronicle.ts';
import { RolloutWaits } from './rolloutWaits.ts';
import { ScaleCourse } from './scaleCourse.ts';
import { ScaleOutChronicle } from './scaleOutChronicle.ts';
import { ScalePoints } from './scalePoints.ts';
import { VolumeChronicle } from './volumeChronicle.ts';
import { ExpectationWatcher } from './watcher.ts';

/** The classes of all parts of a chronicle. */
export const chronicleClasses: readonly { readonly prototype: object; readonly name: string }[] = [
  BaselineChronicle,
  BoundChronicle,
  CallChronicle,
  Chronicle,
  DeploymentChronicle,
  DownTime,
  EndWatch,
  ExecutionChronicle,
  FaultChronicle,
  FirstEntries,
  IdleChronicle,
  BundledBars,
  CallExamples,
  DeploymentPicture,
  EntryStore,
  ExpansionTokens,
  Lane,
  OccurrenceCounts,
  OccurrenceTally,
  PageChronicle,
  RolloutHistory,
  ScaleDecisions,
  RefusalChronicle,
  ReplicaChronicle,
  ReserveChronicle,
  RolloutChronicle,
  RolloutWaits,
  ScaleCourse,
  ScaleOutChronicle,
  ScalePoints,
  VolumeChronicle,
  ExpectationWatcher,
  ArrivalQueue,
  CallLines,
  LatencyLines,
  LoadBacklog,
  HeldLoad,
  LoadLatency,
  LoadLines,
  Presence,
  LoadTally,
  Losses,
  PressedLatency,
  Ramps,
  ReadyTime,
  ReplicaUse,
  RequestTally,
  ScalePressure,
  JoinedColumns,
  SharedProgress,
  TrustedLoads,
  UseClasses,
  UsedResource,
  ValueClasses,
  ColumnPoints,
  Columns,
  PictureBudget,
  ThinnedItems,
  ThinnedLine,
];

/** Parts of a chronicle that hold functions: each is always the same. */
export const chronicleConstants: readonly object[] = [executionLane, faultLane, replicaLane, volumeLane];

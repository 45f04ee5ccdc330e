/**
 * A workload's record, read once into numbers: what the planners of replicas, rollouts and cron work with.
 */

import type { Duration } from '../../engine/time.ts';
import type { Amount } from '../../rules/amount.ts';
import type { AutoscalingSettings } from '../autoscaling/settings.ts';
import type { FirewallSettings } from '../call/firewall.ts';
import type { AuthorizationSettings } from '../call/guard.ts';
import type { RetrySettings } from '../call/retry.ts';
import type { Schedule } from '../cron/expression.ts';
import type { HealthProbe } from './probe.ts';

export type WorkloadType = 'standard' | 'stateful' | 'cron' | 'serverless';

/** Settings of one workload; every default applied, every quantity parsed. */
export interface WorkloadSettings {
  readonly type: WorkloadType;
  readonly containers: readonly ContainerSettings[];
  /** How many object stores its containers mount (BILL-3); absent: none. */
  readonly objectStores?: number;
  /** Whether a container has a port: without one no request reaches it. */
  readonly hasPort: boolean;
  readonly rollout: RolloutSettings;
  /** Present exactly for cron workloads. */
  readonly job: JobSettings | null;
  /** Options of locations without an override. */
  readonly options: LocationOptions;
  /** Overrides by location name; each stands whole in the place of `options` (`localOptions.base`). */
  readonly localOptions: ReadonlyMap<string, LocationOptions>;
  /** Scheduler passes the workload over (TAG-35). */
  readonly ignored: boolean;
  readonly requests: RequestSettings;
  /** Replicas that are not ready are to be reached inside the location too (TAG-2). */
  readonly publishesNotReady: boolean;
  /** Ephemeral storage of one replica in bytes (EPH-1, EPH-2, `ephemeral.largeDisk`). */
  readonly ephemeralBytes: number;
}

/** What a workload says of the requests to it. */
export interface RequestSettings {
  /** Of all containers, in order. */
  readonly ports: readonly number[];
  readonly retry: RetrySettings;
  /** null: nobody is asked. */
  readonly authorization: AuthorizationSettings | null;
  /** Whether a rate limiter is asked (TAG-30). */
  readonly isLimited: boolean;
  readonly firewall: FirewallSettings;
}

export interface ContainerSettings {
  readonly name: string;
  readonly image: string;
  /** Limits: whole millicores and bytes. */
  readonly cpuMillicores: number;
  readonly memoryBytes: number;
  /** Reserves, which are billed (BILL-1). */
  readonly minCpuMillicores: number;
  readonly minMemoryBytes: number;
  /** Absent or null: ready when it runs. */
  readonly readinessProbe?: HealthProbe | null;
  /** Absent or null: never found dead. */
  readonly livenessProbe?: HealthProbe | null;
  readonly volumes: readonly { readonly volumeset: string; readonly path: string }[];
  /** How long its preStop hook takes; `unknown`: its command does not say; absent: it has none. */
  readonly preStop?: Duration | 'unknown';
  /** Variables of its own, as written; absent: none. */
  readonly env?: readonly EnvVariable[];
  /** Whether it asks for the variables of its GVC too; absent: it does not. */
  readonly inheritsEnv?: boolean;
}

/** One variable of a container's environment. */
export interface EnvVariable {
  readonly name: string;
  readonly value: string;
}

export interface RolloutSettings {
  readonly minReady: Duration;
  readonly maxSurge: Amount;
  readonly maxUnavailable: Amount;
  readonly scalingPolicy: 'OrderedReady' | 'Parallel';
  readonly terminationGrace: Duration;
}

export interface LocationOptions {
  readonly minScale: number;
  readonly maxScale: number;
  readonly metric: string;
  /** How the count follows its load (`autoscalingSettings`); cron workloads, which keep no replicas, have none. */
  readonly autoscaling: AutoscalingSettings | null;
  /** Requests in flight that a replica takes; null: any number. */
  readonly maxConcurrency: number | null;
  /**
   * When a request is given up, and what says so: the field where no tag does, the tag, or the field though there is a
   * tag (WL-19, TAG-12).
   */
  readonly timeout: Duration;
  readonly timeoutBy: 'field' | 'tag' | 'fieldBesideTag';
  readonly suspend: boolean;
  readonly multiZone: boolean;
  /** Whether answers may say which replica gave them (NET-12). */
  readonly debug: boolean;
  /** Capacity AI sizes its replicas (`capacityAI.model`); absent: it does not. */
  readonly capacityAI?: true;
}

/** The options that hold in a location: its own, whole, or the workload's. */
export function optionsIn(settings: WorkloadSettings, location: string): LocationOptions {
  return settings.localOptions.get(location) ?? settings.options;
}

export interface JobSettings {
  readonly schedule: Schedule;
  readonly concurrencyPolicy: 'Forbid' | 'Replace' | 'Allow';
  readonly historyLimit: number;
  readonly restartPolicy: 'Never' | 'OnFailure';
  /** null: no limit (CRON-9). */
  readonly activeDeadline: Duration | null;
  readonly suspend: boolean;
}

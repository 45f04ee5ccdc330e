/**
 * The planner of the command runCronWorkload, and its container overrides for one execution.
 */

import type { AssumptionName, Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { RuleId } from '../../rules/register.ts';
import type { Plan, Refusal } from '../plan.ts';
import type { Closed } from '../workload/deployment.ts';
import type { ContainerSettings, EnvVariable, WorkloadType } from '../workload/settings.ts';
import type { SuspendedBy } from './tick.ts';

/** One entry of `spec.containerOverrides` with its amounts parsed; an absent field keeps its value. */
export interface ContainerOverride {
  readonly name: string;
  readonly image?: string;
  readonly cpuMillicores?: number;
  readonly memoryBytes?: number;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: readonly EnvVariable[];
}

export interface RunNowView {
  readonly type: WorkloadType;
  /** As the command names it. */
  readonly location: string;
  /** Locations of the GVC. */
  readonly locations: readonly string[];
  /** Of the deployment in that location. */
  readonly closed: Closed;
  readonly suspendedBy: SuspendedBy;
  readonly containers: readonly ContainerSettings[];
  readonly overrides: readonly ContainerOverride[];
  readonly assumptions: Pick<Assumptions, 'billing.cronOverrideReserve' | 'cron.override.env'>;
}

/** Starts one execution with these containers. */
export interface RunNowAction {
  readonly do: 'start';
  readonly containers: readonly ContainerSettings[];
}

export type RunNowPlan =
  | Extract<Plan<RunNowAction>, { kind: 'act' }>
  | (Refusal & { readonly code: 'BAD_REFERENCE' | 'COMMAND_REFUSED' });

const notCron = because(['CRON-13']);
const unknownLocation = because(['CRON-14']);
const unknownContainer = because(['CRON-15']);
const closedReasons = {
  deleting: because(['CRON-13']),
  disabled: because(['LOC-7']),
  outage: because([], ['fault.outage.replicas']),
  ignored: because(['TAG-35']),
  withdrawn: because(['TAG-35'], ['ignore.effect']),
  paused: because([], ['secret.missing']),
} as const;

/**
 * Plans the command runCronWorkload (CRON-13 to CRON-18, SUSP-7, `billing.cronOverrideReserve`).
 *
 * Act: one execution starts, even if the workload is suspended and whatever the concurrency policy. Refuse: the
 * workload is of another type, the location is not one of the GVC or nothing may run there, or an override names a
 * container that the workload does not have.
 */
export function planRunNow(view: RunNowView): RunNowPlan {
  const { location, overrides } = view;
  if (view.type !== 'cron')
    return refused('COMMAND_REFUSED', notCron, `runCronWorkload is only for cron workloads; this one is ${view.type}`);
  if (!view.locations.includes(location)) {
    const known = view.locations.length === 0 ? 'none' : view.locations.join(', ');
    return refused('BAD_REFERENCE', unknownLocation, `'${location}' is not a location of the GVC; it has ${known}`);
  }
  const stranger = overrides.find(({ name }) => !view.containers.some((container) => container.name === name));
  if (stranger !== undefined) {
    const known = view.containers.map((container) => container.name).join(', ');
    return refused(
      'BAD_REFERENCE',
      unknownContainer,
      `container '${stranger.name}' does not exist; the workload has ${known}`,
    );
  }
  if (view.closed !== 'none') {
    const message = `no execution can start in ${location} now: ${view.closed}`;
    return refused('COMMAND_REFUSED', closedReasons[view.closed], message);
  }
  const containers = overrideContainers(view.containers, overrides, view.assumptions);
  return { kind: 'act', actions: [{ do: 'start', containers }], reason: startReason(view) };
}

/**
 * The containers of one execution with its overrides applied (CRON-16, CRON-17, `billing.cronOverrideReserve`,
 * `cron.override.env`). Entries apply in order: of two for one container the later one wins.
 *
 * `replace`: an overridden amount is also the reserve. `keepMin`: the reserve stays, but is at most the amount.
 *   cpu 1000m, minCpu 500m, override 250m  -> cpu 250m, minCpu 250m in both
 *   cpu 1000m, minCpu 500m, override 2000m -> cpu 2000m, minCpu 2000m; 500m with `keepMin`
 */
function overrideContainers(
  containers: readonly ContainerSettings[],
  overrides: readonly ContainerOverride[],
  assumptions: RunNowView['assumptions'],
): readonly ContainerSettings[] {
  if (overrides.length === 0) return containers;
  const { 'billing.cronOverrideReserve': reserve, 'cron.override.env': envRule } = assumptions;
  return containers.map((container) => {
    const own = overrides.filter(({ name }) => name === container.name);
    const changed = own.reduce((one, by) => overridden(one, by, reserve), container);
    if (own.every(({ env }) => env === undefined)) return changed;
    return { ...changed, env: overrideTask({ command: null, args: [], env: container.env ?? [] }, own, envRule).env };
  });
}

/** The command, arguments and environment variables of a container. */
export interface ContainerTask {
  /** null: the command of the image. */
  readonly command: string | null;
  readonly args: readonly string[];
  readonly env: readonly EnvVariable[];
}

/**
 * The task of a container in an execution with overrides (CRON-16, CRON-17, `cron.override.env`). Arguments are
 * replaced as a whole. Environment variables are replaced by name, with new ones at the end; with `replaceAll` they are
 * replaced as a whole.
 *
 * @param overrides those of this container, in order
 */
export function overrideTask(
  task: ContainerTask,
  overrides: readonly ContainerOverride[],
  envRule: Assumptions['cron.override.env'],
): ContainerTask {
  return overrides.reduce(
    (one, by) => ({
      command: by.command ?? one.command,
      args: by.args ?? one.args,
      env: by.env === undefined ? one.env : envRule === 'replaceAll' ? by.env : mergedEnv(one.env, by.env),
    }),
    task,
  );
}

function overridden(
  container: ContainerSettings,
  by: ContainerOverride,
  reserve: Assumptions['billing.cronOverrideReserve'],
): ContainerSettings {
  const { cpuMillicores = container.cpuMillicores, memoryBytes = container.memoryBytes } = by;
  const reserved = (min: number, given: number | undefined) => {
    if (given === undefined) return min;
    return reserve === 'replace' ? given : Math.min(min, given);
  };
  return {
    ...container,
    image: by.image ?? container.image,
    cpuMillicores,
    memoryBytes,
    minCpuMillicores: reserved(container.minCpuMillicores, by.cpuMillicores),
    minMemoryBytes: reserved(container.minMemoryBytes, by.memoryBytes),
  };
}

function mergedEnv(env: readonly EnvVariable[], by: readonly EnvVariable[]): readonly EnvVariable[] {
  const merged = new Map(env.map((variable) => [variable.name, variable]));
  for (const variable of by) merged.set(variable.name, variable);
  return [...merged.values()];
}

function startReason({ suspendedBy, overrides }: RunNowView): Refusal['reason'] {
  const rules: RuleId[] = ['CRON-18'];
  const assumptions: AssumptionName[] = [];
  if (suspendedBy !== null) rules.push('SUSP-7');
  if (overrides.length > 0) rules.push('CRON-17');
  if (overrides.some((one) => one.cpuMillicores !== undefined || one.memoryBytes !== undefined))
    assumptions.push('billing.cronOverrideReserve');
  if (overrides.some((one) => one.env !== undefined)) assumptions.push('cron.override.env');
  return because(rules, assumptions);
}

function refused(
  code: 'BAD_REFERENCE' | 'COMMAND_REFUSED',
  reason: Refusal['reason'],
  message: string,
): Refusal & { code: typeof code } {
  return { kind: 'refuse', reason, message, retryAt: null, code };
}

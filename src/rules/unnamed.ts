/**
 * Assumptions that no journal entry can name. They decide how a scenario is read, measured and billed, but not why an
 * event happened. A report must not conclude from the journal that they had no effect.
 */
import type { AssumptionName } from './assumptions.ts';

/** A name, or a family whose members are never named (but see `named`). */
const unnamed: readonly string[] = [
  'run.window',
  'order.ties',
  'quantity.grammar',
  'fault.stuckReadiness.whom',
  'type.default',
  'autoscaling.metric',
  'capacityAI.model',
  'resource',
  'localOptions.base',
  'tag.protocol',
  'tag.otherValue',
  'tag.byok',
  'mount.others',
  'location.ipRanges',
  'location.geo',
  'location.byokStorage',
  'fields.defaults',
  'ephemeral.largeDisk',
  'rollout.surge.default',
  'rollout.unavailable.default',
  'rollout.revert',
  'metric.request',
  'keda.name.missing',
  'keda.target.missing',
  'keda.value',
  'cron.dialect',
  'cron.dayRule',
  'cron.runStart.tick',
  'volume.predictive.inheritedFactor',
  'volume.usage',
  'volume.shared.types',
  'volume.iops.curve',
  'snapshot.check',
  'snapshot.retentionUnit',
  'fluid.idle',
  'fluid.processor',
  'fluid.versions',
  'fluid.notReady',
  'fluid.latency',
  'fluid.percentile',
  'fluid.saturation',
  'traffic.status.failed',
  'traffic.status.replicaKilled',
  'traffic.wakeable',
  'retry.backoffFactor',
  'retry.host',
  'retry.statusCodes',
  'retry.conditions',
  'address.externalPorts',
  'billing',
  'api.coerce',
  'api.locationLinks',
  'api.warnings',
  'api.deployTimestampAlias',
  'api.removedCommand',
  'api.snapshotTagsOut',
  'api.streams',
  'api.deploymentVersion',
  'api.replicaCounts',
  'api.executionWords',
  'api.volumeLifecycle',
  'api.quotaCurrent',
  'api.contentType',
  'api.requestOrder',
  'api.clientStamps',
];

/** Members of those families that journal entries of refusals and executions do name. */
const named: readonly string[] = [
  'fields.defaults.capacityAI',
  'fields.defaults.debug',
  'billing.cronOverrideReserve',
  'billing.zeroReplicas',
  'billing.disabledLocation',
  'billing.volumeFrom',
  'billing.replacementOverlap',
  'billing.chargedMeters',
  'billing.tagInheritance',
];

/** Whether journal entries can name an assumption. Only then is it a finding that none does. */
export function isEverNamed(name: AssumptionName): boolean {
  return named.includes(name) || !unnamed.some((one) => name === one || name.startsWith(`${one}.`));
}

/**
 * The form of commands (VOLCMD-2 to VOLCMD-4, VOLCMD-10, CRON-13 to CRON-16).
 */
import * as z from 'zod';
import type { AssumptionName } from '../../../rules/assumptions.ts';
import type { RuleId } from '../../../rules/register.ts';

const index = z.int().min(0);
const volume = { location: z.string(), volumeIndex: index, timeoutSeconds: z.number().optional() };
const capacity = z.looseObject({ ...volume, newStorageCapacity: z.number() });
const snapshot = z.looseObject({ ...volume, snapshotName: z.string().min(1) });

/**
 * What a command's `spec` must look like, on which kind of resource, and the rules behind it; of fields that none
 * states, `api.commandFields`.
 */
export interface CommandForm {
  readonly owner: 'workload' | 'volumeset';
  readonly spec: z.core.$ZodType<unknown> & { safeParse(value: unknown): z.ZodSafeParseResult<unknown> };
  readonly rules: { readonly [field: string]: RuleId | AssumptionName };
}

const volumeRules = { location: 'VOLCMD-3', volumeIndex: 'VOLCMD-3' } as const;
const capacityRules = { ...volumeRules, newStorageCapacity: 'VOLCMD-4' } as const;
const runRules = { location: 'CRON-14', containerOverrides: 'CRON-15' } as const;

/** By type. */
export const commandForms: { readonly [type: string]: CommandForm } = {
  runCronWorkload: {
    owner: 'workload',
    rules: runRules,
    spec: z.looseObject({
      location: z.string(),
      containerOverrides: z
        .array(
          z.looseObject({
            name: z.string(),
            command: z.string().optional(),
            cpu: z.string().optional(),
            memory: z.string().optional(),
            image: z.string().optional(),
            args: z.array(z.string()).optional(),
            env: z.array(z.looseObject({ name: z.string(), value: z.string() })).optional(),
          }),
        )
        .optional(),
      activeDeadlineSeconds: z.int().min(1).optional(),
    }),
  },
  stopReplica: {
    owner: 'workload',
    rules: {},
    spec: z.looseObject({ location: z.string(), replica: z.string().optional() }),
  },
  expandVolume: { owner: 'volumeset', rules: capacityRules, spec: capacity },
  shrinkVolume: { owner: 'volumeset', rules: capacityRules, spec: capacity },
  deleteVolume: { owner: 'volumeset', rules: volumeRules, spec: z.looseObject(volume) },
  createVolumeSnapshot: {
    owner: 'volumeset',
    rules: { ...volumeRules, snapshotName: 'VOLCMD-10', snapshotExpirationDate: 'VOLCMD-10', tags: 'VOLCMD-10' },
    spec: z.looseObject({
      ...volume,
      snapshotName: z.string().min(1),
      snapshotExpirationDate: z.string().optional(),
      tags: z.record(z.string(), z.string()).optional(),
      snapshotTags: z.array(z.record(z.string(), z.string())).optional(),
    }),
  },
  deleteVolumeSnapshot: { owner: 'volumeset', rules: { ...volumeRules, snapshotName: 'VOLCMD-12' }, spec: snapshot },
  restoreVolume: { owner: 'volumeset', rules: { ...volumeRules, snapshotName: 'VOLCMD-13' }, spec: snapshot },
};

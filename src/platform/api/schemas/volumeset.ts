/**
 * The form of a volume set (VOL, VOLAUTO, ENC, SNAP): types and the bounds that the platform states for one field
 * alone.
 */
import * as z from 'zod';

export const volumesetSpec = z.looseObject({
  fileSystemType: z.enum(['ext4', 'xfs', 'shared']).optional(),
  initialCapacity: z.number(),
  performanceClass: z.enum(['general-purpose-ssd', 'high-throughput-ssd', 'shared']).optional(),
  autoscaling: z
    .looseObject({
      maxCapacity: z.number().optional(),
      minFreePercentage: z.number().min(1).max(100).optional(),
      scalingFactor: z.number().min(1).optional(),
      predictive: z
        .looseObject({
          enabled: z.boolean().optional(),
          lookbackHours: z.number().min(1).max(168).optional(),
          projectionHours: z.number().min(1).max(72).optional(),
          minDataPoints: z.number().min(2).max(100).optional(),
          minGrowthRateGBPerHour: z.number().optional(),
          scalingFactor: z.number().min(1.1).optional(),
        })
        .optional(),
    })
    .optional(),
  snapshots: z
    .looseObject({
      createFinalSnapshot: z.boolean().optional(),
      retentionDuration: z.string().optional(),
      schedule: z.string().optional(),
    })
    .optional(),
  mountOptions: z
    .looseObject({
      resources: z
        .looseObject({
          minCpu: z.string().optional(),
          maxCpu: z.string().optional(),
          minMemory: z.string().optional(),
          maxMemory: z.string().optional(),
        })
        .optional(),
    })
    .optional(),
  customEncryption: z
    .looseObject({ regions: z.record(z.string(), z.looseObject({ keyId: z.string() })).optional() })
    .optional(),
});

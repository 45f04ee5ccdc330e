/**
 * The shape of a price book's document: which keys it has and what kind of value each takes. What the values mean is checked after it.
 */
import { z } from 'zod';

const policy = {
  preset: z.enum(['exact', 'per-second-min-60', 'per-minute-min-1', 'whole-hours']).optional(),
  granularity: z.string().optional(),
  minimum: z.string().optional(),
  roundUp: z.boolean().optional(),
  align: z.enum(['run', 'clock']).optional(),
};

const price = z.strictObject({
  from: z.string(),
  until: z.string().optional(),
  list: z.string('expected a price as text in quotes, such as "0.0312"').optional(),
  contracted: z.string('expected a price as text in quotes, such as "0.0312"').optional(),
  tiers: z.unknown().optional(),
});

const sku = z.strictObject({
  id: z.string().regex(/^[\w.-]+$/, 'expected letters, digits, _, - or dots'),
  meters: z.array(z.string()).min(1),
  match: z
    .strictObject({
      locationType: z.enum(['hosted', 'byok']).optional(),
      provider: z.string().optional(),
      location: z.string().optional(),
      workloadType: z.enum(['standard', 'stateful', 'cron', 'serverless']).optional(),
      performanceClass: z.string().optional(),
      org: z.string().optional(),
      gvc: z.string().optional(),
      container: z.string().optional(),
    })
    .optional(),
  unit: z.string(),
  tierScope: z.unknown().optional(),
  prices: z.array(price).min(1),
});

export const pricebookShape = z.strictObject({
  kind: z.literal('pricebook'),
  name: z.string().min(1),
  notice: z.string().optional(),
  currency: z.string().regex(/^[A-Z]{3}$/, 'expected an ISO 4217 code of three capital letters'),
  issuer: z.string().min(1),
  invoice: z
    .strictObject({
      rounding: z.enum(['half-up', 'half-even', 'none']).optional(),
      dueDays: z.int().min(0).optional(),
    })
    .optional(),
  metering: z.strictObject({ ...policy, perMeter: z.record(z.string(), z.strictObject(policy)).optional() }).optional(),
  skus: z.array(sku).min(1),
  credits: z.unknown().optional(),
  tax: z.unknown().optional(),
});

export type PricebookDocument = z.infer<typeof pricebookShape>;
export type SkuDocument = z.infer<typeof sku>;
export type PriceDocument = z.infer<typeof price>;
export type PolicyDocument = Omit<NonNullable<PricebookDocument['metering']>, 'perMeter'>;

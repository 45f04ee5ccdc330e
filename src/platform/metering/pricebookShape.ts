/**
 * The shape of a price book's document: which keys it has and what kind of value each takes. What the values mean is checked after it.
 */
import * as z from 'zod';

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

const match = z.strictObject({
  locationType: z.enum(['hosted', 'byok']).optional(),
  provider: z.string().optional(),
  location: z.string().optional(),
  workloadType: z.enum(['standard', 'stateful', 'cron', 'serverless']).optional(),
  performanceClass: z.string().optional(),
  org: z.string().optional(),
  gvc: z.string().optional(),
  container: z.string().optional(),
});

const sku = z.strictObject({
  id: z.string().regex(/^[\w.-]+$/, 'expected letters, digits, _, - or dots'),
  meters: z.array(z.string()).min(1),
  match: match.optional(),
  unit: z.string(),
  tierScope: z.unknown().optional(),
  prices: z.array(price).min(1),
});

const invoice = z.strictObject({
  rounding: z.enum(['half-up', 'half-even', 'none']).optional(),
  dueDays: z.int().min(0).optional(),
});

export const pricebookShape = z.strictObject({
  kind: z.literal('pricebook'),
  name: z.string().min(1),
  notice: z.string().optional(),
  currency: z.string().regex(/^[A-Z]{3}$/, 'expected an ISO 4217 code of three capital letters'),
  issuer: z.string().min(1),
  invoice: invoice.optional(),
  metering: z.strictObject({ ...policy, perMeter: z.record(z.string(), z.strictObject(policy)).optional() }).optional(),
  skus: z.array(sku).min(1),
  credits: z.unknown().optional(),
  tax: z.unknown().optional(),
});

const keys: { readonly [place: string]: readonly string[] } = {
  '': Object.keys(pricebookShape.shape),
  invoice: Object.keys(invoice.shape),
  metering: [...Object.keys(policy), 'perMeter'],
  'metering.perMeter.*': Object.keys(policy),
  'skus.*': Object.keys(sku.shape),
  'skus.*.match': Object.keys(match.shape),
  'skus.*.prices.*': Object.keys(price.shape),
};

/** The keys that may stand at a path of the document; indexes as numbers. */
export function keysAt(path: readonly (string | number)[]): readonly string[] {
  const place = path
    .map((step, index) => (typeof step === 'number' || path[index - 1] === 'perMeter' ? '*' : step))
    .join('.');
  return keys[place] ?? [];
}

export type PricebookDocument = z.infer<typeof pricebookShape>;
export type SkuDocument = z.infer<typeof sku>;
export type PriceDocument = z.infer<typeof price>;
export type PolicyDocument = Omit<NonNullable<PricebookDocument['metering']>, 'perMeter'>;

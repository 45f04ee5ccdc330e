/**
 * The shape of a price book's document: which keys it has and what kind of value each takes. What the values mean is
 * checked after it.
 */

import * as z from 'zod';
import { meters } from '../../rules/meterNames.ts';
import { meterKinds } from './meters.ts';

/** A decimal as text. What it may be is checked after the shape; editors are told by a pattern. */
const decimal = (what: string, example: string) =>
  z
    .string(`expected ${what} as text in quotes, such as "${example}"`)
    .meta({ pattern: String.raw`^\d+(\.\d{1,9})?$`, examples: [example] });

const units = [...new Set(Object.values(meterKinds).flatMap(({ pricingUnits }) => pricingUnits))];

const listPrice = decimal('a price', '0.0312').describe(
  'What one unit costs: a decimal of 0 or more in quotes, at most 9 digits after the point; what is free costs "0".',
);
const contractedPrice = decimal('a price', '0.0312')
  .optional()
  .describe('What is charged for one unit, where less than the list price was agreed; default: the list price.');
const wholeHour = z
  .string()
  .meta({ format: 'date-time' })
  .describe('An instant on a whole UTC hour: 2027-01-01T00:00:00Z.');
const org = z.string().min(1).describe('Name of the org.');
const id = z.string().regex(/^[\w.-]+$/, 'expected letters, digits, _, - or dots');

const policy = {
  preset: z
    .enum(['exact', 'per-second-min-60', 'per-minute-min-1', 'whole-hours'])
    .optional()
    .describe('A policy of that name; what stands beside it changes it. Default: exact, each millisecond.'),
  granularity: z.string().optional().describe('The unit that the length of a run is rounded to: 60s.'),
  minimum: z.string().optional().describe('The least that a run counts: 60s.'),
  roundUp: z.boolean().optional().describe('Whether a unit that was begun counts whole; otherwise it does not count.'),
  align: z
    .enum(['run', 'clock'])
    .optional()
    .describe('Whether units begin with the run, or with the clock, of which each that the run touches counts.'),
};

const tier = z.strictObject({
  upTo: decimal('a bound', '50')
    .optional()
    .describe(
      'Up to how many units in a billing period the tier holds, included: above 0, rising, at most 9 digits after the point. The last tier has none.',
    ),
  list: listPrice,
  contracted: contractedPrice,
});

const price = z.strictObject({
  from: wholeHour.describe('From when on it holds, on a whole UTC hour: 2027-01-01T00:00:00Z.'),
  until: wholeHour.optional().describe('Until when, excluded; default: until the next price, or for good.'),
  list: listPrice.optional(),
  contracted: contractedPrice,
  tiers: z
    .array(tier)
    .min(1)
    .optional()
    .describe(
      'In the place of one list price: the first units of a billing period at one price, those after them at the next.',
    ),
});

const match = z.strictObject({
  locationType: z.enum(['hosted', 'byok']).optional().describe('hosted, or a cluster of the customer.'),
  provider: z.string().optional().describe("The location's: aws, gcp, azure."),
  location: z.string().optional().describe('aws-us-east-1.'),
  workloadType: z.enum(['standard', 'stateful', 'cron', 'serverless']).optional(),
  performanceClass: z.string().optional().describe('Of volumes: general-purpose-ssd.'),
  org: z.string().optional(),
  gvc: z.string().optional(),
  container: z.string().optional().describe('Of the workload; volume-mount and cpln-mounter, too.'),
});

const sku = z.strictObject({
  id: id.describe(
    'Unique. Where several meters are named, each has a SKU of its own: cpu.reserved-cpu, cpu.mount-cpu.',
  ),
  meters: z
    .array(z.string().meta({ enum: [...meters] }))
    .min(1)
    .describe('What is priced.'),
  match: match
    .optional()
    .describe('Whom it is for; of several SKUs that fit, the one with the most keys prices. Default: everybody.'),
  unit: z.string().meta({ enum: units }).describe('What the price is for; it has to fit the meters.'),
  tierScope: z
    .enum(['org', 'gvc', 'resource'])
    .optional()
    .describe(
      'Whose units are counted together where prices have tiers: those of the org, of each gvc, or of each workload or volume set. Each billing period counts from 0. Default: org.',
    ),
  prices: z
    .array(price)
    .min(1)
    .describe('In order of time, without overlap, and without a gap while a run needs them.'),
});

const invoice = z.strictObject({
  rounding: z
    .enum(['half-up', 'half-even', 'none'])
    .optional()
    .describe("How an invoice's total is rounded to the smallest coin, once; default: half-up."),
  dueDays: z.int().min(0).optional().describe('Days until it has to be paid; default: 14.'),
});

const credit = z.strictObject({
  id: id.describe('Unique among the credits of its org.'),
  org,
  amount: decimal('an amount', '25.00').describe(
    'What it pays in all: a decimal above 0 in quotes, at most 9 digits after the point.',
  ),
  from: wholeHour.describe('It pays for months of which something lies at or after this instant, on a whole UTC hour.'),
  until: wholeHour.describe('And before this one.'),
});

const tax = z.strictObject({
  id: id.describe('Unique among the taxes of its org.'),
  org,
  rate: decimal('a rate', '0.20').describe(
    'The share of what is left after credits: a decimal of 0 or more in quotes; "0.20" for twenty hundredths.',
  ),
});

export const pricebookShape = z
  .strictObject({
    kind: z.literal('pricebook'),
    name: z.string().min(1),
    notice: z.string().optional().describe('Printed beside every total.'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'expected an ISO 4217 code of three capital letters')
      .describe('ISO 4217, one for the whole book: USD.'),
    issuer: z.string().min(1).describe('Who writes the invoices.'),
    invoice: invoice.optional(),
    metering: z
      .strictObject({
        ...policy,
        perMeter: z
          .record(z.string(), z.strictObject(policy))
          .optional()
          .describe('Policies of single meters, by name; what they leave out is as above.'),
      })
      .optional()
      .describe('How the length of a run (the life of a replica, a volume or a mount) is counted; default: exactly.'),
    skus: z.array(sku).min(1).describe('What is priced.'),
    credits: z
      .array(credit)
      .optional()
      .describe('What pays usage before anything else, each until it is used up: in the order of from, then of id.'),
    tax: z.array(tax).optional().describe('What is added to the usage that credits have left, each of all of it.'),
  })
  .describe('What a unit of each meter costs, for whom, from when on.');

/** The JSON Schema of a price book. */
export function pricebookJsonSchema(): object {
  return z.toJSONSchema(pricebookShape, { target: 'draft-2020-12' });
}

const keys: { readonly [place: string]: readonly string[] } = {
  '': Object.keys(pricebookShape.shape),
  invoice: Object.keys(invoice.shape),
  metering: [...Object.keys(policy), 'perMeter'],
  'metering.perMeter.*': Object.keys(policy),
  'skus.*': Object.keys(sku.shape),
  'skus.*.match': Object.keys(match.shape),
  'skus.*.prices.*': Object.keys(price.shape),
  'skus.*.prices.*.tiers.*': Object.keys(tier.shape),
  'credits.*': Object.keys(credit.shape),
  'tax.*': Object.keys(tax.shape),
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
export type CreditDocument = z.infer<typeof credit>;
export type TaxDocument = z.infer<typeof tax>;
export type PolicyDocument = Omit<NonNullable<PricebookDocument['metering']>, 'perMeter'>;

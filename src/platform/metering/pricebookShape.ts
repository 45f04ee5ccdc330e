/**
 * The shape of a price book: its keys, and the kind of value of each. The values themselves are checked later.
 */

import * as z from 'zod';
import { meters } from '../../rules/meterNames.ts';
import { meterKinds } from './meters.ts';

/** A decimal as text. Its value is checked after the shape; the pattern is for editors. */
const decimal = (what: string, example: string) =>
  z
    .string(`expected ${what} as text in quotes, such as "${example}"`)
    .meta({ pattern: String.raw`^\d+(\.\d{1,9})?$`, examples: [example] });

const units = [...new Set(Object.values(meterKinds).flatMap(({ pricingUnits }) => pricingUnits))];

const listPrice = decimal('a price', '0.0312').describe(
  'The list price of one unit: a decimal in quotes, 0 or more, with at most 9 digits after the point. A free unit costs "0".',
);
const contractedPrice = decimal('a price', '0.0312')
  .optional()
  .describe('The contracted price of one unit: what the org pays instead of the list price. Default: the list price.');
const wholeHour = z
  .string()
  .meta({ format: 'date-time' })
  .describe('An instant on a whole hour in UTC: 2027-01-01T00:00:00Z.');
const org = z.string().min(1).describe('The name of the org.');
const id = z.string().regex(/^[\w.-]+$/, 'expected letters, digits, _, - or dots');

const policy = {
  preset: z
    .enum(['exact', 'per-second-min-60', 'per-minute-min-1', 'whole-hours'])
    .optional()
    .describe('A policy by name; the other keys override parts of it. Default: exact, every millisecond counts.'),
  granularity: z.string().optional().describe('The unit to which the length of a run is rounded: 60s.'),
  minimum: z.string().optional().describe('The minimum length that a run counts: 60s.'),
  roundUp: z
    .boolean()
    .optional()
    .describe('true: a unit that has begun counts as a whole unit. false: it does not count.'),
  align: z
    .enum(['run', 'clock'])
    .optional()
    .describe(
      'run: units begin at the start of the run. clock: units are those of the clock, and each unit that the run touches counts.',
    ),
};

const tier = z.strictObject({
  upTo: decimal('a bound', '50')
    .optional()
    .describe(
      'The upper bound of the tier in units per billing period, included: a decimal in quotes, above 0 and above the previous bound, with at most 9 digits after the point. The last tier has no upTo.',
    ),
  list: listPrice,
  contracted: contractedPrice,
});

const price = z.strictObject({
  from: wholeHour.describe('The first instant of the price, included, on a whole hour in UTC: 2027-01-01T00:00:00Z.'),
  until: wholeHour
    .optional()
    .describe('The end of the price, excluded. Default: the start of the next price, or no end.'),
  list: listPrice.optional(),
  contracted: contractedPrice,
  tiers: z
    .array(tier)
    .min(1)
    .optional()
    .describe(
      'Tiers, instead of one list price: the first units of a billing period have the price of the first tier, the following units that of the next.',
    ),
});

const match = z.strictObject({
  locationType: z.enum(['hosted', 'byok']).optional().describe('hosted, or byok for a cluster of the customer.'),
  provider: z.string().optional().describe('The provider of the location: aws, gcp, azure.'),
  location: z.string().optional().describe('The location: aws-us-east-1.'),
  workloadType: z.enum(['standard', 'stateful', 'cron', 'serverless']).optional().describe('The type of the workload.'),
  performanceClass: z.string().optional().describe('The performance class of a volume: general-purpose-ssd.'),
  org: z.string().optional().describe('The name of the org.'),
  gvc: z.string().optional().describe('The name of the GVC.'),
  container: z.string().optional().describe('The container of the workload; also volume-mount and cpln-mounter.'),
});

const sku = z.strictObject({
  id: id.describe(
    'The unique id of the SKU. With several meters each gets its own SKU: cpu.reserved-cpu, cpu.mount-cpu.',
  ),
  meters: z
    .array(z.string().meta({ enum: [...meters] }))
    .min(1)
    .describe('The meters that this price applies to.'),
  match: match
    .optional()
    .describe(
      'Conditions of the SKU; all of them must match. If several SKUs match, the one with the most conditions applies. Default: it matches everything.',
    ),
  unit: z
    .string()
    .meta({ enum: units })
    .describe('The unit of the price, such as Core-Hours. It must be a unit of the meters.'),
  tierScope: z
    .enum(['org', 'gvc', 'resource'])
    .optional()
    .describe(
      'With tiers: which units count together: those of the org, of each GVC, or of each resource (workload or volume set). Each billing period counts from 0. Default: org.',
    ),
  prices: z
    .array(price)
    .min(1)
    .describe('The prices in order of time, without overlaps, and without gaps in the time of a run.'),
});

const invoice = z.strictObject({
  rounding: z
    .enum(['half-up', 'half-even', 'none'])
    .optional()
    .describe('How the total of an invoice is rounded, once, to the smallest unit of the currency. Default: half-up.'),
  dueDays: z.int().min(0).optional().describe('Days until an invoice is due, 0 or more. Default: 14.'),
});

const credit = z.strictObject({
  id: id.describe('The id of the credit, unique within its org.'),
  org,
  amount: decimal('an amount', '25.00').describe(
    'The total amount of the credit: a decimal in quotes, above 0, with at most 9 digits after the point.',
  ),
  from: wholeHour.describe(
    'The start of the credit, included, on a whole hour in UTC. The credit pays invoices with simulated time between from and until.',
  ),
  until: wholeHour.describe('The end of the credit, excluded, on a whole hour in UTC.'),
});

const tax = z.strictObject({
  id: id.describe('The id of the tax, unique within its org.'),
  org,
  rate: decimal('a rate', '0.20').describe(
    'The tax rate on the amount after credits: a decimal in quotes, 0 or more; "0.20" is 20 %.',
  ),
});

export const pricebookShape = z
  .strictObject({
    kind: z.literal('pricebook').describe('Always pricebook.'),
    name: z.string().min(1).describe('The name of the price book; reports print it.'),
    notice: z.string().optional().describe('A note that is printed beside every total.'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'expected an ISO 4217 code of three capital letters')
      .describe('The ISO 4217 code of the currency of the whole book: USD.'),
    issuer: z.string().min(1).describe('The issuer of the invoices.'),
    invoice: invoice.optional().describe('How invoices are rounded and when they are due.'),
    metering: z
      .strictObject({
        ...policy,
        perMeter: z
          .record(z.string(), z.strictObject(policy))
          .optional()
          .describe('Policies of single meters, by name. Keys that are left out are those of the general policy.'),
      })
      .optional()
      .describe('How the length of a run (the life of a replica, a volume or a mount) is counted. Default: exactly.'),
    skus: z.array(sku).min(1).describe('The SKUs: the prices of the meters.'),
    credits: z
      .array(credit)
      .optional()
      .describe('Credits. They pay for usage first, each until it is used up, in the order of from, then of id.'),
    tax: z.array(tax).optional().describe('Taxes. Each is a share of the full amount that is left after credits.'),
  })
  .describe('A price book: the price of each meter per unit, for which resources, and from when on.');

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

/** The keys that are allowed at a path of the document; indexes are numbers. */
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

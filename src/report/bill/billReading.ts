/**
 * Reads `bill.json` back. It checks every field that svcsim uses, so an edited file is reported as such and not as a
 * bug.
 */

import * as z from 'zod';
import { instantFromIso } from '../../engine/time.ts';
import { placedIssue } from '../../platform/api/schemas/schemaIssue.ts';
import { meters } from '../../rules/meterNames.ts';
import { resolveAssumptions } from '../../rules/resolveAssumptions.ts';
import type { Bill } from './billDocument.ts';

/** Parses the text of a bill; returns the bill, or a sentence that says what is wrong. */
export function readBill(text: string): { readonly bill: Bill } | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'it is not valid JSON' };
  }
  const found = billShape.safeParse(value);
  if (!found.success) return { problem: placedIssue(found.error) };
  // As it was written: what the shape does not know belongs to it, too.
  const bill = value as Bill;
  const problem = foreignRow(bill) ?? foreignAssumption(bill);
  return problem === null ? { bill } : { problem };
}

/** Lines name rows of the bill, each row has its number for a name. */
function foreignRow({ usage, invoices }: Bill): string | null {
  const wrong = usage.findIndex(({ id }, index) => id !== `u${index + 1}`);
  if (wrong !== -1) return `usage.${wrong}.id: expected u${wrong + 1}, as rows are numbered`;
  for (const { id, lines } of invoices) {
    for (const line of lines) {
      const row = line.kind === 'usage' ? line.rows.find((one) => !(Number(one.slice(1)) <= usage.length)) : undefined;
      if (row !== undefined) return `a line of ${id} names ${row}, which is not a row of the bill`;
    }
  }
  return null;
}

function foreignAssumption({ assumptions }: Bill): string | null {
  const [finding] = resolveAssumptions(assumptions, 'measured').findings;
  return finding === undefined ? null : `${finding.path.join('.')}: ${finding.message}`;
}

const dated = (text: string): boolean => typeof instantFromIso(text) === 'number';

const amount = z
  .string('expected an amount such as "0.05"')
  .regex(/^-?\d+(\.\d+)?$/, 'expected an amount such as 0.05');
const instant = z.string().refine(dated, 'expected a date such as 2026-11-01T00:00:00Z');
const rowId = z.string().regex(/^u[1-9]\d*$/, 'expected the id of a usage row, such as u1');
const whole = z.int().min(0);
const periodName = z
  .string()
  .refine((text) => dated(`${text}${'-01'.slice(0, 10 - text.length)}`.padEnd(13, 'T00').concat(':00:00Z')), {
    error: 'expected a month, a day or an hour such as 2026-11',
  });
const skuPriceId = z
  .string()
  .refine(
    (text) => dated(/^.+\/([^/]+)\/t\d+$/.exec(text)?.[1] ?? ''),
    'expected a price such as cpu/2027-01-01T00:00:00Z/t0',
  );

const balance = z.object({ before: amount, after: amount });

const policy = z.object({
  granularity: z.int().min(1),
  minimum: whole,
  roundUp: z.boolean(),
  align: z.enum(['run', 'clock']),
});

const usageRow = z.object({
  id: rowId,
  org: z.string(),
  gvc: z.string(),
  resource: z.string(),
  workloadType: z.string().nullable(),
  location: z.string(),
  provider: z.string(),
  locationType: z.enum(['hosted', 'byok']),
  container: z.string().nullable(),
  volumeIndex: whole.nullable(),
  replicaIndex: whole.optional(),
  zone: z.string().optional(),
  performanceClass: z.string().nullable(),
  meter: z.enum(meters),
  period: periodName,
  quantity: amount,
  unit: z.string(),
  surplus: amount,
  pricingQuantity: amount.nullable(),
  pricingUnit: z.string().nullable(),
  skuPriceId: skuPriceId.nullable(),
  listCost: amount.nullable(),
  cost: amount.nullable(),
  tags: z.record(z.string(), z.string()),
  events: z.array(z.tuple([whole, whole.nullable()])).optional(),
});

const line = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('usage'),
    meter: z.enum(meters),
    skuPriceId,
    surplus: z.boolean(),
    quantity: amount,
    unit: z.string(),
    listPrice: amount,
    contractedPrice: amount,
    tier: whole,
    bounds: z.object({ above: amount, upTo: amount.nullable(), scope: z.enum(['org', 'gvc', 'resource']) }).optional(),
    cost: amount,
    share: amount,
    rows: z.array(rowId),
  }),
  z.object({ kind: z.literal('credit'), id: z.string(), cost: amount, balance }),
  z.object({ kind: z.literal('tax'), id: z.string(), rate: amount, cost: amount, base: amount }),
  z.object({
    kind: z.literal('adjustment'),
    cost: amount,
    exact: amount,
    rounding: z.enum(['half-up', 'half-even']),
    digits: whole,
  }),
]);

const unitCosts = z.object({
  gvc: z.string().nullable(),
  resource: z.string().nullable(),
  cost: amount,
  perMillionRequests: amount.nullable(),
  perSuccessfulExecution: amount.nullable(),
  perStoredGBMonth: amount.nullable(),
  perReplicaHour: amount.nullable(),
  requests: amount.nullable(),
  successfulExecutions: whole.nullable(),
  storedGBMonths: amount.nullable(),
  replicaSeconds: amount.nullable(),
});

const billShape = z.object({
  schema: z.literal('svcsim/bill/1'),
  book: z.object({ name: z.string(), hash: z.string(), notice: z.string().nullable() }),
  currency: z.string(),
  assumptions: z.record(z.string(), z.unknown()),
  horizon: z.object({ start: instant, end: instant }),
  metering: z.object({ policy, perMeter: z.partialRecord(z.enum(meters), policy) }),
  grain: z.enum(['hour', 'day', 'month']),
  meters: z.array(z.enum(meters)),
  totals: z.array(
    z.object({
      meter: z.enum(meters),
      quantity: amount,
      unit: z.string(),
      surplus: amount,
      base: z.string().regex(/^\d+$/, 'expected digits'),
    }),
  ),
  usage: z.array(usageRow),
  invoices: z.array(
    z.object({
      id: z.string(),
      org: z.string(),
      period: periodName,
      partial: z.boolean(),
      lines: z.array(line),
      usageTotal: amount,
      credits: amount,
      tax: amount,
      rounding: amount,
      payable: amount,
    }),
  ),
  unitCosts: z.array(unitCosts).optional(),
  extrapolated: z
    .array(
      z.object({
        invoice: z.string(),
        period: periodName,
        simulatedMs: whole,
        monthMs: whole,
        usageTotal: amount,
        extrapolatedUsage: amount,
      }),
    )
    .optional(),
});

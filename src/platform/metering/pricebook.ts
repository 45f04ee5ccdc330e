/**
 * The price book: the price of one unit of each meter, by match and by time. It is read once from a document; no price
 * is a float.
 */

import { sha256Hex } from '../../engine/digest.ts';
import { parseDuration } from '../../rules/duration.ts';
import type { Finding } from '../../rules/finding.ts';
import type { Meter } from '../../rules/meterNames.ts';
import { readCredits, readTaxes } from './credit.ts';
import { isMeter } from './meters.ts';
import { exactMetering, type Metering, type MeteringPolicy, presets } from './policy.ts';
import { type PricebookParts, soundParts } from './pricebookParts.ts';
import { type PolicyDocument, type PricebookDocument, pricebookShape } from './pricebookShape.ts';
import { Notes } from './priceNotes.ts';
import type { PriceBook } from './prices.ts';
import { readSkus } from './sku.ts';

/**
 * Reads a price book and collects all findings, each with its path in the document.
 *
 * @returns `book` is null exactly if there is an error among the findings
 */
export function parsePriceBook(doc: unknown): { readonly book: PriceBook | null; readonly findings: Finding[] } {
  const notes = new Notes();
  const shape = pricebookShape.safeParse(doc);
  if (!shape.success) {
    for (const issue of shape.error.issues) notes.issue(issue, doc);
    readParts(soundParts(doc, shape.error.issues), notes);
    return { book: null, findings: notes.findings };
  }
  const document = shape.data;
  notes.currency(document.currency);
  const book: PriceBook = {
    name: document.name,
    notice: document.notice ?? null,
    currency: document.currency,
    issuer: document.issuer,
    invoice: { rounding: document.invoice?.rounding ?? 'half-up', dueDays: document.invoice?.dueDays ?? 14 },
    ...readParts(document, notes),
    hash: sha256Hex(canonical(doc)),
  };
  return { book: notes.hasError ? null : book, findings: notes.findings };
}

function readParts(
  { metering, skus, credits = [], tax = [] }: PricebookParts | PricebookDocument,
  notes: Notes,
): Pick<PriceBook, 'metering' | 'skus' | 'credits' | 'tax'> {
  return {
    metering: readMetering(metering, notes),
    skus: readSkus(skus, notes),
    credits: readCredits(credits, notes),
    tax: readTaxes(tax, notes),
  };
}

function readMetering(given: PricebookDocument['metering'], notes: Notes): Metering {
  if (given === undefined) return exactMetering;
  const { perMeter: exceptions = {}, ...whole } = given;
  const policy = readPolicy(whole, presets.exact, ['metering'], notes);
  const perMeter: { [meter in Meter]?: MeteringPolicy } = {};
  for (const [meter, one] of Object.entries(exceptions)) {
    const path = ['metering', 'perMeter', meter];
    if (isMeter(meter)) perMeter[meter] = readPolicy(one, policy, path, notes);
    else notes.error(path, `meter ${meter} does not exist`, true);
  }
  return { policy, perMeter };
}

/** A preset, or `base`, with the settings beside it. */
function readPolicy(
  given: PolicyDocument,
  base: MeteringPolicy,
  path: readonly (string | number)[],
  notes: Notes,
): MeteringPolicy {
  const preset: MeteringPolicy = given.preset === undefined ? base : presets[given.preset];
  const length = (key: 'granularity' | 'minimum', least: number): number => {
    const text = given[key];
    if (text === undefined) return preset[key];
    const found = parseDuration(text);
    if (found !== null && found >= least) return found;
    notes.error([...path, key], `expected a duration of at least ${least}ms, such as 60s; found ${text}`);
    return preset[key];
  };
  return {
    granularity: length('granularity', 1),
    minimum: length('minimum', 0),
    roundUp: given.roundUp ?? preset.roundUp,
    align: given.align ?? preset.align,
  };
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, one]) => one !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join()}}`;
}

/**
 * The valid parts of a price book in which others have a wrong shape: they are still checked, so all errors are
 * reported at once.
 */
import type * as z from 'zod';
import { isObject } from '../api/document/json.ts';
import type { CreditDocument, PricebookDocument, PriceDocument, SkuDocument, TaxDocument } from './pricebookShape.ts';

/** Lists keep their indexes: null replaces an entry with a wrong shape. */
export interface PricebookParts {
  readonly metering: PricebookDocument['metering'];
  readonly skus: readonly (SkuParts | null)[];
  readonly credits: readonly (CreditDocument | null)[];
  readonly tax: readonly (TaxDocument | null)[];
}

export interface SkuParts extends Omit<SkuDocument, 'prices'> {
  readonly prices: readonly (PriceDocument | null)[];
}

/** The parts of a document without an issue. */
export function soundParts(doc: unknown, issues: readonly z.core.$ZodIssue[]): PricebookParts {
  const paths = issues.map(({ path }) => path.join('.'));
  // An unknown key affects no value.
  const isBroken = (path: string): boolean => paths.some((one) => one === path || one.startsWith(`${path}.`));
  const partsOf = (key: string): readonly unknown[] => {
    const list = isObject(doc) ? Reflect.get(doc, key) : undefined;
    return Array.isArray(list) ? list.map((one: unknown, index) => (isBroken(`${key}.${index}`) ? null : one)) : [];
  };
  const skus = isObject(doc) && Array.isArray(doc['skus']) ? (doc['skus'] as readonly unknown[]) : [];
  return {
    metering: isObject(doc) && !isBroken('metering') ? (doc['metering'] as PricebookDocument['metering']) : undefined,
    skus: skus.map((sku, index) => skuParts(sku, `skus.${index}`, paths)),
    credits: partsOf('credits') as readonly (CreditDocument | null)[],
    tax: partsOf('tax') as readonly (TaxDocument | null)[],
  };
}

/** A SKU in which at most some prices have a wrong shape. */
function skuParts(sku: unknown, path: string, paths: readonly string[]): SkuParts | null {
  const own = paths.filter((one) => one === path || one.startsWith(`${path}.`));
  const ofPrices = new RegExp(`^${path.replaceAll('.', '\\.')}\\.prices\\.\\d+`);
  if (own.some((one) => !ofPrices.test(one))) return null;
  const { prices, ...more } = sku as SkuDocument;
  const isBroken = (index: number): boolean => own.some((one) => ofPrices.exec(one)?.[0] === `${path}.prices.${index}`);
  return { ...more, prices: prices.map((price, index) => (isBroken(index) ? null : price)) };
}

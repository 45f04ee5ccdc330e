/**
 * The price book that is used if none is given, as its author writes it. Every number in it is invented.
 */

const from = '1970-01-01T00:00:00Z';

/** The built-in book as a document: all nine meters, for hosted locations and for own clusters. */
export const exampleDocument = {
  kind: 'pricebook',
  name: 'example-invented',
  notice: 'Invented list prices. Not the prices of any real platform.',
  currency: 'USD',
  issuer: 'Example Hosting',
  invoice: { rounding: 'half-up', dueDays: 14 },
  metering: { preset: 'exact' },
  skus: [
    sku('cpu', ['reserved-cpu', 'mount-cpu', 'mounter-cpu'], 'Core-Hours', '0.0312', '0.0094'),
    sku('memory', ['reserved-memory', 'mount-memory', 'mounter-memory'], 'GiB-Hours', '0.0041', '0.0012'),
    sku('volume', ['volume-capacity'], 'GB-Months', '0.115', '0.02'),
    sku('shared-volume', ['shared-volume-capacity'], 'GB-Months', '0.29', '0.05'),
    sku('mount-egress', ['mounter-egress'], 'GB', '0.081', '0'),
  ].flat(),
};

function sku(id: string, meters: readonly string[], unit: string, hosted: string, byok: string) {
  return [
    { id, meters, match: { locationType: 'hosted' }, unit, prices: [{ from, list: hosted }] },
    { id: `${id}-byok`, meters, match: { locationType: 'byok' }, unit, prices: [{ from, list: byok }] },
  ];
}

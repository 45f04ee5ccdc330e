/** Digits after the point of a currency's smallest coin, where they are not 2 (ISO 4217). */
const unusualDigits: { readonly [digits: string]: string } = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/**
 * How many digits after the point the smallest coin of a currency has.
 *   USD -> 2, JPY -> 0, KWD -> 3
 */
export function minorDigits(currency: string): number {
  const found = Object.entries(unusualDigits).find(([, codes]) => codes.split(' ').includes(currency));
  return found === undefined ? 2 : Number(found[0]);
}

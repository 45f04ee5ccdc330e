/**
 * Currencies (ISO 4217), and the decimals of their minor units.
 */

/** Codes by the number of decimals of the minor unit. */
const codes: { readonly [digits: number]: string } = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD ' +
    'EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD ' +
    'MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD ' +
    'SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const digitsOf: ReadonlyMap<string, number> = new Map(
  Object.entries(codes).flatMap(([digits, all]) => all.split(' ').map((code) => [code, Number(digits)] as const)),
);

/** Every code, in alphabetical order. */
export const currencies: readonly string[] = [...digitsOf.keys()].sort();

/**
 * The number of decimals of a currency's minor unit; 2 for an unknown code.
 *   USD -> 2, JPY -> 0, KWD -> 3
 */
export function minorDigits(currency: string): number {
  return digitsOf.get(currency) ?? 2;
}

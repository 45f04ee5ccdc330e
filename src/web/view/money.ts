/**
 * Amounts of money to the cent or to a few more digits, with all digits on hover.
 */
import { compare, type Decimal, formatDecimal } from '../../platform/metering/decimal.ts';
import { groupedDecimal, moneyText } from '../../report/words/format.ts';
import { h } from './element.ts';

/** Decimals of the parts of a total, so that small ones add up as they are shown: four below 10, else two. */
export function decimalsBeside(total: Decimal): number {
  return compare(total, { coefficient: 10n, scale: 0 }) < 0 ? 4 : 2;
}

/** `12.40`; `<0.01` for a smaller amount that is not 0. */
function shortText(value: Decimal, decimals: number): string {
  const [whole = '', fraction = ''] = moneyText(value, decimals).split('.');
  const text = `${whole}.${fraction.padEnd(decimals, '0')}`;
  if (value.coefficient === 0n || /[1-9]/.test(text)) return text;
  const least = `0.${'1'.padStart(decimals, '0')}`;
  return value.coefficient > 0n ? `<${least}` : `>-${least}`;
}

/** An amount with so many decimals; a title has all of its digits if there are more. */
export function moneyOf(value: Decimal, decimals = 2): HTMLElement {
  const text = shortText(value, decimals);
  const exact = groupedDecimal(formatDecimal(value));
  return h(
    'span',
    {
      class: 'amount',
      title: Number(exact.replaceAll(',', '')) === Number(text.replaceAll(',', '')) ? undefined : exact,
    },
    text,
  );
}

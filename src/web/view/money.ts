/**
 * Amounts of money to the cent, with all digits on hover.
 */
import { type Decimal, formatDecimal } from '../../platform/metering/decimal.ts';
import { groupedDecimal, moneyText } from '../../report/words/format.ts';
import { h } from './element.ts';

/** `12.40`; `<0.01` for a smaller amount that is not 0. */
function centsText(value: Decimal): string {
  const text = moneyText(value);
  if (value.coefficient === 0n || /[1-9]/.test(text)) return text;
  return value.coefficient > 0n ? '<0.01' : '>-0.01';
}

/** An amount to the cent; a title has all of its digits if there are more. */
export function moneyOf(value: Decimal): HTMLElement {
  const text = centsText(value);
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

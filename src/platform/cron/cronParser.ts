/**
 * cron-parser behind one door. It would take the zone and the clock of the machine and draw what `H` stands for: each
 * is given here, and only what the dialect has allowed comes to it.
 */
import { CronExpressionParser } from 'cron-parser';

/** In the order in which an expression of six fields has them. */
const fieldNames = ['second', 'minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const;

export type FieldName = (typeof fieldNames)[number];

const options = { tz: 'UTC', currentDate: '2026-01-01T00:00:00Z', hashSeed: 'svcsim' } as const;

/**
 * When so many elements are remembered, all are forgotten. Expressions of one organization are alike, and each costs a
 * tenth of a millisecond.
 */
const rememberedMax = 4_096;
const remembered = new Map<string, readonly number[]>();

/**
 * The values that an element of a field stands for: `10-40/15` of minutes is 10, 25 and 40.
 *
 * Elements come one by one, since cron-parser refuses lists that name a value twice and days that no month of the
 * expression has; both are lawful (CRON-1).
 *
 * @param element `a-b` or `a-b/step` in digits
 * @throws where cron-parser refuses it
 */
export function valuesOf(field: FieldName, element: string): readonly number[] {
  const key = `${field} ${element}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const expression = fieldNames.map((name) => (name === field ? element : '*')).join(' ');
  const values = CronExpressionParser.parse(expression, options).fields[field].values.map(Number);
  remembered.set(key, values);
  if (remembered.size === rememberedMax) remembered.clear();
  return values;
}

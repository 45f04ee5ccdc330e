/**
 * Values of measures for people: with the unit of the measure, and with as many digits as a comparison needs.
 */
import { isMetric, metrics } from '../../platform/expectation.ts';
import { durationText, exactDurationText, shortNumber } from '../words/format.ts';

type Unit = 'money' | 'count' | 'GB' | 'percent' | 'duration';

/** The unit of a measure: that of its metric. */
export function unitOf(measure: string): Unit {
  const [name = ''] = measure.split(' ');
  return isMetric(name) ? metrics[name].unit : 'money';
}

/**
 * A value with its unit: `765.75 USD`, `99.94 %`, `1.2 GB`, `2h 30m`, `367,575`.
 *
 * @param currency of the price book
 */
export function valueText(measure: string, value: number | null, currency: string): string {
  return value === null ? 'not measured' : withUnit(unitOf(measure), value, currency);
}

/** A difference with its sign: `+0.66 USD`, `-120`; `0` has none. */
export function differenceText(measure: string, value: number | null, currency: string): string {
  if (value === null) return 'not measured';
  const unit = unitOf(measure);
  const text = unit === 'percent' ? pointsText(Math.abs(value)) : withUnit(unit, Math.abs(value), currency);
  return value === 0 ? text : `${value > 0 ? '+' : '-'}${text}`;
}

/** Two bounds of a difference with one unit: `0.60 to 0.72 USD`. */
export function rangeText(measure: string, low: number, high: number, currency: string): string {
  const unit = unitOf(measure);
  if (unit === 'percent') return `${numberText(unit, low)} to ${pointsText(high)}`;
  if (unit === 'duration') return `${withUnit(unit, low, currency)} to ${withUnit(unit, high, currency)}`;
  const [from, to] = [numberText(unit, low), numberText(unit, high)];
  // As many decimals as tell the bounds apart.
  const [least, most] = from === to && low !== high ? [low, high].map((value) => shortNumber(value, 4)) : [from, to];
  return `${least} to ${most}${unitText(unit, currency)}`;
}

/** How far two percentages are apart, in percentage points. */
function pointsText(value: number): string {
  return `${numberText('percent', value)} pp`;
}

function withUnit(unit: Unit, value: number, currency: string): string {
  return `${numberText(unit, value)}${unitText(unit, currency)}`;
}

/** What follows a number; durations have their units in the number, counts none. */
function unitText(unit: Unit, currency: string): string {
  switch (unit) {
    case 'money':
      return ` ${currency}`;
    case 'percent':
      return ' %';
    case 'GB':
      return ' GB';
    case 'duration':
    case 'count':
      return '';
  }
}

function numberText(unit: Unit, value: number): string {
  switch (unit) {
    case 'money': {
      const decimals = value !== 0 && Math.abs(value) < 0.1 ? 4 : 2;
      const [whole = '0', fraction = ''] = shortNumber(value, decimals).split('.');
      return `${whole}.${fraction.padEnd(2, '0')}`;
    }
    case 'percent':
      return shortNumber(value, 4);
    case 'GB':
      return shortNumber(value, 2);
    case 'duration':
      if (value < 0) return `-${numberText(unit, -value)}`;
      return value < 10_000 ? exactDurationText(Math.round(value * 10) / 10) : durationText(value);
    case 'count':
      return shortNumber(value, Math.abs(value) < 100 ? 2 : 0);
  }
}

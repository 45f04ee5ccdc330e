import fc from 'fast-check';

/** A field of a random expression: its text, and the values it means, worked out beside the parser. */
export interface FieldSample {
  readonly text: string;
  readonly values: readonly number[];
  readonly isOpen: boolean;
  readonly hasStar: boolean;
}

export interface ExpressionSample {
  readonly text: string;
  readonly fields: readonly [FieldSample, FieldSample, FieldSample, FieldSample, FieldSample];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

function every(from: number, until: number, step: number): number[] {
  const values: number[] = [];
  for (let value = from; value <= until; value += step) values.push(value);
  return values;
}

function named(value: number, names: readonly string[], from: number, style: number): string {
  const name = names[value - from];
  if (name === undefined || style === 0) return String(value);
  return style === 1 ? name : name.toUpperCase();
}

function element(from: number, until: number, names: readonly string[]): fc.Arbitrary<FieldSample> {
  const value = fc.integer({ min: from, max: until });
  const style = fc.integer({ min: 0, max: 2 });
  const step = fc.integer({ min: 1, max: until + 5 });
  return fc.oneof(
    fc.constantFrom('*', '?').map((text) => ({ text, values: every(from, until, 1), isOpen: true, hasStar: true })),
    fc.tuple(fc.constantFrom('*', '?'), step).map(([star, by]) => ({
      text: `${star}/${by}`,
      values: every(from, until, by),
      isOpen: by === 1,
      hasStar: true,
    })),
    fc.tuple(value, style).map(([one, how]) => ({
      text: named(one, names, from, how),
      values: [one],
      isOpen: false,
      hasStar: false,
    })),
    fc.tuple(value, step).map(([one, by]) => ({
      text: `${one}/${by}`,
      values: every(one, until, by),
      isOpen: false,
      hasStar: false,
    })),
    fc.tuple(value, value, style, fc.option(step, { nil: null })).map(([one, other, how, by]) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      return {
        text: `${named(low, names, from, how)}-${named(high, names, from, how)}${by === null ? '' : `/${by}`}`,
        values: every(low, high, by ?? 1),
        isOpen: false,
        hasStar: false,
      };
    }),
  );
}

function field(from: number, until: number, names: readonly string[] = []): fc.Arbitrary<FieldSample> {
  const open = { text: '*', values: every(from, until, 1), isOpen: true, hasStar: true };
  const list = fc.array(element(from, until, names), { minLength: 1, maxLength: 3 }).map((elements) => ({
    text: elements.map(({ text }) => text).join(','),
    values: [...new Set(elements.flatMap(({ values }) => values))].sort((a, b) => a - b),
    isOpen: elements.some(({ isOpen }) => isOpen),
    hasStar: elements.some(({ hasStar }) => hasStar),
  }));
  return fc.oneof({ weight: 1, arbitrary: fc.constant(open) }, { weight: 2, arbitrary: list });
}

/** Expressions of the five-field dialect. */
export const expressions: fc.Arbitrary<ExpressionSample> = fc
  .tuple(field(0, 59), field(0, 23), field(1, 31), field(1, 12, months), field(0, 6, weekdays))
  .map((fields) => ({ text: fields.map(({ text }) => text).join(' '), fields }));

/** Instants from 1970 to 2090, to the millisecond. */
export const instants = fc.integer({ min: 0, max: Date.UTC(2090, 0, 1) });

/**
 * The expression in words that any cron library reads alike: open fields as `*`, all others as lists of values.
 * An open day field beside a restricted one stays `*`, so that the libraries' own day rule is the one under test.
 */
export function spelledOut({ fields }: ExpressionSample): string {
  return fields.map((one) => (one.isOpen ? '*' : one.values.join(','))).join(' ');
}

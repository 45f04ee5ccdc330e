/**
 * The figures of a run as plain numbers by name, so that another thread can send them, and back.
 */
import type { Decimal } from '../../platform/metering/decimal.ts';
import { aboutText } from '../../report/verdict/expectationText.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { numberOf } from './figures.ts';
import type { Figures } from './question.ts';

/** Values as a `Runner` returns them. */
interface NamedValues {
  readonly [name: string]: number | null;
}

interface Numbers {
  [name: string]: number;
}

/** The measure that asks a run for its figures. */
export const figuresMeasure = { kind: 'figures', name: 'figures' } as const;

/** As `figuresMeasure`, with all texts: the figures from its values are those of the run to the last letter. */
export const tellingFigures = { ...figuresMeasure, isTelling: true } as const;

/** Digits of the cost that one number holds exactly. */
const limb = 1_000_000_000_000n;

const mapsOfNumbers = ['problems', 'cases', 'latencies', 'atOnce'] as const;

/**
 * All values begin with the name of the measure: `figures cost`, `figures problems shop/workload/api: failed requests`.
 */
export function figureValues(figures: Figures, { name } = figuresMeasure): NamedValues {
  const values: Numbers = {
    [`${name} cost`]: numberOf(figures.cost),
    [`${name} length`]: figures.length,
    ...exactValues(name, figures.cost),
  };
  for (const [index, { pass, isMeasured }] of figures.expectations.entries()) {
    values[`${name} passes ${index}`] = Number(pass);
    values[`${name} measured ${index}`] = Number(isMeasured);
  }
  for (const map of mapsOfNumbers) for (const [key, value] of figures[map]) values[`${name} ${map} ${key}`] = value;
  for (const what of figures.shortages.keys()) values[`${name} shortages ${what}`] = 1;
  return values;
}

/** What a value whose name is a text begins with. */
const toldName = `${figuresMeasure.name} told `;

/** The texts of figures: values are numbers, so the name of one is all of them. */
export function toldValues({ expectations, shortages }: Figures): NamedValues {
  const told: Told = { expectations: expectations.map(({ message }) => message), shortages: [...shortages] };
  return { [`${toldName}${JSON.stringify(told)}`]: 1 };
}

/** Texts of figures. */
interface Told {
  readonly expectations: readonly string[];
  readonly shortages: readonly (readonly [what: string, finding: string])[];
}

/** The figures of a run from the values of `tellingFigures`. */
export function toldFigures(values: NamedValues, scenario: Pick<Scenario, 'expect'>): Figures {
  const name = Object.keys(values).find((one) => one.startsWith(toldName));
  if (name === undefined) throw new Error('a run that was not asked for its texts');
  const told: Told = JSON.parse(name.slice(toldName.length));
  const figures = figuresFrom(values, scenario);
  return {
    ...figures,
    expectations: figures.expectations.map((one, index) => ({ ...one, message: told.expectations[index] ?? '' })),
    shortages: new Map(told.shortages),
  };
}

/**
 * The figures of a run from its values. Messages of expectations and shortages are those of their subject alone: the
 * numbers of the run are not among its values.
 *
 * @throws on values that `figureValues` did not make
 */
export function figuresFrom(
  values: NamedValues,
  { expect }: Pick<Scenario, 'expect'>,
  { name } = figuresMeasure,
): Figures {
  const of = (key: string): number => {
    const value = values[`${name} ${key}`];
    if (value == null) throw new Error(`a run has no ${name} ${key}`);
    return value;
  };
  const mapOf = (map: string): Map<string, number> => {
    const prefix = `${name} ${map} `;
    return new Map(
      Object.entries(values).flatMap(([key, value]) =>
        key.startsWith(prefix) ? [[key.slice(prefix.length), value ?? 0] as const] : [],
      ),
    );
  };
  return {
    cost: exactCost(of),
    length: of('length'),
    expectations: expect.map((expectation, index) => ({
      expectation,
      pass: of(`passes ${index}`) === 1,
      isMeasured: of(`measured ${index}`) === 1,
      message: aboutText(expectation),
    })),
    problems: mapOf('problems'),
    cases: mapOf('cases'),
    shortages: new Map([...mapOf('shortages').keys()].map((what) => [what, `${what} is too low`])),
    latencies: mapOf('latencies'),
    atOnce: mapOf('atOnce'),
  };
}

/** A cost has more digits than a number: its scale, its sign, and its digits in pieces, the lowest first. */
function exactValues(name: string, { coefficient, scale }: Decimal): Numbers {
  const values: Numbers = {
    [`${name} exact scale`]: scale,
    [`${name} exact sign`]: coefficient < 0n ? -1 : 1,
  };
  let rest = coefficient < 0n ? -coefficient : coefficient;
  let count = 0;
  for (; rest > 0n; rest /= limb) {
    values[`${name} exact ${count}`] = Number(rest % limb);
    count += 1;
  }
  values[`${name} exact count`] = count;
  return values;
}

function exactCost(of: (key: string) => number): Decimal {
  let coefficient = 0n;
  for (let piece = of('exact count') - 1; piece >= 0; piece -= 1)
    coefficient = coefficient * limb + BigInt(of(`exact ${piece}`));
  return { coefficient: BigInt(of('exact sign')) * coefficient, scale: of('exact scale') };
}

/**
 * What the parts of a lesson are read with: the names, the start and the currency of its scenario.
 */
import type { Instant } from '../engine/time.ts';
import type { Path } from '../platform/api/document/json.ts';
import { exampleBook } from '../platform/metering/exampleBook.ts';
import type { ScenarioOfDocument } from '../scenario/parse.ts';
import { type PlacedExpectation, readExpectations } from '../scenario/read/expectation.ts';
import { namesOf } from '../scenario/read/names.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { ScenarioReading } from '../scenario/text/reading.ts';
import type { Tree, TreeMap } from '../scenario/text/tree.ts';

/** What is needed to read the parts of a lesson. */
export interface LessonContext {
  readonly root: TreeMap;
  readonly reading: ScenarioReading;
  readonly start: Instant;
  /** Reads expectations that are in the lesson, as `expect:` of its scenario; those with a problem are left out. */
  readonly expectations: (list: readonly Tree[], path: Path) => readonly PlacedExpectation[];
  /** The scenario with changes as `--set` takes them; null, with a problem at the path, if they do not fit. */
  readonly changed: (set: readonly string[], path: Path) => Scenario | null;
  /** The currency of the bill. */
  readonly currency: string;
}

/**
 * @param root of the lesson's document
 * @param found its scenario, read by the same reading
 * @param readAgain reads the scenario with changes; a text says why they do not fit
 */
export function contextOf(
  root: TreeMap,
  { scenario, root: scenarioRoot }: ScenarioOfDocument,
  reading: ScenarioReading,
  readAgain: (set: readonly string[]) => Scenario | string,
): LessonContext {
  const currency = (scenario.prices ?? exampleBook).currency;
  const expectation = { names: namesOf(scenarioRoot), gbBytes: scenario.assumptions['unit.gb'], currency, reading };
  const expectations: LessonContext['expectations'] = (list, path) => {
    // The reader looks for resources beside `expect`, and says where in the lesson a problem is.
    const expect = [...list];
    const whole: TreeMap = { ...scenarioRoot, expect };
    reading.places.follow(scenarioRoot, whole);
    const origin = reading.places.origin(root, path);
    reading.places.move(whole, 'expect', origin);
    for (const [index, one] of expect.entries())
      if (typeof one === 'object' && one !== null) reading.places.move(expect, index, reading.places.of(one) ?? origin);
    return readExpectations(whole, expectation);
  };
  const changed: LessonContext['changed'] = (set, path) => {
    const found = readAgain(set);
    if (typeof found !== 'string') return found;
    reading.complain(root, path, { code: 'unfit-change', message: `the scenario cannot be changed so: ${found}` });
    return null;
  };
  return { root, reading, start: scenario.start, expectations, changed, currency };
}

/**
 * What is needed to read one study of a scenario file.
 */
import type { Path } from '../../../platform/api/document/json.ts';
import type { ParseOptions } from '../../../scenario/parse.ts';
import { shareOf } from '../../../scenario/read/comparison.ts';
import type { ExpectationContext } from '../../../scenario/read/expectationContext.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import { shown } from '../../../scenario/shape/shape.ts';
import type { Complaint } from '../../../scenario/text/problem.ts';
import type { ScenarioReading } from '../../../scenario/text/reading.ts';
import { type Tree, type TreeMap, valueAt } from '../../../scenario/text/tree.ts';

/** A study in its document. All paths are relative to the study. */
export class StudyContext {
  readonly root: TreeMap;
  readonly name: string;
  /** The text of the scenario's own file, and what it is read with. */
  readonly text: string;
  readonly options: ParseOptions;
  /** Without the changes of a plan. */
  readonly scenario: Scenario;
  readonly comparisons: ExpectationContext;

  constructor(name: string, given: Pick<StudyContext, 'root' | 'text' | 'options' | 'scenario' | 'comparisons'>) {
    this.name = name;
    this.root = given.root;
    this.text = given.text;
    this.options = given.options;
    this.scenario = given.scenario;
    this.comparisons = given.comparisons;
  }

  get reading(): ScenarioReading {
    return this.comparisons.reading;
  }

  /** The path in the document. */
  at(path: Path): Path {
    return ['studies', this.name, ...path];
  }

  value(path: Path): Tree | undefined {
    return valueAt(this.root, this.at(path));
  }

  complain(path: Path, complaint: Complaint): null {
    this.reading.complain(this.root, this.at(path), complaint);
    return null;
  }

  nearest(word: string, names: readonly string[]): string | null {
    const guess = this.reading.nearest(word, names);
    return guess === null ? null : `did you mean '${guess}'?`;
  }

  /** A percentage as a share above 0 and below 1; if it is absent or wrong (a problem), the default. */
  percentage(path: Path, byDefault: number): number {
    const given = this.value(path);
    if (given === undefined) return byDefault;
    const share = typeof given === 'string' ? shareOf(given) : null;
    if (share !== null && share > 0 && share < 1) return share;
    this.complain(path, {
      code: 'wrong-value',
      message: `expected a percentage between 0% and 100%, both excluded, such as 95%, found ${shown(given)}`,
    });
    return byDefault;
  }
}

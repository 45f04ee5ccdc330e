/** Why a query selects nothing: a value that no line has. */
import { nearest } from '../../rules/units.ts';
import type { LabelName, LogLine } from './line.ts';
import type { LogQuery } from './query.ts';

/** Labels of few values; a run may have millions of replicas. */
const few: ReadonlySet<LabelName> = new Set(['gvc', 'workload', 'container', 'location', 'provider', 'stream']);

/** Looks at every line, and says in the end which of the values asked for none of them has. */
export class UnmetValues {
  private readonly asked: readonly { readonly label: LabelName; readonly value: string }[];
  private readonly met: Map<LabelName, Set<string>> = new Map();

  private hasLines = false;

  constructor({ matchers }: LogQuery) {
    this.asked = matchers.filter(({ label, operator, value }) => operator === '=' && value !== '' && few.has(label));
    for (const { label } of this.asked) this.met.set(label, new Set());
  }

  look({ labels }: LogLine): void {
    this.hasLines = true;
    for (const [label, values] of this.met) values.add(labels[label]);
  }

  /** A sentence for each value that no line had: `no line has workload="wab"; did you mean 'web'?` */
  sentences(): readonly string[] {
    if (!this.hasLines) return ['the run writes no log lines'];
    return this.asked.flatMap(({ label, value }) => {
      const values = this.met.get(label);
      if (values === undefined || values.has(value)) return [];
      const guess = nearest(value, [...values]);
      return [`no line has ${label}="${value}"${guess === null || guess === '' ? '' : `; did you mean '${guess}'?`}`];
    });
  }
}

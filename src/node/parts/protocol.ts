/** What the threads of a run are asked, and what they answer. */
import type { CycleEvent } from '../../engine/standstill.ts';
import type { Instant } from '../../engine/time.ts';
import type { PartOptions } from '../../experiment/parts/partRun.ts';
import type { DrawnParts } from '../../report/fold/page/pageChronicle.ts';
import type { Scenario } from '../../scenario/scenario.ts';

/** What a thread is started with. */
export interface PartWork {
  readonly scenario: Scenario;
  readonly options: PartOptions;
}

/** Asked one at a time. */
export type PartQuestion =
  | { readonly ask: 'begin'; readonly drawn: ReadonlySet<string> | null }
  | { readonly ask: 'forgetEntries' | 'countLoads' }
  | { readonly ask: 'end'; readonly drawn: DrawnParts }
  | { readonly ask: 'advance'; readonly until: Instant }
  | { readonly ask: 'number'; readonly firsts: Float64Array };

/** One of both. */
export interface PartAnswer {
  readonly answer?: unknown;
  readonly failure?: {
    readonly stack?: string;
    readonly standstill?: {
      readonly at: Instant;
      readonly subject: string;
      readonly cycle: readonly CycleEvent[];
      readonly eventsMax: number;
    };
  };
}

/**
 * A sentence that answers a question of the reader, as data of the page.
 */

import type { TimeFrame } from '../picture/columns.ts';

export interface PageAnswer {
  /** `good`: what held. */
  readonly severity: 'error' | 'warning' | 'good' | 'info';
  readonly kind: 'finding' | 'outage' | 'rollout' | 'scaling' | 'expectations' | 'quiet';
  /** As the journal names it; '' for the run as a whole. */
  readonly subject: string;
  /** A whole sentence without its full stop: `Rollout 1 of shop/web took 68s, never below 8 available`. */
  readonly text: string;
  /** The pattern of the answers that it stands for: `and 17 more like it`; '' if it stands only for itself. */
  readonly more: string;
  /** Places in `summary.findings` of what it tells, its own first; empty if it is about no finding. */
  readonly findings: readonly number[];
  /** Places in `rollouts` of what it tells, its own first; empty if it is about no rollout. */
  readonly rollouts: readonly number[];
  /** The time to zoom to, with room on both sides, within the run; null: all of the run. */
  readonly zoom: TimeFrame | null;
  /** Number of the journal entry that explains it; null: none is known. */
  readonly entry: number | null;
  /** Id of the chart or lane that shows it; null: none does. */
  readonly picture: string | null;
}

/**
 * What the reader looks at. All of it stands in the URL's fragment, so that a link shows what its sender saw and the
 * back button goes back.
 */
import type { Instant } from '../../engine/time.ts';

export const tabs = ['overview', 'time', 'costs', 'capacity', 'journal'] as const;
export type Tab = (typeof tabs)[number];

/** A stretch of time, `until` excluded. */
export interface TimeRange {
  readonly from: Instant;
  readonly until: Instant;
}

export interface View {
  readonly tab: Tab;
  /** null: the whole run. */
  readonly zoom: TimeRange | null;
  /** Resource or place that charts and costs are of, as the journal names it; null: all. */
  readonly of: string | null;
  /** Two dimensions of the bill, joined by `,`; null: as the page begins. */
  readonly pivot: string | null;
  /** What the panel at the side tells of (`opened.ts`); null: it is closed. */
  readonly open: string | null;
}

export const firstView: View = { tab: 'overview', zoom: null, of: null, pivot: null, open: null };

export type ViewChange = Partial<View>;

/** The view now, and whoever wants to know when it is another one. */
export interface Looking {
  readonly view: View;
  /** A step that the back button takes back. */
  go(change: ViewChange): void;
  /** A step in the place of the last one: for what is done many times in a row. */
  amend(change: ViewChange): void;
  /** Called at once, and after each step until a signal is aborted. */
  watch(listener: (view: View) => void, gone: AbortSignal): void;
  /** The address of a view that is this one but for a change. */
  link(change: ViewChange): string;
}

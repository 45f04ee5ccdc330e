/**
 * What the page shows now. The whole view is in the URL's fragment, so a link reopens it and the back button works.
 */
import type { Instant } from '../../engine/time.ts';

export const tabs = ['overview', 'time', 'costs', 'capacity', 'journal'] as const;
export type Tab = (typeof tabs)[number];

/** A period, `until` excluded. */
export interface TimeRange {
  readonly from: Instant;
  readonly until: Instant;
}

export interface View {
  readonly tab: Tab;
  /** null: the whole run. */
  readonly zoom: TimeRange | null;
  /** Resource or subject that charts and costs are limited to, as the journal names it; null: all. */
  readonly of: string | null;
  /** Two dimensions of the pivot table, joined by `,`; null: the default. */
  readonly pivot: string | null;
  /** What the side panel shows (`panelTarget.ts`); null: it is closed. */
  readonly open: string | null;
}

export const firstView: View = { tab: 'overview', zoom: null, of: null, pivot: null, open: null };

export type ViewChange = Partial<View>;

/** The current view, and ways to change and watch it. */
export interface Navigation {
  readonly view: View;
  /** Changes the view; the back button returns to the previous one. */
  go(change: ViewChange): void;
  /** Changes the view without a new entry in the browser's history: for repeated steps such as zooming. */
  replace(change: ViewChange): void;
  /** Calls the listener at once and after each change, until the signal is aborted. */
  watch(listener: (view: View) => void, gone: AbortSignal): void;
  /** The link to the current view with a change. */
  link(change: ViewChange): string;
}

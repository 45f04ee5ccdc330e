/**
 * What every part of the page needs: the data of the run, its entry index, and the navigation.
 */

import type { Instant } from '../../engine/time.ts';
import type { PageData } from '../../report/page/pageData.ts';
import type { EntryIndex } from './entryIndex.ts';
import type { Navigation, Tab, TimeRange } from './view.ts';

export interface Site {
  readonly data: PageData;
  readonly entryIndex: EntryIndex;
  readonly navigation: Navigation;
  readonly run: TimeRange;
  /** Number of GVCs: with more than one, names include the GVC. */
  readonly gvcs: number;
  /** Aborted when the elements made with this site are removed from the page: their listeners end. */
  readonly gone: AbortSignal;
  /** An instant that all pictures mark with a vertical line; absent: none. */
  readonly cursor?: {
    readonly value: Instant;
    /** Calls the listener now and after each move, until the signal is aborted. */
    readonly watch: (listener: () => void, gone: AbortSignal) => void;
  };
}

export interface PagePart {
  readonly tab: Tab;
  readonly title: string;
  /** Called when the part is first shown or printed. */
  readonly make: (site: Site) => Node;
}

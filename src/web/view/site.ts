/**
 * What every part of the page is given: the run's data, its story, and where the reader looks.
 */

import type { PageData } from '../../report/page/pageData.ts';
import type { Story } from './story.ts';
import type { Looking, Tab, TimeRange } from './view.ts';

export interface Site {
  readonly data: PageData;
  readonly story: Story;
  readonly looking: Looking;
  readonly run: TimeRange;
  /** How many gvcs there are: with more than one, names say which. */
  readonly gvcs: number;
  /** Aborted when what was made with it is taken from the page: then it need not listen any more. */
  readonly gone: AbortSignal;
}

export interface PagePart {
  readonly tab: Tab;
  readonly title: string;
  /** Made when it is first looked at, or printed. */
  readonly make: (site: Site) => Node;
}

/** What the search finds: a section of a page. The index is made and read with the same options. */
import type { Options } from 'minisearch';

export interface Entry {
  /** The address from the root of the site: `reference/rules.html#ROLL-3`. */
  readonly id: string;
  readonly title: string;
  /** The title of its page. */
  readonly page: string;
  /** `Reference`; '' of the start page. */
  readonly section: string;
  readonly text: string;
}

export const indexOptions: Options<Entry> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'section', 'text'],
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: true,
    fuzzy: (term) => (term.length > 5 ? 0.15 : false),
    combineWith: 'AND',
  },
};

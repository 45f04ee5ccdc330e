/** A page of the site before it is rendered, and the sections of the site. */

/** The sections, in the order of the navigation; '' is the start page. */
export const sections = ['', 'Tutorials', 'How-to guides', 'Reference', 'Explanation', 'Sources'] as const;
export type Section = (typeof sections)[number];

export interface SitePage {
  /** Where it lies in the site: `reference/rules.html`. */
  readonly path: string;
  readonly title: string;
  readonly section: Section;
  /** One sentence on what the page is for, shown in overviews; '' for none. */
  readonly says: string;
  /** The file of the repository that its links are relative to; null: its links are relative to the site's root. */
  readonly source: string | null;
  readonly format: 'md' | 'html';
  readonly body: string;
  /** Whether the search finds what it says. */
  readonly isSearched: boolean;
}

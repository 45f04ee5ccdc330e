/** The index of the search: one entry a section of a page, as a script that a page can load from a file. */
import MiniSearch from 'minisearch';
import { type Entry, indexOptions } from './browser/entry.ts';
import { plainOf } from './links.ts';
import type { SitePage } from './sitePage.ts';

/** Sections of rendered pages: the text under each heading that has an anchor. @param bodies rendered, by path */
export function entriesOf(pages: readonly SitePage[], bodies: ReadonlyMap<string, string>): readonly Entry[] {
  const searched = pages.filter(({ isSearched }) => isSearched);
  return searched.flatMap((page) => sectionsOf(page, bodies.get(page.path) ?? ''));
}

function sectionsOf(page: SitePage, html: string): Entry[] {
  const pieces = html.split(/(?=<h[1-4] id=")/);
  return pieces.flatMap((piece) => {
    const [, id, inner = ''] = /^<h[1-4] id="([^"]+)">([\s\S]*?)<\/h[1-4]>/.exec(piece) ?? [];
    const text = plainOf(
      piece.replace(/^<h[1-4][\s\S]*?<\/h[1-4]>/, '').replaceAll(/<\/(?:td|th|dt|dd|p|li|summary)>/g, ' '),
    )
      .replaceAll(/\s+/g, ' ')
      .trim();
    if (id === undefined && text === '') return [];
    const url = id === undefined ? page.path : `${page.path}#${id}`;
    const title =
      id === undefined
        ? page.title
        : plainOf(inner.replaceAll(/<span class="tag">[^<]*<\/span>/g, ''))
            .replaceAll(/\s+/g, ' ')
            .trim();
    return [{ id: url, title, page: page.title, section: page.section, text }];
  });
}

/** The script: it sets `svcsimSearch` to the index as JSON. */
export function searchScript(entries: readonly Entry[]): string {
  const index = new MiniSearch<Entry>(indexOptions);
  index.addAll(entries);
  return `window.svcsimSearch = ${JSON.stringify(JSON.stringify(index))};\n`;
}

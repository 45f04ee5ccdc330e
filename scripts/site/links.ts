/** Links of a rendered page: from paths of the repository to paths of the site, relative to the page. */
import { posix } from 'node:path';
import { escaped } from '../../src/report/words/selfContained.ts';
import { anchorOf } from './html.ts';
import type { SitePage } from './sitePage.ts';

const { dirname, join, normalize, relative } = posix;

/** Where the site shows a file of the repository. */
export interface Places {
  /** Pages of the site by the file of the repository that they show. */
  readonly pages: ReadonlyMap<string, string>;
  /** A path of the site for any other file that exists, or null. */
  readonly other: (file: string) => string | null;
}

/** The page with links that work from any folder. Throws if a link of a document leads nowhere. */
export function withRelativeLinks(html: string, page: SitePage, places: Places): string {
  return html.replaceAll(/ (href|src)="([^"]*)"/g, (_, attribute: string, target: string) => {
    return ` ${attribute}="${linkOf(target, page, places)}"`;
  });
}

function linkOf(target: string, page: SitePage, places: Places): string {
  if (/^(?:https?:|#|mailto:|data:)/.test(target)) return target;
  const [path = '', anchor] = target.split('#');
  const end = anchor === undefined ? '' : `#${anchor}`;
  if (path.startsWith('/')) return `${relativeTo(page.path, path.slice(1))}${end}`;
  if (page.source === null) return `${relativeTo(page.path, path)}${end}`;
  const file = normalize(join(dirname(page.source), path)).replace(/\/$/, '');
  const place = places.pages.get(file) ?? places.other(file);
  if (place === null) throw new Error(`${page.source} links to ${target}, which the site does not show`);
  return `${relativeTo(page.path, place)}${end}`;
}

/** From one path of the site to another. */
export function relativeTo(from: string, to: string): string {
  return relative(dirname(from), to);
}

/** Headings without an id get the anchor that GitHub gives them; of equal ones the second gets `-1`. */
export function withAnchors(html: string): string {
  const seen = new Map<string, number>();
  return html.replaceAll(/<h([1-4])>([\s\S]*?)<\/h\1>/g, (_, level: string, inner: string) => {
    const anchor = anchorOf(plainOf(inner));
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return `<h${level} id="${count === 0 ? anchor : `${anchor}-${count}`}">${inner}</h${level}>`;
  });
}

/** Tables and code that are too wide scroll by themselves, with the keyboard too. */
export function withScrolling(html: string): string {
  return html
    .replaceAll('<table>', '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(/<pre(?=[ >])/g, '<pre tabindex="0"');
}

/** Cells after the first one know their column: on a phone the cells of a row are below each other. */
export function withCellHeads(html: string): string {
  return html.replaceAll(/<table>[\s\S]*?<\/table>/g, (table) => {
    const heads = [...table.matchAll(/<th[^>]*>([\s\S]*?)<\/th>/g)].map(([, inner = '']) => escaped(plainOf(inner)));
    return table.replaceAll(/<tr>[\s\S]*?<\/tr>/g, (row) => {
      let column = 0;
      return row.replaceAll(/<td(?=[ >])/g, (cell) => {
        const head = heads[column] ?? '';
        column += 1;
        return column === 1 || head === '' ? cell : `${cell} data-head="${head}"`;
      });
    });
  });
}

/** The text of HTML. */
export function plainOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}

/** What every page has around its body: head, navigation, search, list of its headings. */
import { escaped } from '../../src/report/words/selfContained.ts';
import { plainOf, relativeTo } from './links.ts';
import { overviewPath } from './overviewPages.ts';
import { type SitePage, sections } from './sitePage.ts';

/**
 * Nothing but files of the site: `'self'` where it is served, `file:` where it is opened from a folder. Styles of the
 * page itself are not allowed either.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' file:",
  "style-src 'self' file:",
  "img-src 'self' file:",
  "frame-src 'self' file:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Headings in the list of a page; more are no help. */
const headingsMax = 40;

/** A whole page. @param body HTML with anchors and relative links */
export function framed(page: SitePage, body: string, pages: readonly SitePage[]): string {
  const to = (path: string): string => relativeTo(page.path, path);
  const root = '../'.repeat(page.path.split('/').length - 1);
  const name = page.path === 'index.html' ? 'svcsim' : `${page.title}: svcsim`;
  const contents = contentsHtml(body);
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escaped(name)}</title>
<link rel="stylesheet" href="${to('site.css')}">
<script src="${to('site.js')}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="brand" href="${to('index.html')}">svcsim</a>
<div class="search" role="search">
<label class="hidden" for="search">Search</label>
<input id="search" type="search" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="Search ( / )">
<div class="search-box"><p id="search-status" role="status"></p><div id="results" role="listbox" aria-label="Results" hidden></div></div>
</div>
<button id="menu-button" type="button" aria-expanded="false" aria-controls="menu">Menu</button>
</header>
<div class="columns">
<nav id="menu" aria-label="Site">${menuHtml(page, pages, to)}</nav>
<main id="content">
<article>
<h1>${escaped(page.title)}</h1>
${body}
</article>
</main>
${contents}
</div>
</body>
</html>
`;
}

/** All sections; the pages of the present one. */
function menuHtml(page: SitePage, pages: readonly SitePage[], to: (path: string) => string): string {
  const link = (path: string, title: string): string =>
    `<a href="${to(path)}"${path === page.path ? ' aria-current="page"' : ''}>${escaped(title)}</a>`;
  const items = sections
    .filter((section) => section !== '' && section !== 'Sources')
    .map((section) => {
      const overview = overviewPath(section);
      const own =
        section === page.section ? pages.filter((one) => one.section === section && one.path !== overview) : [];
      const below = own.map(({ path, title }) => `<li>${link(path, title)}</li>`).join('');
      return `<li>${link(overview, section)}${below === '' ? '' : `<ul>${below}</ul>`}</li>`;
    });
  return `<ul>${items.join('')}</ul>`;
}

/** Links to the headings of the second level; '' if there are fewer than three. */
function contentsHtml(body: string): string {
  const headings = [...body.matchAll(/<h2 id="([^"]+)">([\s\S]*?)<\/h2>/g)].slice(0, headingsMax);
  if (headings.length < 3) return '';
  const items = headings.map(([, id, inner = '']) => `<li><a href="#${id}">${escaped(plainOf(inner).trim())}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${items.join('')}</ul></nav>`;
}

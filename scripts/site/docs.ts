/**
 * Builds the documentation: the Markdown files of the repository, lessons, and a reference made from the sources.
 * Eleventy renders the pages; links become relative, so that the site works from a folder.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import Eleventy from '@11ty/eleventy';
import { build } from 'esbuild';
import { documentPages } from './documents.ts';
import { framed } from './frame.ts';
import { courseOf, lessonPages } from './lessonPages.ts';
import { type Places, withAnchors, withCellHeads, withRelativeLinks, withScrolling } from './links.ts';
import { overviewPages, startPage } from './overviewPages.ts';
import { referencePages } from './reference/referencePages.ts';
import { entriesOf, searchScript } from './searchIndex.ts';
import type { SitePage } from './sitePage.ts';
import { sourcePage } from './sourcePages.ts';

/** Folders that hold only pages of the documentation. */
const ownFolders = ['tutorials', 'how-to', 'reference', 'explanation', 'files'];
/** Pictures that pages show: the file of the repository, and its place in the site. */
const pictures: ReadonlyMap<string, string> = new Map([['docs/report.png', 'report.png']]);

/** Writes all pages, the style, the script and the index of the search. @param root of the repository */
export async function buildDocs(folder: string, root: string): Promise<void> {
  for (const own of ownFolders) rmSync(join(folder, own), { recursive: true, force: true });
  const playground = existsSync(join(folder, 'playground.html')) ? 'playground.html' : null;
  const named = [
    ...lessonPages(courseOf(root), { glossary: 'reference/glossary.html', playground }),
    ...referencePages(root),
    ...documentPages(root),
  ];
  const pages = [startPage(playground !== null), ...overviewPages(named), ...named];
  const bodies = await rendered(pages, root);
  const sources = new Map<string, SitePage>();
  const places = placesOf(pages, sources, root);
  const finished = new Map<string, string>();
  const finish = (page: SitePage, html: string): void => {
    const body = withScrolling(withCellHeads(withAnchors(withRelativeLinks(html, page, places))));
    finished.set(page.path, body);
    write(folder, page.path, framed(page, body, pages));
  };
  for (const page of pages) finish(page, bodies.get(page.path) ?? '');
  for (const page of sources.values()) finish(page, page.body);
  write(folder, 'search-index.js', searchScript(entriesOf(pages, finished)));
  await writeAssets(folder, root);
}

/** Where links lead. Files that a page links to get a page of their own. */
function placesOf(pages: readonly SitePage[], sources: Map<string, SitePage>, root: string): Places {
  const known = new Map(pages.flatMap(({ path, source }) => (source === null ? [] : [[source, path] as const])));
  known.set('README.md', 'index.html');
  known.set('lessons', 'tutorials/index.html');
  known.set('src/platform/expectation.ts', 'reference/metrics.html');
  for (const [file, path] of pictures) known.set(file, path);
  return {
    pages: known,
    other: (file) => {
      const page = sources.get(file) ?? sourcePage(root, file);
      if (page !== null) sources.set(file, page);
      return page?.path ?? null;
    },
  };
}

/** The bodies of pages as HTML, by path. Templates are not run over them: a body is what it says. */
async function rendered(pages: readonly SitePage[], root: string): Promise<ReadonlyMap<string, string>> {
  const input = relative(process.cwd(), join(root, 'scripts/site'));
  const eleventy = new Eleventy(`./${input}`, './site', {
    quietMode: true,
    configPath: undefined,
    config: (config) => {
      config.setUseGitIgnore(false);
      config.amendLibrary('md', (library) => library.set({ html: false, linkify: false }));
      for (const { path, format, body } of pages)
        config.addTemplate(`${path.replaceAll('/', '-')}.${format}`, body, { permalink: path });
      return { markdownTemplateEngine: false, htmlTemplateEngine: false };
    },
  });
  const results = await eleventy.toJSON();
  return new Map(
    results.map(({ url, content }) => [url.replace(/^\//, '').replace(/(^|\/)$/, '$1index.html'), content]),
  );
}

async function writeAssets(folder: string, root: string): Promise<void> {
  for (const [file, path] of pictures) copyFileSync(join(root, file), join(folder, path));
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const dark = read('src/web/shell/darkColors.css').replace(':root[data-theme="dark"]', ':root');
  const style = [
    read('src/web/shell/colors.css'),
    `@media (prefers-color-scheme: dark) {\n${dark}}`,
    read('scripts/site/browser/site.css'),
  ];
  write(folder, 'site.css', style.join('\n'));
  await build({
    absWorkingDir: root,
    entryPoints: ['scripts/site/browser/search.ts'],
    outfile: join(folder, 'site.js'),
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    logLevel: 'error',
  });
}

function write(folder: string, path: string, text: string): void {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, text);
}

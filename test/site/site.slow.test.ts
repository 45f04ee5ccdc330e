/** The site that `npm run site` builds: its links lead somewhere, the reference is complete, and the search works. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verbNames } from '../../scripts/site/reference/verbs.ts';
import { metrics } from '../../src/platform/expectation.ts';
import { assumptionNames } from '../../src/rules/assumptions.ts';
import { rules } from '../../src/rules/register.ts';
import { chromiumPath, desktop, phone } from '../web/browser.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'svcsim-site-'));
const built = spawnSync('npm', ['run', '--silent', 'site', '--', folder], { cwd: root, encoding: 'utf8' });

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function text(path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.html') && path !== 'playground.html')
  .sort();

describe('npm run site', () => {
  it('builds without a word', () => {
    expect(built.stderr).toBe('');
    expect(built.status).toBe(0);
    expect(pages).toContain('index.html');
  });

  it('has a page for each lesson', () => {
    const lessons = readdirSync(join(root, 'lessons')).map((name) => `tutorials/${name.replace('.yaml', '.html')}`);
    expect(pages).toEqual(expect.arrayContaining(lessons));
  });

  it('has a page for each document', () => {
    const menus = ['how-to', 'reference', 'explanation'].flatMap((name) => readdirSync(join(folder, name)));
    const documents = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
    // An overview for each of the three sections, and eight pages that are made from the sources.
    const generated = 8;
    expect(menus.length - 3 - generated).toBe(documents.length + ['CHANGELOG.md', 'scenarios/README.md'].length);
  });

  it('links lead to files and anchors that exist', () => {
    const anchors = new Map<string, Set<string>>();
    const anchorsOf = (path: string): Set<string> => {
      const known = anchors.get(path) ?? new Set([...text(path).matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
      anchors.set(path, known);
      return known;
    };
    const broken = pages.flatMap((page) =>
      [...text(page).matchAll(/ (?:href|src)="([^"]*)"/g)].flatMap(([, target = '']) => {
        if (/^https?:/.test(target)) return [];
        const [path = '', anchor] = target.split('#');
        const full = path === '' ? page : relative(folder, resolve(folder, dirname(page), path));
        if (path.startsWith('/') || !existsSync(join(folder, full))) return [`${page}: ${target}`];
        if (anchor === undefined || full === 'playground.html') return [];
        return anchorsOf(full).has(anchor) ? [] : [`${page}: ${target}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  it('gives no anchor twice on one page', () => {
    const twice = pages.flatMap((page) => {
      const ids = [...text(page).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${page}#${id}`);
    });
    expect(twice).toEqual([]);
  });
});

describe('the reference is complete', () => {
  it.each([
    ['rules', rules.map(({ id }) => id)],
    ['assumptions', assumptionNames],
    ['metrics', Object.keys(metrics)],
    ['verbs', verbNames('0').map((name) => name.replaceAll(' ', '-'))],
  ])('%s', (name, expected) => {
    const page = text(`reference/${name}.html`);
    expect(expected.length).toBeGreaterThan(10);
    expect(expected.filter((id) => !page.includes(` id="${id}"`))).toEqual([]);
  });

  it.each([
    ['scenario', ['scenario']],
    ['pricebook', ['pricebook']],
    ['lesson', ['lesson']],
    [
      'reports',
      readdirSync(join(root, 'schema'))
        .map((file) => file.replace('.schema.json', ''))
        .filter((one) => !['scenario', 'pricebook', 'lesson'].includes(one)),
    ],
  ])('keys of %s', (name, schemas) => {
    const page = text(`reference/${name}.html`);
    const shown = [...page.matchAll(/<td><code>([^<]+)<\/code>/g)].map(([, key = '']) => `.${key}`);
    const keys = schemas.flatMap((schema) =>
      keysIn(JSON.parse(readFileSync(join(root, `schema/${schema}.schema.json`), 'utf8'))),
    );
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((key) => !shown.some((one) => one.endsWith(`.${key}`)))).toEqual([]);
  });
});

/** Every key of every object of a schema. */
function keysIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = Object.entries(schema).flatMap(([key, value]) =>
    key === 'properties' ? Object.keys(value as object) : [],
  );
  return [...own, ...Object.values(schema).flatMap(keysIn)];
}

describe.skipIf(chromiumPath === '')('in a browser, opened from a folder', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());

  async function opened(
    path: string,
    { size = desktop as { width: number; height: number }, scheme = 'light' as 'light' | 'dark' } = {},
  ): Promise<{ page: Page; faults: string[] }> {
    const page = await browser.newPage({ viewport: size, colorScheme: scheme });
    const faults: string[] = [];
    page.on('console', (message) => faults.push(message.text()));
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('request', (request) => {
      if (!request.url().startsWith(`file://${folder}/`) && !/^(?:blob|data):/.test(request.url()))
        faults.push(request.url());
    });
    await page.goto(`file://${join(folder, path)}`);
    return { page, faults };
  }

  it('the search finds a key, and the arrows open its result', async () => {
    const { page, faults } = await opened('reference/metrics.html');
    await page.keyboard.press('/');
    await page.keyboard.type('maxSurgeReplicas');
    await page.waitForSelector('#results a');
    expect(await page.textContent('#search-status')).toMatch(/^\d+ results/);
    expect(await page.textContent('#results mark')).toBe('maxSurgeReplicas');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const chosen = page.locator('#results a[aria-selected="true"]');
    expect(await chosen.count()).toBe(1);
    const target = await chosen.evaluate((link: HTMLAnchorElement) => link.href);
    await page.keyboard.press('Enter');
    await page.waitForURL(target);
    expect((await page.textContent('main'))?.toLowerCase()).toContain('maxsurgereplicas');
    expect(faults).toEqual([]);
    await page.close();
  });

  it('a rule is found by its id', async () => {
    const { page } = await opened('index.html');
    await page.fill('#search', 'VOLAUTO-15');
    await page.waitForSelector('#results a');
    const first = page.locator('#results a').first();
    expect(await first.textContent()).toContain('VOLAUTO-15');
    expect(await first.getAttribute('href')).toBe('reference/rules.html#VOLAUTO-15');
    await page.close();
  });

  it('the search says that nothing was found', async () => {
    const { page } = await opened('tutorials/02-a-rollout.html');
    await page.fill('#search', 'xyzzyplugh');
    await page.waitForSelector('#search-status.is-empty');
    expect(await page.textContent('#search-status')).toContain('Nothing found for "xyzzyplugh"');
    expect(await page.locator('#results a').count()).toBe(0);
    await page.close();
  });

  it('a phone opens and closes the menu', async () => {
    const { page } = await opened('reference/rules.html', { size: phone });
    const link = page.locator('#menu a', { hasText: 'Assumptions' });
    expect(await link.isVisible()).toBe(false);
    await page.click('#menu-button');
    expect(await link.isVisible()).toBe(true);
    await page.click('#menu-button');
    expect(await link.isVisible()).toBe(false);
    await page.close();
  });

  const looked = ['index.html', 'reference/metrics.html', 'tutorials/02-a-rollout.html', 'how-to/planners.html'];
  const ways = [desktop, phone].flatMap((size) => (['light', 'dark'] as const).map((scheme) => ({ size, scheme })));
  const cases = looked.flatMap((path) => ways.map((way) => ({ path, ...way, width: way.size.width })));

  it.each(cases)('axe finds nothing: $path, $width pixels, $scheme', async ({ path, size, scheme }) => {
    const { page, faults } = await opened(path, { size, scheme });
    expect(faults).toEqual([]);
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widest).toBeLessThanOrEqual(size.width);
    await page.evaluate(readFileSync(join(root, 'node_modules/axe-core/axe.min.js'), 'utf8'));
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: AxeViolation[] }> } };
      const { violations } = await axe.run({ iframes: false });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
    });
    expect(found).toEqual([]);
    await page.close();
  });
});

interface AxeViolation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

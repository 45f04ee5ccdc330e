/** The page in a real browser, opened from a file as a reader does. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

/** '' where there is none: then nothing can be tested, and a word says so. */
export const chromiumPath: string = ['chromium', 'chromium-browser', 'google-chrome']
  .map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim())
  .reduce((found, path) => (found === '' ? path : found), '');

const quiet = ['gpu', 'quic', 'background-networking', 'component-update', 'sync'].map((name) => `--disable-${name}`);

export const desktop = { width: 1280, height: 900 } as const;
export const phone = { width: 390, height: 844 } as const;

export interface Shown {
  readonly page: Page;
  /** Everything that a page must not do: errors, words on the console, requests for anything but itself. */
  readonly faults: string[];
}

export class Readers {
  private readonly folder = mkdtempSync(join(tmpdir(), 'svcsim-page-'));
  private browser: Browser | null = null;

  /** Where the page of a run lies. */
  file(name: string, html: string): string {
    const path = join(this.folder, `${name}.html`);
    writeFileSync(path, html);
    return path;
  }

  async open(
    path: string,
    {
      fragment = '',
      size = desktop as { readonly width: number; readonly height: number },
      scheme = 'light' as 'light' | 'dark',
    } = {},
  ): Promise<Shown> {
    this.browser ??= await chromium.launch({
      executablePath: chromiumPath,
      args: ['--headless', '--no-sandbox', '--no-first-run', ...quiet],
    });
    // axe must be let in, where the page's policy lets nobody in: only then is it set aside, and `faults` of others
    // tell of it.
    const page = await this.browser.newPage({ viewport: size, colorScheme: scheme });
    const faults: string[] = [];
    page.on('console', (message) => faults.push(message.text()));
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('request', (request) => {
      if (!request.url().startsWith('file:') || request.url().split('#')[0] !== `file://${path}`)
        faults.push(request.url());
    });
    await page.goto(`file://${path}${fragment === '' ? '' : `#${fragment}`}`);
    await page.waitForSelector('main section:not(.is-away) *');
    return { page, faults };
  }

  async close(): Promise<void> {
    await this.browser?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

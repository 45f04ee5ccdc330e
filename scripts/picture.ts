/**
 * Takes the picture of the report page that README shows: `docs/report.png`.
 *
 *   npm run picture        after a change of the page; needs Debian's `chromium`, and `npm run bundle` before
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const scenario = 'scenarios/tour/02-a-rollout.yaml';
/** The first screen of the page, in a window in which README can show it legibly. */
const fragment = '#/overview';
const size = { width: 1100, height: 760 };

const out = mkdtempSync(join(tmpdir(), 'svcsim-picture-'));
try {
  spawnSync(process.execPath, ['bin/svcsim.js', 'run', scenario, '--out', out, '--quiet'], { cwd: root });
  const executablePath = spawnSync('which', ['chromium'], { encoding: 'utf8' }).stdout.trim();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: size, colorScheme: 'light' });
  await page.goto(`${pathToFileURL(join(out, 'a-rollout', 'report.html')).href}${fragment}`);
  await page.waitForTimeout(1_000);
  await page.screenshot({ path: join(root, 'docs/report.png') });
  await browser.close();
} finally {
  rmSync(out, { recursive: true, force: true });
}

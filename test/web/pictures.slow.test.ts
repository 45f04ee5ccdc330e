import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, desktop, phone, Readers, type Shown } from './browser.ts';
import { htmlOfScenario } from './pageRun.ts';

describe.runIf(chromiumPath !== '')('charts and lanes in a browser', () => {
  const readers = new Readers();
  const opened: Shown[] = [];
  let badDay = '';
  let database = '';
  let retries = '';

  beforeAll(() => {
    badDay = readers.file('badDay', htmlOfScenario('tour/06-a-bad-day'));
    database = readers.file('database', htmlOfScenario('real/database-disk'));
    retries = readers.file('retries', htmlOfScenario('tour/11-retries-make-it-worse'));
  }, 60_000);
  afterEach(async () => {
    const shown = opened.splice(0);
    for (const { page } of shown) await page.close();
    expect(shown.flatMap(({ faults }) => faults)).toEqual([]);
  });
  afterAll(() => readers.close());

  async function open(path: string, options: Parameters<Readers['open']>[1] = {}): Promise<Page> {
    const shown = await readers.open(path, options);
    opened.push(shown);
    return shown.page;
  }
  const unfold = (page: Page): Promise<void> =>
    page.evaluate(() => {
      for (const fold of document.querySelectorAll<HTMLDetailsElement>('.part-time .fold')) fold.open = true;
    });
  const figure = (page: Page, title: string) => page.locator('.part-time figure', { hasText: title }).first();
  const legend = (page: Page, title: string): Promise<string> => figure(page, title).locator('.legend').innerText();

  describe('a zoom that begins between two changes', () => {
    const fragment = 'time;zoom=2026-11-03T01:02:44Z..2026-11-03T09:19:47Z';

    it('has what holds at its left edge: in the scale, in the legend, in the table', async () => {
      const page = await open(badDay, { fragment });
      // 0.145 USD per hour from 01:00:46 to 02:00:01.
      await expect.poll(() => legend(page, 'Total cost')).toMatch(/min – max\s+total\s+0\.118 – 0\.216/);
      await figure(page, 'Total cost').getByRole('button', { name: 'Table' }).click();
      const first = figure(page, 'Total cost').locator('tbody tr').first();
      expect(await first.innerText()).toMatch(/^3 Nov 01:02:44\s+0\.145/);
    });

    it('keeps the greatest value below the top of the picture', async () => {
      // 0.216 USD per hour up to 02:00:46, the first third of the picture, and less after that.
      const page = await open(badDay, { fragment: 'time;zoom=2026-11-03T02:00:26Z..2026-11-03T02:01:30Z' });
      const plot = figure(page, 'Total cost').locator('.u-over');
      await plot.waitFor();
      await page.waitForTimeout(300);
      // The highest pixel of the line of the total, in the accent of the light theme.
      const top = await figure(page, 'Total cost')
        .locator('canvas')
        .evaluate((canvas) => {
          const own = canvas as HTMLCanvasElement;
          const { data } = own.getContext('2d')?.getImageData(0, 0, own.width, own.height) ?? { data: [] };
          for (let i = 0; i < data.length; i += 4)
            if ((data[i] ?? 255) < 60 && (data[i + 2] ?? 0) > 100 && (data[i + 3] ?? 0) > 200)
              return Math.floor(i / 4 / own.width);
          return -1;
        });
      expect(top).toBeGreaterThan(10);
      expect(top).toBeLessThan(40);
    });
  });

  it('all charts tell what holds at one instant, that of the crosshair, and name it', async () => {
    const page = await open(badDay, { fragment: 'time;of=shop/workload/web' });
    await unfold(page);
    const over = figure(page, 'Replicas in aws').locator('.u-over');
    await figure(page, 'Cost').scrollIntoViewIfNeeded();
    await figure(page, 'Cost').locator('.u-over').waitFor();
    expect(await legend(page, 'Replicas in aws')).toMatch(/^min – max/);
    await over.scrollIntoViewIfNeeded();
    const box = await over.boundingBox();
    if (box === null) throw new Error('no chart');
    const heightOf = async (): Promise<number | undefined> => (await figure(page, 'Cost').boundingBox())?.height;
    const height = await heightOf();
    // A sixtieth of 30 h beyond the middle: 15:30.
    await page.mouse.move(box.x + box.width * (0.5 + 1 / 60), box.y + 50);
    await expect.poll(() => legend(page, 'Replicas in aws')).toMatch(/^3 Nov 15:[23]\d\s+desired\s+4\s+ready\s+4/);
    const times = await page.locator('.part-time .when').allInnerTexts();
    expect(new Set(times).size).toBe(1);
    expect(await heightOf()).toBe(height);
    expect(await legend(page, 'Cost')).toMatch(/total\s+0\.0706/);
  });

  it('the keyboard goes from change to change and says what holds then', async () => {
    const page = await open(badDay, { fragment: 'time;of=shop/volumeset/event-data' });
    await figure(page, 'Volume 0').locator('.u-over').waitFor();
    await figure(page, 'Volume 0').locator('.plot').focus();
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight');
    const said = await page.locator('#voice').innerText();
    expect(said).toMatch(/^3 Nov 0\d:\d\d: used \d/);
    const [time = ''] = /3 Nov \d\d:\d\d/.exec(said) ?? [];
    await expect.poll(() => legend(page, 'Volume 0')).toContain(time);
  });

  describe('everything over time', () => {
    it('a workload stands with its volumes, of two that are alike there is one', async () => {
      const page = await open(database, { fragment: 'time' });
      const heads = page.locator('.part-time .group');
      expect(await heads.allInnerTexts()).toEqual([
        expect.stringMatching(/^db\s*workload with volume set data\s*259\.81 USD/),
        'Whole run',
      ]);
      await unfold(page);
      const titles = await page.locator('.part-time figcaption h3').allInnerTexts();
      expect(titles.filter((title) => title.startsWith('Volume '))).toEqual([
        'Volume 0 of shop/data in aws-us-east-1 (1 similar not shown)',
        'Volume 0 of shop/data in aws-us-east-1 (1 similar not shown)',
      ]);
    });

    it('what never changes is a sentence, and what succeeds and how long it takes is drawn', async () => {
      const page = await open(retries, { fragment: 'time;of=shop/workload/eager' });
      await unfold(page);
      expect(await page.locator('.constant').innerText()).toContain('constant: desired 1, ready 1, billed 1');
      const requests = page.locator('.part-time figure', {
        has: page.getByRole('heading', { name: /^Individual requests/ }),
      });
      expect(await requests.first().locator('.legend').innerText()).toMatch(/offered[\s\S]*succeeded[\s\S]*failed/);
      expect(await legend(page, 'Latency')).toMatch(/p50[\s\S]*p99/);
    });

    it('signs and bars of a lane are unlike: what may not grow, what is full', async () => {
      const page = await open(badDay, { fragment: 'time;of=shop/volumeset/event-data' });
      const lane = page.locator('.part-time figure', { has: page.locator('.lane') }).first();
      const keys = lane.locator('.legend .key');
      const looks = await keys.evaluateAll((all) => all.map((key) => key.querySelector('svg')?.innerHTML ?? ''));
      expect(looks.length).toBe(6);
      expect(new Set(looks).size).toBe(looks.length);
    });
  });

  it.each(['', 'costs'])('a run of a day has its costs by the hour: #%s', async (fragment) => {
    const page = await open(badDay, { fragment });
    const chart = page.locator('section:not(.is-away) figure', { hasText: 'Total cost' });
    expect(await chart.locator('.unit').innerText()).toBe('USD per hour');
    await chart.locator('.u-over').waitFor();
  });

  it('the day that the panel tells of is marked among the bars', async () => {
    const page = await open(database, { fragment: 'costs;open=day/2026-11-14' });
    await expect.poll(() => page.locator('.part-costs .is-open').count()).toBe(1);
    expect(await page.locator('.part-costs .is-open title').textContent()).toContain('14 Nov');
  });

  it('on a phone the chosen one is in sight among the choices', async () => {
    const page = await open(badDay, { fragment: 'time;of=shop/workload/worker', size: phone });
    const isSeen = (): Promise<boolean> =>
      page.locator('.part-time .choices').evaluate((list) => {
        const own = list.querySelector('[aria-pressed=true]')?.getBoundingClientRect();
        const all = list.getBoundingClientRect();
        return own !== undefined && own.top >= all.top - 1 && own.bottom <= all.bottom + 1;
      });
    await expect.poll(isSeen).toBe(true);
  });

  it.each(['light', 'dark'] as const)('the colours are those of the machine until one chooses: %s', async (scheme) => {
    const page = await open(badDay, { scheme, size: desktop });
    const look = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset['theme']);
    expect(await look()).toBe(scheme);
    await page.emulateMedia({ colorScheme: scheme === 'dark' ? 'light' : 'dark' });
    await expect.poll(look).toBe(scheme === 'dark' ? 'light' : 'dark');
    await page.locator('.theme').click();
    expect(await look()).toBe('light');
  });
});

/** The playground in a real browser, opened from a file as a reader does, without a network. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { playgroundHtml } from '../../scripts/site/playground.ts';
import { chromiumPath, desktop, phone } from '../web/browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const root = join(import.meta.dirname, '../..');

if (chromiumPath === '') console.warn('The playground is not tested: there is no chromium here.');

/** A link to a scenario as the page makes it, made here by other code. */
function linked(text: string, more = ''): string {
  return `v=1&s=${deflateRawSync(Buffer.from(text)).toString('base64url')}${more}`;
}

const small = `svcsim: 1
name: small
start: 2026-11-01T00:00:00Z
for: 1h
resources:
  - kind: gvc
    name: shop
    spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } }
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: standard
      containers: [{ name: main, image: "web:1", cpu: 500m, memory: 512Mi, ports: [{ number: 8080, protocol: http }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 2, maxScale: 2 } }
`;

/** The spec of a workload that runs once a minute. */
const everyMinute = `      type: cron
      job: { schedule: "* * * * *" }
      containers: [{ name: main, image: "job:1", cpu: 500m, memory: 512Mi }]
`;

describe.runIf(chromiumPath !== '')('the playground in a browser', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'svcsim-playground-'));
  const path = join(folder, 'playground.html');
  let html = '';
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  /** Everything that the page must not do: errors, words on the console, requests for anything but itself. */
  let faults: string[] = [];

  beforeAll(async () => {
    html = await playgroundHtml(root);
    writeFileSync(path, html);
    browser = await chromium.launch({
      executablePath: chromiumPath,
      args: ['--headless', '--no-sandbox', '--disable-gpu'],
    });
  }, 60_000);
  afterEach(async () => {
    for (const context of contexts) await context.close();
    contexts = [];
    const found = faults;
    faults = [];
    expect(found).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function newContext(
    size: { readonly width: number; readonly height: number } = desktop,
    colorScheme: 'light' | 'dark' = 'light',
  ): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: size, colorScheme });
    contexts.push(context);
    return context;
  }

  async function newPage(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    page.on('console', (message) => faults.push(message.text()));
    page.on('pageerror', ({ message }) => faults.push(message));
    page.on('request', (request) => {
      const [url] = request.url().split('#');
      if (url !== `file://${path}` && !request.url().startsWith('blob:')) faults.push(request.url());
    });
    return page;
  }

  async function show(page: Page, fragment = ''): Promise<Page> {
    await page.goto(`file://${path}${fragment === '' ? '' : `#${fragment}`}`);
    await page.waitForSelector('.cm-content', { state: 'attached' });
    return page;
  }

  /** A page whose scenario has run. */
  async function open(fragment = '', context?: BrowserContext): Promise<Page> {
    const page = await show(await newPage(context ?? (await newContext())), fragment);
    await page.waitForSelector('.result', { state: 'attached' });
    return page;
  }

  const editorText = (page: Page): Promise<string> =>
    page.evaluate(() => [...document.querySelectorAll('.cm-line')].map(({ textContent }) => textContent).join('\n'));

  it('the whole page is at most 850 kB compressed', () => {
    expect(gzipSync(html, { level: 9 }).length).toBeLessThan(850_000);
  });

  describe('lesson 2 from its first question to an exercise', () => {
    it('a wrong prediction is explained, a right one shows the run, a slider does the exercise, a link brings it back', async () => {
      const context = await newContext();
      const page = await open('lesson=02-a-rollout', context);
      expect(await page.getByText('Predict first.').isVisible()).toBe(true);
      await page.getByRole('button', { name: 'Question 2' }).click();
      await page.getByLabel('Your prediction').fill('34 s');
      await page.getByRole('button', { name: 'Predict', exact: true }).click();
      await page.getByText('That is one batch. How many batches are there?').waitFor();
      expect(await page.getByText('Predict first.').isVisible()).toBe(true);
      await page.getByLabel('Your prediction').fill('1 min 8 s');
      await page.getByRole('button', { name: 'Predict', exact: true }).click();
      await page.getByText('Right.').waitFor();
      expect(await page.getByText('Predict first.').isVisible()).toBe(false);
      // The cursor is at the end of the rollout, and its reason is open.
      expect(await page.locator('.clock').textContent()).toContain('00:31:08');
      await page.locator('.dock-why', { hasText: 'rollout' }).waitFor();

      await page.getByRole('button', { name: 'Exercise 1' }).click();
      await page.getByRole('button', { name: 'Check' }).click();
      await page.locator('.goals .is-bad').first().waitFor();
      await page.getByRole('slider', { name: 'maxSurgeReplicas' }).fill('0');
      await page.waitForFunction(() =>
        /maxSurgeReplicas: 0/.test(document.querySelector('.cm-content')?.textContent ?? ''),
      );
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('Done.').waitFor();

      await page.getByRole('button', { name: 'Share' }).click();
      const link = await page.getByLabel('Link').inputValue();
      const other = await open(link.split('#')[1] ?? '', await newContext());
      expect(await editorText(other)).toContain('maxSurgeReplicas: 0');
      expect(await other.locator('.lesson-picker').inputValue()).toBe('02-a-rollout');
      expect(await other.locator('.clock').textContent()).toContain('00:31:08');

      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Exercise 2' }).click();
      await page.locator('.cm-line', { hasText: 'maxSurgeReplicas: 25%' }).waitFor();
      await page.locator('.goals', { hasText: 'rollouts.duration of shop/web >= 268s' }).waitFor();
      // The button takes the focus, and with it the value that was just typed.
      await page.getByRole('spinbutton', { name: 'minReadySeconds' }).fill('120');
      await page.getByRole('button', { name: 'Check' }).click();
      await page.locator('.feedback .right', { hasText: 'Done.' }).waitFor();
    });
  });

  describe('an exercise', () => {
    it('keys that come quickly, and a text that needs quotes, leave a scenario that runs; undo ends at the lesson', async () => {
      const page = await open('lesson=02-a-rollout');
      await page.getByRole('button', { name: 'Exercise 1' }).click();
      await page.getByRole('button', { name: 'Check' }).click();
      await page.locator('.goals .is-bad').first().waitFor();
      const slider = page.getByRole('slider', { name: 'maxSurgeReplicas' });
      await slider.focus();
      for (let turn = 0; turn < 17; turn += 1) await page.keyboard.press('ArrowLeft');
      await page.locator('.cm-line', { hasText: 'maxSurgeReplicas: 8%,' }).waitFor();
      expect(await slider.evaluate((one) => one === document.activeElement)).toBe(true);
      await page.getByText('not checked since').waitFor();
      expect(await page.locator('.goals').count()).toBe(0);

      await page.locator('.lesson-picker').selectOption('03-cron-policies');
      await page.getByText('Predict first.').waitFor();
      await page.locator('.cm-line', { hasText: 'name: cron-policies' }).waitFor();
      await page.locator('.cm-content').focus();
      await page.keyboard.press('Control+z');
      expect(await editorText(page)).toContain('name: cron-policies');
      await page.getByRole('button', { name: 'Exercise 1' }).click();
      await page.getByRole('textbox', { name: 'schedule' }).fill('*/30 * * * *');
      await page.getByRole('textbox', { name: 'schedule' }).press('Enter');
      await page.locator('.cm-line', { hasText: 'schedule: "*/30 * * * *"' }).waitFor();
      expect(await page.getByRole('textbox', { name: 'schedule' }).inputValue()).toBe('*/30 * * * *');

      await page.reload();
      await page.locator('.cm-line', { hasText: 'schedule: "*/30 * * * *"' }).waitFor();
      await page.getByRole('button', { name: 'Exercise 1' }).waitFor();
      expect(await page.locator('.lesson-picker').inputValue()).toBe('03-cron-policies');
    });
  });

  describe('a prediction', () => {
    it('nothing of the run can be read while it is open; a key leads on after it', async () => {
      const page = await open('lesson=02-a-rollout');
      await page.locator('.moment-block').first().waitFor({ state: 'attached' });
      for (const place of ['.time-scroll', '.dock-body', '.controls'])
        expect(await page.locator(`${place} > *`).first().isVisible(), place).toBe(false);
      await page.getByLabel('Your prediction').fill('nothing');
      await page.getByLabel('Your prediction').press('Enter');
      await page.locator('.answer-form .wrong', { hasText: 'Give' }).waitFor();
      await page.getByRole('button', { name: 'Show the answer' }).click();
      await page.getByRole('button', { name: 'Next', exact: true }).waitFor();
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Next');
      expect(await page.locator('.time-scroll > *').first().isVisible()).toBe(true);
    });
  });

  describe('time', () => {
    it('a marker above a chart opens its reason, in the place of what was there', async () => {
      const page = await open('lesson=01-one-volume');
      await page.getByRole('button', { name: 'Question 2' }).click();
      await page.getByRole('button', { name: 'Show the answer' }).click();
      await page.locator('.dock-why .why-view').waitFor();
      // The answer has put the cursor at an expansion, which has a marker.
      const cursor = await page.locator('.plot .time-cursor').first().boundingBox();
      const over = await page.locator('.plot .u-over').first().boundingBox();
      if (cursor === null || over === null) throw new Error('no chart');
      await page.mouse.click(cursor.x + 1, over.y - 5);
      await page.locator('.dock-why .panel', { hasText: /expan/i }).waitFor();
      expect(await page.locator('.dock-why .why-view').count()).toBe(0);
    });

    it('the zoom follows a cursor that leaves it', async () => {
      const page = await open('lesson=01-one-volume');
      await page.getByRole('button', { name: 'Show the answer' }).click();
      await page.locator('.plot .time-cursor').first().waitFor();
      const before = await page.locator('.zoom-words').textContent();
      await page.getByRole('slider', { name: 'Time in the run' }).fill('800');
      await page.waitForFunction((words) => document.querySelector('.zoom-words')?.textContent !== words, before);
      expect(await page.locator('.plot .time-cursor').first().isVisible()).toBe(true);
    });

    it('arrow keys go from event to event; the state at the cursor follows', async () => {
      const page = await open(linked(small));
      await page.locator('body').press('ArrowRight');
      await page.locator('.moment-block', { hasText: 'Workloads and volumes' }).waitFor();
      expect(await page.locator('.dock-moment').textContent()).toContain('shop/web@aws-us-east-1');
    });

    it('two futures: a change at the cursor is run beside the present run, and compared', async () => {
      const page = await open(linked(small, '&t=600000'));
      await page.getByRole('tab', { name: 'What if' }).click();
      await page.getByRole('spinbutton', { name: 'Replicas' }).fill('5');
      await page.getByRole('button', { name: 'Run both' }).click();
      const both = page.getByRole('region', { name: 'Two futures' });
      await both.waitFor();
      expect(await both.textContent()).toContain('instead of 2');
      expect(await page.getByText('instead of 2').count()).toBe(1);
      await page.getByRole('button', { name: 'Keep the change' }).click();
      await page.waitForFunction(() => /timeline:/.test(document.querySelector('.cm-content')?.textContent ?? ''));
    });

    it('two futures go when another scenario comes, and its pictures are seen', async () => {
      const page = await open(linked(small, '&t=600000'));
      await page.getByRole('tab', { name: 'What if' }).click();
      await page.getByRole('button', { name: 'Run both' }).click();
      await page.getByRole('region', { name: 'Two futures' }).waitFor();
      await page.locator('.lesson-picker').selectOption('01-one-volume');
      await page.getByRole('button', { name: 'Show the run' }).click();
      await page.locator('.pictures-view').waitFor();
      expect(await page.getByRole('region', { name: 'Two futures' }).count()).toBe(0);
    });

    it.each([
      { size: desktop, way: 'beside' },
      { size: phone, way: 'below' },
    ])('two futures: the same picture of both is $way the other; a loss is told as worse', async ({ size }) => {
      const page = await open(linked(small, '&t=600000'), await newContext(size));
      if (size === phone) await page.locator('[aria-controls=pane-time]').click();
      await page.getByRole('tab', { name: 'What if' }).click();
      await page.getByRole('combobox', { name: 'Kind of change' }).selectOption('lose a location');
      await page.getByRole('button', { name: 'Run both' }).click();
      await page.getByRole('region', { name: 'Two futures' }).waitFor();
      const [one, other] = await page.evaluate(() =>
        [...document.querySelectorAll('.future')].map((future) => {
          const place = (which: string): DOMRect =>
            future.querySelector(which)?.getBoundingClientRect() ?? new DOMRect();
          const { left, top } = place('.group ~ .figure');
          return { left, top, next: place('.group ~ .fold').top };
        }),
      );
      if (one === undefined || other === undefined) throw new Error('there are no two pictures');
      if (size === phone) expect([one.top < other.top, other.top < one.next]).toEqual([true, true]);
      else expect([other.top, other.left > one.left]).toEqual([one.top, true]);
    });

    it.each(['lose replicas', 'crash replicas', 'lose a location', 'change a field', 'any step'])(
      'what if: %s makes a step that runs',
      async (kind) => {
        const page = await open(linked(small, '&t=600000'));
        await page.getByRole('tab', { name: 'What if' }).click();
        await page.getByRole('combobox', { name: 'Kind of change' }).selectOption(kind);
        if (kind === 'any step')
          await page.getByRole('textbox', { name: 'Step' }).fill('{ at: +10m, fault: { apiThrottle: {} }, for: 5m }');
        await page.getByRole('button', { name: 'Run both' }).click();
        await page.getByRole('region', { name: 'Two futures' }).waitFor();
      },
    );

    it('what if: a volume is filled, and the change is called worse before its cost', async () => {
      const page = await open('lesson=01-one-volume');
      await page.getByRole('button', { name: 'Show the run' }).click();
      await page.getByRole('tab', { name: 'What if' }).click();
      await page.getByRole('combobox', { name: 'Kind of change' }).selectOption('fill a volume');
      await page.getByRole('spinbutton', { name: 'GB' }).fill('50');
      await page.getByRole('button', { name: 'Run both' }).click();
      await page.getByRole('heading', { name: 'makes something worse' }).waitFor();
      expect(await page.locator('.sentences li').first().getAttribute('class')).toBe('worse');
      expect(await page.locator('.sentences .worse').allTextContents()).toEqual(
        expect.arrayContaining([expect.stringMatching(/New problem: .*full/)]),
      );
    });

    it('a long run can be stopped; the run before it stays, and the page says so', async () => {
      const page = await open(linked(small));
      const busy = small.replace('for: 1h', 'for: 20000d').replace(/ {6}type: standard[\s\S]*$/, '') + everyMinute;
      expect(await page.getByRole('button', { name: 'Stop' }).isVisible()).toBe(false);
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+a');
      await page.evaluate((text) => {
        const data = new DataTransfer();
        data.setData('text/plain', text);
        document
          .querySelector('.cm-content')
          ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
      }, busy);
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.locator('.message', { hasText: 'still shows the run before' }).waitFor();
      await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
      expect(await page.locator('.result').count()).toBe(1);
    });

    it('why not is answered in paragraphs and lists', async () => {
      const page = await open('lesson=08-autoscaling');
      await page.getByRole('button', { name: 'Show the run' }).click();
      await page.getByRole('tab', { name: 'Why not' }).click();
      await page.getByRole('combobox', { name: 'What you wanted' }).selectOption('>= {}');
      await page.getByRole('spinbutton', { name: 'Number' }).fill('12');
      await page.getByRole('button', { name: 'Ask at the cursor' }).click();
      await page.locator('.answer li').first().waitFor();
      expect(await page.locator('.answer pre').count()).toBe(0);
    });
  });

  describe('whatever is opened', () => {
    it.each([
      ['a broken text', 'v=1&s=%%%', 'cannot be read'],
      ['a text that was cut off', linked(small).slice(0, -40), 'cannot be read'],
      ['another version', 'v=2&s=abc', 'another version'],
      ['a text that is very long', linked('a'.repeat(5_000_000)), 'longer than 1000 kB'],
      ['an unknown lesson', 'v=1&lesson=99-nothing', 'no lesson 99-nothing'],
    ])('a link with %s gives a message, and the page works', async (_, fragment, message) => {
      const page = await open(fragment);
      await page.locator('.message', { hasText: message }).waitFor();
    });

    it('a hostile name is text', async () => {
      const hostile = small.replace(
        'name: small',
        `name: small\ndescription: '<img src=x onerror="document.title=1"><script>document.title=2</script>'`,
      );
      const page = await open(linked(hostile));
      expect(await page.title()).toBe('svcsim playground');
      expect(await page.locator('main img, main script').count()).toBe(0);
    });

    it('an error is listed at its line, and the last run stays', async () => {
      const page = await open(linked(small));
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('svcsimm: 2 #');
      await page.locator('.problem.error').first().waitFor();
      expect(await page.locator('.result').count()).toBe(1);
    });
  });

  describe('a browser that lacks something', () => {
    it('without workers the page says so and names the command line', async () => {
      const page = await newPage(await newContext());
      await page.addInitScript('delete window.Worker');
      await show(page);
      await page.getByText('It has no web workers').waitFor();
      await page.locator('.waiting code', { hasText: 'svcsim lesson start' }).waitFor();
    });

    it('without storage it says so once, and works', async () => {
      const page = await newPage(await newContext());
      await page.addInitScript(
        'for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get() { throw new Error("refused"); } })',
      );
      await show(page, linked(small));
      await page.waitForSelector('.result', { state: 'attached' });
      await page.locator('.cm-content').click();
      await page.keyboard.type('# more');
      await page.waitForTimeout(600);
      expect(await page.locator('.message', { hasText: 'keeps nothing' }).count()).toBe(1);
    });

    it('two tabs keep two texts; a reload finds its own', async () => {
      const context = await newContext();
      const texts = ['# one', '# two'];
      const pages: Page[] = [];
      for (const text of texts) {
        const page = await open(linked(small), context);
        await page.locator('.cm-content').click();
        await page.keyboard.press('Control+Home');
        await page.keyboard.type(`${text}\n`);
        await page.waitForTimeout(600);
        pages.push(page);
      }
      for (const [index, page] of pages.entries()) {
        // A reload of the link itself would open the link again.
        await page.evaluate(() => history.replaceState(null, '', location.pathname));
        await page.reload();
        await page.waitForSelector('.result', { state: 'attached' });
        expect(await editorText(page)).toContain(texts[index]);
      }
    });

    it('a run that takes too long ends, says so and names the command', async () => {
      const busy = `${small.replace('for: 1h', 'for: 20000d').replace(/ {6}type: standard[\s\S]*$/, '')}${everyMinute}`;
      const page = await show(await newPage(await newContext()), linked(busy));
      await page.locator('.stopped', { hasText: 'svcsim run' }).waitFor({ timeout: 60_000 });
    });
  });

  describe('nobody is left out', () => {
    const looks = (['light', 'dark'] as const).flatMap((scheme) => [desktop, phone].map((size) => ({ scheme, size })));
    it.each(looks)('axe finds nothing: $scheme, $size.width wide', async ({ scheme, size }) => {
      const found: string[] = [];
      const page = await open('lesson=02-a-rollout', await newContext(size, scheme));
      for (const pane of ['lesson', 'time', 'scenario']) {
        if (size === phone) await page.locator(`[aria-controls=pane-${pane}]`).click();
        if (pane === 'time') await page.getByRole('button', { name: 'Show the run' }).click();
        // As a tool of the browser it is not bound by the page's policy.
        const violations = (await page.evaluate(
          `${axe}; axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html).join(' | ')))`,
        )) as string[];
        found.push(...violations.map((violation) => `${pane}: ${violation}`));
      }
      expect(found).toEqual([]);
    });

    it('a phone shows a picture first, and where an answer is in the timeline', async () => {
      const page = await open('lesson=02-a-rollout', await newContext(phone));
      await page.getByRole('button', { name: 'Show the answer' }).click();
      await page.getByRole('button', { name: 'Show it in the timeline' }).click();
      expect(await page.locator('.pane-time').isVisible()).toBe(true);
      const other = await open('lesson=08-autoscaling', await newContext(phone));
      await other.locator('[aria-controls=pane-time]').click();
      const [plot, dock] = [
        await other.locator('.plot').first().boundingBox(),
        await other.locator('.dock').boundingBox(),
      ];
      expect((plot?.y ?? Infinity) + 100).toBeLessThan(dock?.y ?? 0);
    });

    it('targets on a phone are at least 44 pixels high', async () => {
      const page = await open('lesson=02-a-rollout', await newContext(phone));
      const small: string[] = [];
      for (const pane of ['lesson', 'time', 'scenario']) {
        await page.locator(`[aria-controls=pane-${pane}]`).click();
        if (pane === 'time') await page.getByRole('button', { name: 'Show the run' }).click();
        small.push(
          ...(await page.evaluate(() =>
            [...document.querySelectorAll<HTMLElement>('button, select, input:not([type=radio])')]
              // A link within a text needs no more room than its words.
              .filter((one) => !one.matches('.link, .term, .cm-editor *') && one.checkVisibility())
              .filter((one) => one.getBoundingClientRect().height < 43.5)
              .map((one) => one.outerHTML.slice(0, 120)),
          )),
        );
      }
      expect(small).toEqual([]);
    });

    it.each([desktop, phone])('nothing is wider than the window: $width', async (size) => {
      const page = await open('lesson=08-autoscaling', await newContext(size));
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
  });
});

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { grouped } from '../../src/engine/grouped.ts';
import type { Bill, UsageRow } from '../../src/report/bill/billDocument.ts';
import { amount } from '../../src/report/bill/costs.ts';
import { RankedBill } from '../../src/report/page/pageBill.ts';
import { moneyText, partText } from '../../src/report/words/format.ts';
import { costOfRows } from '../../src/web/view/dimension.ts';
import { chromiumPath, desktop, phone, Readers, type Shown } from './browser.ts';
import { htmlOfCommand, htmlOfPage, htmlOfScenario, pageOfScenario } from './pageRun.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

if (chromiumPath === '') console.warn('The page is not tested: there is no chromium here.');

describe.runIf(chromiumPath !== '')('the report page in a browser', () => {
  const readers = new Readers();
  const opened: Shown[] = [];
  let database = '';
  let badDay = '';

  beforeAll(() => {
    database = readers.file('database', htmlOfScenario('real/database-disk'));
    badDay = readers.file('badDay', htmlOfScenario('tour/06-a-bad-day'));
  }, 60_000);
  afterEach(async () => {
    const shown = opened.splice(0);
    for (const { page } of shown) await page.close();
    // No error, no word on the console (a breach of the policy is one), no request: in whatever was done.
    expect(shown.flatMap(({ faults }) => faults)).toEqual([]);
  });
  afterAll(() => readers.close());

  async function open(path: string, options: Parameters<Readers['open']>[1] = {}): Promise<Page> {
    const shown = await readers.open(path, options);
    opened.push(shown);
    return shown.page;
  }
  const panelOf = async (page: Page): Promise<string> => page.locator('.panel').innerText();
  const fragmentOf = (page: Page): string => decodeURIComponent(new URL(page.url()).hash);

  it('shows what the most expensive resources cost as a whole where it has no room for all', async () => {
    const whole = pageOfScenario('tour/07-a-month-of-a-shop');
    const usage = new RankedBill(whole.bill as Partial<Bill> as Bill).dearest(2_500);
    const data = { ...whole, bill: { ...whole.bill, usage } };
    const resources = (rows: readonly UsageRow[]): Map<string, string> =>
      new Map(
        [...grouped(rows, ({ gvc, resource }) => `${gvc}/${resource}`)].map(([of, own]) => [
          of,
          moneyText(costOfRows(own)),
        ]),
      );
    const [all, shown] = [resources(whole.bill.usage), resources(data.bill.usage)];
    expect(shown.size).toBeLessThan(all.size);
    for (const [of, cost] of shown) expect(all.get(of)).toBe(cost);
    const page = await open(readers.file('cut', htmlOfPage(data)));
    const [of, cost] = [...shown].sort(([, a], [, b]) => Number(b) - Number(a))[0]!;
    const share = partText(Number(cost), Number(data.costs.total));
    const line = page.locator('.resources li', { hasText: of.split('/').at(-1)! }).first();
    expect((await line.innerText()).split('\n').slice(-2)).toEqual([cost, share]);
    expect(await page.getByText(`Show the ${shown.size} most expensive`).count()).toBe(1);
    await page.locator('nav a', { hasText: 'Costs' }).click();
    const note = 'The tables have the most expensive resources: ';
    const sum = moneyText(costOfRows(data.bill.usage));
    const total = moneyText(amount(data.costs.total));
    expect(await page.locator('.note', { hasText: note }).innerText()).toBe(
      `${note}${sum} of ${total} USD. All are in bill.json.`,
    );
    expect(await page.locator('main strong.big').first().innerText()).toContain(total);
  });

  describe('the first screen', () => {
    it.each([
      ['desktop', desktop],
      ['phone', phone],
    ])('answers: how the run ended, what went wrong, the worst first, and a chart of it: %s', async (_, size) => {
      const page = await open(badDay, { size });
      const main = page.locator('main');
      const within = async (text: string): Promise<number> =>
        (await main.getByText(text).first().boundingBox())?.y ?? Number.POSITIVE_INFINITY;
      for (const text of ['Expectations passed, 1 problem', '4.03 USD', 'full for 18h', '1 expansion refused']) {
        expect(await within(text), text).toBeLessThan(size.height);
      }
      const signs = page.locator('.answer-list > li > .sign');
      expect(await signs.first().getAttribute('aria-label')).toBe('error');
      const plot = page.locator('.answers .plot');
      await plot.locator('.u-over').waitFor();
      expect((await plot.boundingBox())?.y).toBeLessThan(size.height);
      // The volume was full from 09:00 for 18 hours: the chart shows these with a quarter on both sides.
      expect(await page.locator('.answer-zoom').innerText()).toMatch(/^Zoomed to 3 Nov 04:\d\d.* – 4 Nov/);
      // What identifies the run comes last.
      expect(await within('fingerprint')).toBeGreaterThan(size.height);
    });
  });

  it('an answer shows its own picture, and leads to the same place and time in the Timeline', async () => {
    const page = await open(badDay);
    await page.locator('.answer a', { hasText: 'the rollout of version 2 stalled' }).first().click();
    await expect
      .poll(() => page.locator('.answers figcaption h3').innerText())
      .toContain('Replicas by version of shop/web');
    await expect.poll(() => panelOf(page)).toContain('ROLL-3');
    await page.locator('.answer-zoom a').click();
    await expect
      .poll(() => fragmentOf(page))
      .toMatch(/^#\/time;zoom=2026-11-03T0.*;of=shop\/workload\/web@aws-eu-central-1;open=finding/);
    expect(await page.locator('.part-time figure').first().innerText()).toContain('Replicas in aws-eu-central-1');
  });

  it('a line of a chart is hidden and shown again by its legend, with the keyboard', async () => {
    const page = await open(badDay, { fragment: 'time;of=shop/workload/web' });
    const chart = page.locator('.part-time figure').first();
    await chart.locator('.u-over').waitFor();
    const drawn = (): Promise<string> =>
      chart.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
    const before = await drawn();
    const ready = chart.getByRole('button', { name: /^ready/ });
    await ready.focus();
    await page.keyboard.press('Enter');
    expect(await ready.getAttribute('aria-pressed')).toBe('false');
    await expect.poll(drawn).not.toBe(before);
    await page.keyboard.press('Enter');
    await expect.poll(drawn).toBe(before);
  });

  it('a replica shows its phases, a rollout has a button, and a decision its formula', async () => {
    const page = await open(readers.file('rollout', htmlOfScenario('tour/02-a-rollout')), {
      fragment: 'time;of=shop/workload/web',
    });
    await page.getByRole('button', { name: /^Zoom to rollout 1/ }).click();
    await expect.poll(() => fragmentOf(page)).toMatch(/zoom=2026-11-01T00:(29|30):\d\dZ\.\.2026-11-01T00:3[12]:/);
    await expect.poll(() => page.locator('.lane .phase.terminating').count()).toBeGreaterThan(5);
    expect(await page.locator('.lane .phase.starting').count()).toBeGreaterThan(5);
    const scaled = await open(readers.file('scaling', htmlOfScenario('tour/08-autoscaling')), {
      fragment: 'time;of=shop/workload/api',
    });
    await scaled.locator('.decisions summary').click();
    expect(await scaled.locator('.decisions li').first().innerText()).toMatch(/: 2 → 3, .*ceil\(/);
  });

  it('an example request has a bar for each of its tries, and a pause between them', async () => {
    const page = await open(readers.file('retries', htmlOfScenario('tour/11-retries-make-it-worse')), {
      fragment: 'time;of=shop/workload/eager',
    });
    const call = page.locator('.calls > li', { hasText: 'most tries' });
    expect(await call.locator('.tries > li').allInnerTexts()).toHaveLength(5);
    const ends = await call
      .locator('.bar:not(.is-needed)')
      .evaluateAll((bars) => bars.map((bar) => [bar.getAttribute('x'), bar.getAttribute('width')].map(Number)));
    for (const [index, [x = 0, width = 0]] of ends.entries()) {
      const next = ends[index + 1]?.[0] ?? 1_000;
      if (index < 4) expect(next).toBeGreaterThan(x + width);
      else expect(x + width).toBeCloseTo(next);
    }
    expect(await call.locator('.is-bad:not(.is-needed)').count()).toBe(4);
  });

  it.each(['', 'time', 'costs', 'journal'])(
    'a phone has no more than 5,000 pixels to scroll: #%s',
    async (fragment) => {
      const page = await open(badDay, { fragment, size: phone });
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(5_000);
    },
  );

  it('a finger hits buttons of 44 pixels', async () => {
    for (const fragment of ['', 'time', 'costs']) {
      const page = await open(badDay, { fragment, size: phone });
      const low = await page
        .locator('main button:visible, main summary:visible, main select:visible, nav a:visible')
        .evaluateAll((all) =>
          all.filter((one) => one.getBoundingClientRect().height < 43.5).map((one) => one.textContent),
        );
      expect(low).toEqual([]);
    }
  });

  it('a search without a result says so', async () => {
    const page = await open(badDay, { fragment: 'journal;of=shop/workload/web' });
    await page.locator('.part-journal input').fill('nothing-has-this-name');
    await expect
      .poll(() => page.locator('.part-journal .nothing').innerText())
      .toBe('No entry with “nothing-has-this-name” about shop/workload/web. Search the whole run');
  });

  describe('a newcomer asks', () => {
    it('what does the database cost, and why did it jump on the 14th? Two presses', async () => {
      const page = await open(database);
      await page.locator('.resources a', { hasText: 'data volume set' }).first().click();
      expect(await page.locator('.part-costs .lead').innerText()).toContain('191.28 USD');
      await page.locator('.jumps a', { hasText: '14 Nov' }).click();
      await expect.poll(() => panelOf(page)).toContain('Sat 14 Nov 2026');
      const told = await panelOf(page);
      for (const text of [
        'Sat 14 Nov 2026',
        '+1.24 USD compared with the day before',
        'from 751 GB, to 977 GB',
        'Expansion accepted',
        'VOLAUTO-16',
      ]) {
        expect(told).toContain(text);
      }
      // What moved the money comes before what else happened.
      expect(told.indexOf('from 751 GB, to 977 GB')).toBeLessThan(told.indexOf('Other journal entries of the day'));
    });

    it('when does the disk fill if we do nothing? It says so before any press, and one leads to its course', async () => {
      const page = await open(database);
      const volume = page.locator('a.resource', { hasText: 'data/0 in aws-us-east-1' });
      expect(await volume.innerText()).toMatch(
        /full in 8\.2 d, 9 Dec[\s\S]*with autoscaling up to its limit of 2,000 GB: full in/,
      );
      await volume.click();
      await expect.poll(() => fragmentOf(page)).toBe('#/time;of=shop/volumeset/data@aws-us-east-1/0');
      expect(await page.locator('.part-time figure').first().innerText()).toMatch(/trend[\s\S]*Full in 8\.2 days/);
    });
  });

  describe('what was asked for beside the run', () => {
    const asked = (name: string, flag: string): string =>
      readers.file(name.replace('/', '-'), htmlOfCommand(['run', `scenarios/${name}.yaml`, flag]));

    it('what to change: what it saves, why, and the patch and the command to take away', async () => {
      const page = await open(asked('tour/13-what-to-change', '--recommend'));
      const block = page.locator('section.block', { hasText: 'Recommendations' });
      const told = await block.innerText();
      for (const text of [
        'Saves 101.19 USD a month with all changes. Current cost: 186.37 USD a month.',
        'shop/workload/api minCpu: 1000m → 505m',
        'saves 44.48 USD a month',
        'costs 2.82 USD more a month',
        '23 alternatives rejected',
        'variants:',
        "--set 'shop/workload/api.spec.containers[0].minCpu=505m'",
      ]) {
        expect(told).toContain(text);
      }
      await block.getByRole('button', { name: 'Copy the patch' }).click();
      await expect
        .poll(() => block.getByRole('button', { name: 'Copy the patch' }).innerText())
        .toMatch(/^(Copied|Selected)/);
      await block.locator('details').first().locator('summary').click();
      expect(await block.locator('.rejected').first().innerText()).toContain('a problem');
    });

    it('what is left after a loss: hundredths and minutes, and what a spare replica costs', async () => {
      const page = await open(asked('tour/14-what-is-left', '--failures'));
      const rows = await page.locator('.part-overview tbody tr').allInnerTexts();
      expect(rows.map((row) => row.split('\t'))).toContainEqual([
        'aws-us-east-1',
        '✗ 1.02 %',
        '60 of 60',
        '✓ 100 %',
        '25.42',
        '✓ 100 %',
        '50.83',
      ]);
    });
  });

  describe('the part Capacity', () => {
    it('tells how long answers took and how often was tried, and succeeded apart from failed', async () => {
      const page = await open(readers.file('retries', htmlOfScenario('tour/11-retries-make-it-worse')), {
        fragment: 'capacity',
      });
      const rows = (await page.locator('.part-capacity tbody tr').allInnerTexts()).map((row) => row.split('\t'));
      expect(rows).toContainEqual(['eager', '15,361', '12,793', '2,567', '0', '83.3 %']);
      expect(rows).toContainEqual([
        'eager in aws-eu-central-1',
        '15,360',
        '2,567',
        '1.16',
        '1.9s',
        '864ms',
        '5s',
        '5s',
      ]);
    });

    it('has forecasts beside what came of them, and the rest of the columns at a press', async () => {
      const page = await open(database, { fragment: 'capacity' });
      const forecasts = page.locator('.part-capacity section', {
        hasText: 'Forecasts of expansions, accepted or refused',
      });
      expect((await forecasts.locator('tbody tr').nth(1).innerText()).split('\t')).toEqual([
        'data/0 in aws-us-east-1',
        '3 Nov 04:22',
        'accepted',
        '42.3',
        '34.1',
        '59.5',
        '-25.4',
        '68.8',
      ]);
      await forecasts.getByRole('button', { name: 'All columns' }).click();
      expect(await forecasts.locator('thead').innerText()).toContain('GB-hours too early');
    });

    it.each(['database', 'badDay'])('speaks like people, not like files: %s', async (name) => {
      const page = await open(name === 'database' ? database : badDay, { fragment: 'capacity' });
      const heads = await page.locator('.part-capacity thead th').allTextContents();
      expect(heads.length).toBeGreaterThan(20);
      expect(heads.filter((head) => /[a-z][A-Z]|\bms\b|gB|Gvc/.test(head))).toEqual([]);
      const cells = await page.locator('.part-capacity td').allTextContents();
      expect(cells.filter((cell) => /[{}[\]]|\d{4}-\d\d-\d\dT/.test(cell))).toEqual([]);
    });
  });

  describe('numbers agree with what is beside them', () => {
    it('small costs add up as they are shown, and an invoice has six decimals, the others on hover', async () => {
      const page = await open(readers.file('rollout', htmlOfScenario('tour/02-a-rollout')), { fragment: 'costs' });
      const [total = 0, ...parts] = (await page.locator('.grid-table tfoot .number').allInnerTexts()).map(Number);
      expect(parts.length).toBeGreaterThan(1);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(total, 8);
      const costs = page.locator('.part-costs .table td:last-child .amount');
      expect(await costs.first().innerText()).toBe('0.333581');
      expect(await costs.first().getAttribute('title')).toBe('0.3335805589896');
    });

    it('all requests succeeded: 100 %, although rates lose a millionth of one', async () => {
      const page = await open(readers.file('balancer', htmlOfScenario('real/load-balancer')), { fragment: 'capacity' });
      const rows = (await page.locator('.part-capacity tbody tr').allInnerTexts()).map((row) => row.split('\t'));
      const images = rows.find(([name, , succeeded]) => name === 'images' && succeeded === '498,934');
      expect(images?.slice(1, 6)).toEqual(['498,934', '498,934', '0', '0', '100 %']);
      await page.locator('nav a', { hasText: 'Costs' }).click();
      const days = page.locator('figure', { hasText: 'Daily cost' }).filter({ visible: true });
      expect(await days.locator('.legend').innerText()).toBe('partial day');
      const ticks = await days.locator('.tick').allTextContents();
      expect(ticks).toContain('10 Apr');
      expect(ticks).toContain('24 Apr');
    });

    it('no error budget, no bar of a scale that cannot change, and as many charts as are counted', async () => {
      const page = await open(readers.file('fixed', htmlOfScenario('tour/05-predictive-or-reactive')), {
        fragment: 'capacity',
      });
      expect(await page.locator('.part-capacity').innerText()).not.toContain('Error budgets');
      const scale = page.locator('.part-capacity tr', { hasText: 'scale WL-18' });
      expect(await scale.first().innerText()).toContain('100 %');
      expect(await scale.locator('.gauge').count()).toBe(0);
      await page.locator('nav a', { hasText: 'Timeline' }).click();
      for (const words of await page.locator('.part-time summary').allInnerTexts()) {
        const [, count = '', names = ''] = /^(\d+) more charts?: (.*)$/.exec(words) ?? [];
        const each = names.split(', ').map((name) => Number(/\((\d+)\)$/.exec(name)?.[1] ?? 1));
        expect(each.reduce((sum, one) => sum + one, 0)).toBe(Number(count));
      }
    });
  });

  describe('whatever is pressed tells its story', () => {
    it('a mark of a lane: its entry, the rule in words, what led to it; each cause can be pressed', async () => {
      const page = await open(badDay, { fragment: 'time;of=shop/volumeset/event-data' });
      await page
        .locator('.lane .item', { has: page.locator('.sign-bad') })
        .first()
        .click();
      await expect
        .poll(() => panelOf(page))
        .toMatch(/Expansion refused[\s\S]*changed the behaviour[\s\S]*LIMIT-1[\s\S]*refuses a fifth/);
      await page.goBack();
      await page
        .locator('.lane .item', { has: page.locator('.sign-accent') })
        .last()
        .click();
      await page.locator('.panel .why-chain a.opener').first().click();
      await expect.poll(() => page.locator('.panel h2').innerText()).toBe('Expansion accepted');
    });

    it('a point of a chart: its values, and what happened about then', async () => {
      const page = await open(badDay, { fragment: 'time;of=shop/workload/web' });
      const replicas = page.locator('.part-time figure', { hasText: 'Replicas in aws' }).first();
      await replicas.locator('.u-over').click({ position: { x: 300, y: 80 } });
      await expect.poll(() => panelOf(page)).toMatch(/desired[\s\S]*replicas[\s\S]*Journal entries around this time/);
    });

    it('a bar of a lane, a finding, a cell of the bill, a rule', async () => {
      const page = await open(badDay);
      await page.locator('.findings a').first().click();
      await expect
        .poll(() => panelOf(page))
        .toMatch(
          /full for 18h 1m[\s\S]*Once: Tue 3 Nov 2026, 09:00[\s\S]*Expansion refused[\s\S]*LIMIT-1[\s\S]*Volume full/,
        );
      await page.locator('.panel a.rule').first().click();
      await expect.poll(() => panelOf(page)).toContain('Journal entries that cite it');
      await page.locator('nav a', { hasText: 'Costs' }).click();
      await page.locator('.grid-table td a').first().click();
      await expect.poll(() => panelOf(page)).toContain('Journal entries that started and ended this usage');
      await page.locator('nav a', { hasText: 'Timeline' }).click();
      await page.locator('.part-time .choice', { hasText: 'web' }).click();
      await page.locator('.lane .item .bar').first().click();
      await expect.poll(() => panelOf(page)).toMatch(/state[\s\S]*version 1[\s\S]*duration/);
    });

    it('the bill opens level by level, down to entries', async () => {
      const page = await open(database, { fragment: 'costs' });
      for (const name of ['data', 'aws-us-east-1', 'volume 0', 'volume-capacity']) {
        const line = page.locator('.tree .twist', { hasText: name }).first();
        if ((await line.getAttribute('aria-expanded')) === 'false') await line.click();
      }
      const days = page.locator('.tree tr', { hasText: '2026-11-14' });
      await days.first().locator('a').click();
      await expect.poll(() => panelOf(page)).toContain('from 751 GB, to 977 GB');
    });
  });

  describe('zoom', () => {
    it('is one for all charts and lanes, drawn with the pointer, and stands in the address', async () => {
      const page = await open(badDay, { fragment: '/time;of=shop/workload/web' });
      const over = page.locator('.u-over').first();
      const box = await over.boundingBox();
      if (box === null) throw new Error('no chart');
      await page.mouse.move(box.x + box.width * 0.25, box.y + 40);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.5, box.y + 60, { steps: 5 });
      // It is drawn with the next picture.
      await expect
        .poll(() =>
          page
            .locator('.u-select')
            .first()
            .evaluate((one) => one.clientWidth),
        )
        .toBeGreaterThan(100);
      await page.mouse.up();
      await expect
        .poll(() => fragmentOf(page))
        .toMatch(/^#\/time;zoom=2026-11-03T07:\d\d:\d\dZ\.\.2026-11-03T(14:59|15:0\d):\d\dZ;of=/);
      // The address comes first, the page with its next picture.
      await expect
        .poll(() => page.locator('.part-time .zoom-words').innerText())
        .toMatch(/3 Nov 07:\d\d – 3 Nov 1[45]:\d\d/);
      // Of a lane, the marks of the axis are text.
      await expect.poll(() => page.locator('.lane svg .tick').allTextContents()).not.toContain('4 Nov');
      await page.goBack();
      await expect.poll(() => fragmentOf(page)).toBe('#/time;of=shop/workload/web');
      await expect.poll(() => page.locator('.lane svg .tick').allTextContents()).toContain('4 Nov');
    });

    it('goes by buttons and by keys', async () => {
      const page = await open(badDay, { fragment: 'time' });
      await page.getByRole('button', { name: 'Zoom in' }).first().click();
      await expect.poll(() => fragmentOf(page)).toBe('#/time;zoom=2026-11-03T07:30:00Z..2026-11-03T22:30:00Z');
      await page.locator('.plot').first().focus();
      await page.keyboard.press('+');
      await page.keyboard.press('PageDown');
      await expect.poll(() => fragmentOf(page)).toBe('#/time;zoom=2026-11-03T15:00:00Z..2026-11-03T22:30:00Z');
      await page.keyboard.press('0');
      await expect.poll(() => fragmentOf(page)).toBe('#/time');
    });
  });

  describe('without a pointer', () => {
    it('the keyboard leads from the first screen to the cause of a mark, and back', async () => {
      const page = await open(badDay);
      const press = async (key: string, times = 1): Promise<void> => {
        for (let i = 0; i < times; i += 1) await page.keyboard.press(key);
      };
      const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
      await press('Tab', 3);
      await expect.poll(focused).toBe('Timeline');
      await press('Enter');
      await page.locator('.fold summary', { hasText: 'Volume 0' }).focus();
      await press('Enter');
      await page.locator('figure', { hasText: 'expansion blocked' }).locator('.lane').focus();
      const voice = page.locator('#voice');
      await press('ArrowRight');
      for (let i = 0; i < 30 && !/expansion refused/.test(await voice.innerText()); i += 1) await press('ArrowRight');
      expect(await voice.innerText()).toContain('expansion refused');
      await press('Enter');
      await expect.poll(() => page.locator('.panel h2').innerText()).toBe('Expansion refused');
      await expect.poll(focused).toBe('Expansion refused');
      await press('Escape');
      await expect.poll(() => page.locator('.panel').isVisible()).toBe(false);
      expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('img');
    });

    it('every picture has a name and a table', async () => {
      const page = await open(badDay, { fragment: 'time;of=shop/workload/web' });
      for (const plot of await page.locator('.plot').all()) {
        expect(await plot.getAttribute('role')).toBe('img');
        expect(((await plot.getAttribute('aria-label')) ?? '').length).toBeGreaterThan(40);
      }
      const toggle = page.getByRole('button', { name: /Table of Replicas of shop.web/ });
      await toggle.click();
      expect(await toggle.getAttribute('aria-expanded')).toBe('true');
      expect(await page.locator('.behind table').innerText()).toMatch(/Time \(UTC\)[\s\S]*desired[\s\S]*3 Nov 00:00/);
    });
  });

  it('an address shows what its sender saw, and a foreign one the first screen', async () => {
    const fragment =
      'costs;of=shop/volumeset/data;pivot=meter,period;zoom=2026-11-10T00:00:00Z..2026-11-20T00:00:00Z;open=day/2026-11-14';
    const page = await open(database, { fragment });
    await expect.poll(() => page.locator('.panel h2').innerText()).toBe('Sat 14 Nov 2026');
    expect(await page.locator('.part-costs .zoom-words').innerText()).toBe('10 Nov 00:00 – 20 Nov 00:00 (10d)');
    expect(await page.locator('.part-costs .choice[aria-pressed=true]').innerText()).toContain('data');
    expect(await page.locator('.part-costs select').first().inputValue()).toBe('meter');
    const other = await open(database, { fragment: 'whatever;open=nothing' });
    expect(await other.locator('.part-overview').isVisible()).toBe(true);
  });

  describe('nobody is left out', () => {
    const looks = (['light', 'dark'] as const).flatMap((scheme) => [desktop, phone].map((size) => ({ scheme, size })));
    it.each(looks)('axe finds nothing: $scheme, $size.width wide', async ({ scheme, size }) => {
      const found: string[] = [];
      for (const fragment of [
        '',
        'time',
        'costs;open=day/2026-11-14',
        'capacity',
        'journal',
        'time;of=shop/volumeset/data;open=finding/0',
      ]) {
        const page = await open(database, { fragment, size, scheme });
        await page
          .locator('figcaption button')
          .first()
          .click({ timeout: 1_000 })
          .catch(() => undefined);
        await page.evaluate(() => {
          for (const fold of document.querySelectorAll('main details')) fold.setAttribute('open', '');
          for (const button of document.querySelectorAll('button'))
            if (button.textContent === 'All columns') button.click();
        });
        // As a tool of the browser it is not bound by the page's policy.
        const violations = (await page.evaluate(
          `${axe}; axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html).join(' | ')))`,
        )) as string[];
        found.push(...violations.map((violation) => `${fragment}: ${violation}`));
      }
      expect(found).toEqual([]);
    });

    it.each([...['', 'time', 'costs', 'capacity', 'journal', 'costs;open=day/2026-11-14']])(
      'a phone scrolls down only: #%s',
      async (fragment) => {
        const page = await open(database, { fragment, size: phone });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
      },
    );
  });

  it.each([desktop, phone])('no press makes the page wider: $width', async (size) => {
    const grown = readers.file('grown', htmlOfScenario('tour/05-predictive-or-reactive'));
    for (const fragment of ['', 'time', 'costs', 'capacity', 'journal']) {
      const page = await open(grown, { fragment, size });
      await page.locator('main button:visible:not(.choice), main summary:visible').evaluateAll((all) => {
        for (const one of all) if (one instanceof HTMLElement) one.click();
      });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), fragment).toBe(size.width);
      // What it opened reads from left to right, not letter below letter.
      for (const one of await page.locator('.alike a:visible').all())
        expect((await one.boundingBox())?.width).toBeGreaterThan(size.width / 2);
    }
  });

  it('a phone has each cost of an invoice, each total and each entry within its width', async () => {
    const page = await open(database, { fragment: 'costs', size: phone });
    const money = page.locator('.part-costs .tree td:not(.level), .part-costs .sum, .part-costs .wide td:visible');
    expect(await money.count()).toBeGreaterThan(20);
    const rights = await money.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
    expect(Math.max(...rights)).toBeLessThanOrEqual(phone.width);
  });

  it('is dark or light at a press', async () => {
    const page = await open(database);
    const paper = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const before = await paper();
    await page.locator('.theme').click();
    expect(await paper()).toBe(before);
    await page.locator('.theme').click();
    expect(await paper()).not.toBe(before);
  });

  it('prints all of its parts', async () => {
    const page = await open(badDay);
    await page.pdf({ format: 'A4' });
    await page.emulateMedia({ media: 'print' });
    const seen = await page.evaluate(() =>
      [...document.querySelectorAll('section.part')]
        .filter((one) => one.getBoundingClientRect().height > 0)
        .map((one) => one.getAttribute('aria-label')),
    );
    expect(seen).toEqual(['Overview', 'Timeline', 'Costs', 'Capacity']);
    expect(await page.locator('.uplot canvas').count()).toBeGreaterThan(10);
    expect(await page.locator('.plot:empty').count()).toBe(0);
    expect(await page.locator('nav').isVisible()).toBe(false);
    // A sheet of A4 less its margins, at 96 dots an inch.
    await page.setViewportSize({ width: 688, height: 975 });
    const tooWide = await page.evaluate(() =>
      [...document.querySelectorAll('table, figure, pre')]
        .filter((one) => one.getBoundingClientRect().right > 689)
        .map((one) => one.textContent),
    );
    expect(tooWide).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(688);
  });
});

it('the page is small enough to be a part of every report', () => {
  const web = join(import.meta.dirname, '../../dist/web');
  const size = ['page.js', 'page.css'].reduce((sum, name) => sum + readFileSync(join(web, name)).length, 0);
  expect(size).toBeLessThan(250_000);
});

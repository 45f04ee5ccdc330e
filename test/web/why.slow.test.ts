import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WhyDocument } from '../../src/report/why/whyDocument.ts';
import { beginText, otherText, timeText } from '../../src/report/why/whyWords.ts';
import { svcsim } from '../node/cli.ts';
import { chromiumPath, desktop, phone, Readers, type Shown } from './browser.ts';
import { htmlOfPage, htmlOfScenario, pageOfScenario } from './pageRun.ts';

describe.runIf(chromiumPath !== '')('why, on the report page', () => {
  const readers = new Readers();
  const opened: Shown[] = [];
  const files = new Map<string, string>();

  beforeAll(() => {
    for (const name of ['02-a-rollout', '06-a-bad-day', '09-scale-to-zero'])
      files.set(name, readers.file(name, htmlOfScenario(`tour/${name}`)));
  });
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
  const panelOf = async (page: Page): Promise<string> =>
    (await page.locator('.panel').innerText()).replaceAll(/\s+/g, ' ');

  function answerOf(name: string, ...words: string[]): WhyDocument {
    return JSON.parse(
      svcsim(['why', `scenarios/tour/${name}.yaml`, ...words, '--json'], { cwd: join(import.meta.dirname, '../..') })
        .stdout,
    );
  }

  it.each([
    ['02-a-rollout', 'shop/web/7 gone', 'termination.preStop none: gone at 1 Nov 00:30:35 instead of 1 Nov 00:31:20'],
    ['06-a-bad-day', 'volume.expanded', 'volume.reactive.rounding up: 26 GB instead of 25.5 GB'],
    ['06-a-bad-day', 'expansion.refused', 'volume.limit.window closed: refused, too'],
    ['09-scale-to-zero', 'shop/images = 4', 'kpa.upRate 500: the same count, 4'],
  ])('says all that `svcsim why` says: %s, %s', async (name, question, other) => {
    const answer = answerOf(name, question);
    const page = await open(files.get(name) ?? '', { fragment: `/overview;open=entry/${answer.entry.seq}` });
    await expect.poll(() => panelOf(page)).toContain(answer.entry.sentence);
    const told = await panelOf(page);
    const { formula, chain, rules, assumptions } = answer;
    const texts = [
      `#${answer.entry.seq}`,
      ...formula,
      ...chain.flatMap((link) => [`#${link.seq}`, link.sentence, timeText(link)]),
      beginText(answer) ?? 'none',
      ...rules.map(({ here, statement }) => (here ?? statement).replaceAll('`', '')),
      ...assumptions.map(({ statement }) => statement.replaceAll('`', '')),
      ...assumptions.flatMap((one) => [one.name, `(assumed: ${one.value})`]),
      ...assumptions.flatMap((one) => one.others.flatMap((reading) => otherText(one.name, reading) ?? [])),
    ];
    expect(texts.some((text) => text.startsWith(other))).toBe(true);
    for (const text of texts) expect(told).toContain(text);
  });

  it.each([
    ['desktop, light', desktop, 'light'],
    ['phone, dark', phone, 'dark'],
  ] as const)('leads from cause to cause by the keyboard, and the URL follows: %s', async (_, size, scheme) => {
    const { entry, chain } = answerOf('02-a-rollout', 'shop/web/7 gone');
    const fragment = `/overview;open=entry/${entry.seq}`;
    const page = await open(files.get('02-a-rollout') ?? '', { fragment, size, scheme });
    const first = page.locator('.why-chain a').first();
    await first.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain(`open=entry/${chain[0]?.seq}`);
    await expect.poll(() => panelOf(page)).toContain(chain[0]?.sentence ?? 'none');
    const { width, inner } = await page.evaluate(() => ({
      width: document.querySelector('.panel')?.scrollWidth ?? 0,
      inner: document.querySelector('.panel')?.clientWidth ?? 0,
    }));
    expect(width).toBeLessThanOrEqual(inner);
    await page.goBack();
    await expect.poll(() => panelOf(page)).toContain(entry.sentence);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.panel').isVisible()).toBe(false);
  });

  it('a finding and a bar tell why it happened the first time', async () => {
    const page = await open(files.get('06-a-bad-day') ?? '');
    await page.locator('.findings a').first().click();
    await expect.poll(() => panelOf(page)).toMatch(/The first time #\d+ .*was full at 61\.5 GB/);
    await page.goto(`${page.url().split('#')[0]}#/time;of=shop/workload/web`);
    await page
      .locator('.lane .item', { has: page.locator('.bar') })
      .last()
      .click();
    await expect.poll(() => panelOf(page)).toMatch(/Why it started #\d+ .*was created .*it begins with: /);
  });

  it('a bar says what ended it, in its label and in its panel, in the numbers of the case', async () => {
    const page = await open(files.get('06-a-bad-day') ?? '', { fragment: '/time;of=shop/workload/thumbs' });
    const label = page.locator('.bar-label', { hasText: 'replica 0, version 1, for 18h, ended by: evicted' });
    await page.locator('.lane .item', { has: label }).click();
    await expect.poll(() => panelOf(page)).toMatch(/Why it ended #\d+ 3 Nov 18:00:00\.001 replica 0 .* was gone/);
    expect(await panelOf(page)).toContain('allotted: 1,000,000,000 bytes, exceeded from 3 Nov 18:00:00.001 on');
  });

  it('an expectation leads to the entry that decided it, and from there to its whole answer', async () => {
    const page = await open(files.get('06-a-bad-day') ?? '');
    await page.getByRole('link', { name: 'replicas.ready of shop/worker at the end: 1, as expected' }).click();
    await expect
      .poll(() => panelOf(page))
      .toMatch(/What decided it last #\d+ 3 Nov 12:00:\d\d replica \d+ of shop\/worker .*/);
    await page.locator('.panel .mattered a').first().click();
    await expect.poll(() => panelOf(page)).toContain('Data of the entry');
  });

  it('a day lists what mattered, several alike as one', async () => {
    const page = await open(files.get('06-a-bad-day') ?? '', { fragment: '/costs;open=day/2026-11-03' });
    await expect.poll(() => panelOf(page)).toContain('What mattered that day');
    const items = page.locator('.panel .mattered > li');
    expect(await items.count()).toBe(12);
    const told = (await items.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(told).toContainEqual(
      expect.stringMatching(/^#107 3 Nov 11:00:44 container main of replica 1 .* exited 15 times; the last: #\d+$/),
    );
    expect(told).toContainEqual(expect.stringContaining('an expansion of volume 0 of shop/volumeset/event-data'));
  });

  it('the time until a volume is full, its expansions, and counts of entries can be asked in the tables', async () => {
    const page = await open(files.get('06-a-bad-day') ?? '', { fragment: '/capacity' });
    await page.locator('td a', { hasText: 'not filling' }).click();
    await expect
      .poll(() => panelOf(page))
      .toContain('free: 92.25 GB - 61.5 GB = 30.75 GB at this growth it is never full');
    expect(await panelOf(page)).toMatch(/Expansions left: 3 of 4 LIMIT-1 .* #\d+ 4 Nov 03:00:00 an expansion/);
    const row = page.locator('tr', { has: page.getByRole('button', { name: 'web in aws-eu-central-1' }) });
    await row.locator('a').nth(1).click();
    await expect.poll(() => panelOf(page)).toMatch(/The last decision before #\d+ 3 Nov 01:00:00/);
    const scale = page.locator('tr', { hasText: 'shop/workload/web in aws-eu-central-1' }).locator('td').last();
    await scale.locator('a').click();
    await expect.poll(() => page.url()).toContain('open=moment/');
    const stalled = page.locator('table', { hasText: 'Stalled' }).locator('td a', { hasText: /^1$/ }).last();
    await stalled.click();
    await expect.poll(() => panelOf(page)).toMatch(/: 1 on this page The first time #\d+ /);
  });

  it('a finding about a volume set leads to its volumes', async () => {
    const data = pageOfScenario('tour/04-a-stateful-set');
    const about = data.summary.findings.map(({ message, subject }) => `${subject} ${message}`);
    const index = about.findIndex((text) => /data-parallel.*cannot grow/.test(text));
    const page = await open(readers.file('stateful', htmlOfPage(data)), {
      fragment: `/overview;open=finding/${index}`,
    });
    await page.locator('.panel a', { hasText: 'data-parallel/1' }).click();
    await expect
      .poll(() => panelOf(page))
      .toMatch(/growth [\d.]+ GB a day, the trend of .* days, if it is not expanded/);
  });

  it('a link to an entry scrolls the journal to it and marks it, and the filter finds it by its number', async () => {
    const { entry } = answerOf('02-a-rollout', 'shop/web/0 gone');
    const page = await open(files.get('02-a-rollout') ?? '', { fragment: `/journal;open=entry/${entry.seq}` });
    const item = page.locator(`.entry.is-open[data-seq="${entry.seq}"]`).first();
    await expect.poll(() => item.isVisible()).toBe(true);
    const box = await item.boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect(box?.y).toBeLessThan(desktop.height);
    await page.locator('input.filter').fill(`#${entry.seq}`);
    await expect.poll(() => page.locator('section:not(.is-away) .entries > li').count()).toBe(1);
    await page.locator('input.filter').fill('web/0 gone');
    await expect.poll(() => page.locator('section:not(.is-away) .entries > li').count()).toBe(1);
  });

  it('has no heading over causes where there are none', async () => {
    const { entry, chain } = answerOf('06-a-bad-day', 'behaviour.changed');
    expect(chain).toEqual([]);
    const page = await open(files.get('06-a-bad-day') ?? '', { fragment: `/overview;open=entry/${entry.seq}` });
    await expect.poll(() => panelOf(page)).toContain('it begins with: a step of the timeline');
    expect(await page.locator('.panel h3', { hasText: 'Because of' }).count()).toBe(0);
  });

  it('says which entry of a chain is not on the page, and how to see it', async () => {
    const data = pageOfScenario('tour/02-a-rollout');
    const seqs = new Map(data.entries.map((entry) => [entry.seq, entry]));
    const missing = data.entries.find(({ cause }) => cause !== null && seqs.get(cause)?.cause !== null);
    if (missing === undefined) throw new Error('no entry has a cause that has a cause');
    // As on the page of a long run: of a long chain, the last entries have room.
    const entries = data.entries.filter(({ seq }) => seq !== missing.cause);
    const thin = readers.file('thin', htmlOfPage({ ...data, entries }));
    const page = await open(thin, { fragment: `/journal;open=entry/${missing.seq}` });
    await expect.poll(() => panelOf(page)).toContain(`Entry #${missing.cause} came before and is not on this page.`);
    expect(await panelOf(page)).toContain(`svcsim why . ${missing.seq}`);
  });
});

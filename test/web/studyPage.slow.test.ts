import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readStudyStyle } from '../../src/node/pageAssets.ts';
import { type StudyPageDocument, studyHtml } from '../../src/report/study/page/studyHtml.ts';
import {
  differenceWith,
  findWith,
  forkWith,
  gridStudy,
  sensitivityWith,
  studyWith,
} from '../report/study/page/documents.ts';
import { chromiumPath, desktop, phone, Readers, type Shown } from './browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

if (chromiumPath === '') console.warn('The page of a study is not tested: there is no chromium here.');

const bridge = {
  plan: 'leaner',
  base: 'today',
  replication: 7,
  rows: [{ resource: 'shop/workload/api', meter: 'cpu', from: '6.5', to: '2.25', difference: '-4.25' }],
  total: { from: '6.5', to: '2.25', difference: '-4.25' },
};
const long = differenceWith({ plan: 'shop.with-a-name-that-no-phone-has-room-for.leaner.cheaper.smaller' });
const documents: { readonly [name: string]: StudyPageDocument } = {
  comparison: studyWith({ differences: [...studyWith({}).differences, long], bridges: [bridge] }),
  grid: gridStudy(),
  find: findWith({}),
  sensitivity: sensitivityWith({}),
  fork: forkWith(),
};

describe.runIf(chromiumPath !== '')('the page of a study in a browser', () => {
  const readers = new Readers();
  const opened: Shown[] = [];
  const files = new Map<string, string>();

  beforeAll(() => {
    const style = readStudyStyle();
    for (const [name, document] of Object.entries(documents))
      files.set(name, readers.file(name, studyHtml(document, { currency: 'USD', style })));
  });
  afterEach(async () => {
    const shown = opened.splice(0);
    for (const { page } of shown) await page.close();
    // No error, no word on the console (a breach of the policy is one), no request.
    expect(shown.flatMap(({ faults }) => faults)).toEqual([]);
  });
  afterAll(() => readers.close());

  async function open(name: string, options: Parameters<Readers['open']>[1] = {}): Promise<Shown['page']> {
    const shown = await readers.open(files.get(name) ?? '', options);
    opened.push(shown);
    return shown.page;
  }

  it.each(Object.keys(documents))(
    '%s fits a phone and a desktop: nothing but tables and commands scrolls',
    async (name) => {
      for (const size of [phone, desktop]) {
        const page = await open(name, { size });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width);
      }
    },
  );

  it('has marks where the axis has their values, at any width', async () => {
    for (const size of [phone, desktop]) {
      const page = await open('comparison', { size });
      const places = await page.evaluate(() => {
        const figure = document.querySelector('figure');
        const boxOf = (selector: string) => figure?.querySelector(selector)?.getBoundingClientRect();
        const [room, length, mean] = ['.row-plot', '.row-plot .length', '.row-plot .mean'].map(boxOf);
        return room === undefined || length === undefined || mean === undefined
          ? null
          : {
              from: (length.left - room.left) / room.width,
              until: (length.right - room.left) / room.width,
              mean: (mean.left + mean.width / 2 - room.left) / room.width,
              height: room.height,
            };
      });
      // -0.72 to -0.6 around -0.66, on an axis from -0.8 to 0.
      expect(places?.from).toBeCloseTo(0.1, 2);
      expect(places?.until).toBeCloseTo(0.25, 2);
      expect(places?.mean).toBeCloseTo(0.175, 2);
      expect(places?.height).toBeLessThan(80);
    }
  });

  it.each(['light', 'dark'] as const)('follows a system that is %s, and prints in light', async (scheme) => {
    const page = await open('comparison', { scheme });
    const colors = () =>
      page.evaluate(() => {
        const { backgroundColor, color } = getComputedStyle(document.documentElement);
        return [backgroundColor, color];
      });
    const light = ['rgb(251, 250, 247)', 'rgb(29, 28, 26)'];
    expect(await colors()).toEqual(scheme === 'light' ? light : ['rgb(22, 24, 27)', 'rgb(233, 230, 224)']);
    await page.emulateMedia({ media: 'print' });
    expect(await colors()).toEqual(light);
  });

  it.each(
    Object.keys(documents).flatMap((name) => (['light', 'dark'] as const).map((scheme) => [name, scheme] as const)),
  )('axe finds nothing wrong on %s in %s', async (name, scheme) => {
    const page = await open(name, { scheme });
    const found = await page.evaluate(
      `${axe}; axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]))`,
    );
    expect(found).toEqual([]);
  });
});

/** What the benchmarks of the playground do in Chromium: open a page with a new profile, type, and drag a slider. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumPath, desktop } from '../web/browser.ts';

/** Milliseconds from the start of the navigation until the browser has drawn each part. */
export interface LoadTimes {
  /** The editor has its text. */
  readonly editor: number;
  /** The first picture of the timeline has its lines; NaN if it was not waited for. */
  readonly timeline: number;
}

/** What the compositor drew while the slider was dragged. */
export interface DraggedFrames {
  readonly perSecond: number;
  /** Milliseconds between two frames, at most. */
  readonly longestGap: number;
}

/** An element that shows that the part is there. */
const shownParts = {
  editor: '.cm-line + .cm-line, textarea',
  timeline: 'body[data-ran] .plot canvas, body[data-ran] .plot svg',
} as const;

/**
 * Marks each part in the first frame that has it. A message comes after the frame was drawn, `requestAnimationFrame`
 * before that.
 */
const probe = `{
  const parts = new Map(Object.entries(${JSON.stringify(shownParts)}));
  globalThis.afterDrawing = (act) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); act(); };
    port2.postMessage(null);
  };
  const look = () => {
    for (const [name, selector] of parts)
      if (document.querySelector(selector) !== null) {
        parts.delete(name);
        afterDrawing(() => performance.mark(name));
      }
    if (parts.size > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}`;

/** A browser with a new profile: nothing of the page was read or compiled before. */
export async function newBrowser(): Promise<Browser> {
  if (chromiumPath === '') throw new Error('there is no chromium');
  return await chromium.launch({
    executablePath: chromiumPath,
    args: ['--headless', '--no-sandbox', '--no-first-run', '--disable-gpu'],
  });
}

/** Opens a file and waits until the last of the parts is drawn. */
export async function openFile(browser: Browser, path: string, fragment: string, last: keyof LoadTimes): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ viewport: desktop });
  const page = await context.newPage();
  await page.addInitScript(probe);
  await page.goto(`file://${path}${fragment}`);
  await page.waitForFunction((part) => performance.getEntriesByName(part).length > 0, last);
  return page;
}

export async function loadTimes(page: Page): Promise<LoadTimes> {
  const [editor, timeline] = await Promise.all(
    Object.keys(shownParts).map((name) =>
      page.evaluate<number | undefined>(`performance.getEntriesByName('${name}')[0]?.startTime`),
    ),
  );
  return { editor: editor ?? Number.NaN, timeline: timeline ?? Number.NaN };
}

/**
 * Types digits over the character before a place in the editor, one by one.
 *
 * @param before what is written before the place, in one line
 * @param digits each another than that before it
 * @returns milliseconds from each key until its timeline is drawn
 */
export async function typeDigits(page: Page, before: string, digits: readonly string[]): Promise<number[]> {
  const line = page.locator('.cm-line', { hasText: before });
  await line.scrollIntoViewIfNeeded();
  const end = await line.evaluate((element, text) => {
    let left = (element.textContent ?? '').indexOf(text) + text.length;
    const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let node = nodes.nextNode();
    while (node !== null && left > (node.textContent ?? '').length) {
      left -= (node.textContent ?? '').length;
      node = nodes.nextNode();
    }
    const range = document.createRange();
    if (node === null) return null;
    range.setStart(node, left - 1);
    range.setEnd(node, left);
    const { right, top, height } = range.getBoundingClientRect();
    return { x: right, y: top + height / 2 };
  }, before);
  if (end === null) throw new Error(`the editor does not show ${before}`);
  await page.mouse.click(end.x - 1, end.y);
  const times: number[] = [];
  for (const digit of digits) {
    await page.keyboard.press('Shift+ArrowLeft');
    // A promise that is the value of the text would be waited for.
    await page.evaluate(`{
      const before = document.body.dataset.ran;
      globalThis.drawnAfter = new Promise((resolve) => {
        document.addEventListener('keydown', ({ timeStamp }) => {
          const look = () => {
            if (document.body.dataset.ran === before) requestAnimationFrame(look);
            else afterDrawing(() => resolve(performance.now() - timeStamp));
          };
          requestAnimationFrame(look);
        }, { capture: true, once: true });
      });
      null;
    }`);
    await page.keyboard.press(digit);
    times.push(await page.evaluate<number>('drawnAfter'));
    // Whatever follows a run, such as the state at the cursor, does not belong to the next edit.
    await page.waitForTimeout(500);
  }
  return times;
}

/** An event of a trace, as far as it is read here; `ts` in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ts: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}

/** Milliseconds between two movements of the mouse: more often than a screen shows them. */
const moveEvery = 8;

/**
 * Drags a slider from its left to its right end, and counts the frames between the press of the button and its release
 * in the browser's trace.
 *
 * @param duration ms
 */
export async function dragSlider(browser: Browser, page: Page, duration: number): Promise<DraggedFrames> {
  const box = await page.locator('input[type=range]').first().boundingBox();
  if (box === null) throw new Error('the page has no slider');
  const { x, width } = { x: box.x + 8, width: box.width - 16 };
  const y = box.y + box.height / 2;
  const tracing = await browser.newBrowserCDPSession();
  const mouse = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  tracing.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as readonly TraceEvent[]));
  });
  await tracing.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame'] },
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  const moved: Promise<unknown>[] = [];
  const from = performance.now();
  for (let share = 0; share < 1; ) {
    share = Math.min(1, (performance.now() - from) / duration);
    // It is not waited for: a mouse does not wait for a page either.
    const move = { type: 'mouseMoved', x: x + share * width, y, button: 'left', buttons: 1 } as const;
    moved.push(mouse.send('Input.dispatchMouseEvent', move));
    await new Promise((resolve) => setTimeout(resolve, moveEvery));
  }
  await Promise.all(moved);
  await page.mouse.up();
  const isComplete = new Promise<void>((resolve) => tracing.once('Tracing.tracingComplete', () => resolve()));
  await tracing.send('Tracing.end');
  await isComplete;
  return framesIn(events);
}

function framesIn(events: readonly TraceEvent[]): DraggedFrames {
  const momentOf = (type: string): number => {
    const found = events.find(({ name, args }) => name === 'EventDispatch' && args?.data?.type === type);
    if (found === undefined) throw new Error(`the trace has no ${type}`);
    return found.ts;
  };
  const [from, until] = [momentOf('mousedown'), momentOf('mouseup')];
  const drawn = events
    .filter(({ name, ts }) => name === 'DrawFrame' && ts >= from && ts <= until)
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  const all = [from, ...drawn, until];
  const gaps = all.slice(1).map((ts, index) => ts - (all[index] ?? ts));
  return { perSecond: (drawn.length * 1e6) / (until - from), longestGap: Math.max(...gaps) / 1e3 };
}

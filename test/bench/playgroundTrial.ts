/**
 * Measures the playground in Chromium, from a file and with a new profile each time, and prints a `PlaygroundTrial`.
 * Each measurement of it is followed by its yardstick.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { playgroundHtml } from '../../scripts/site/playground.ts';
import { PlaygroundEngine } from '../../src/playground/engine/engine.ts';
import { type DraggedFrames, dragSlider, loadTimes, newBrowser, openFile, typeDigits } from './playgroundBrowser.ts';
import type { MeasuredTurn } from './rows.ts';

export interface PlaygroundTrial {
  /** ms; the yardstick is a document of the same length whose scripts do not run. */
  readonly editor: readonly MeasuredTurn[];
  /** ms; the same yardstick. */
  readonly timeline: readonly MeasuredTurn[];
  /** ms; the yardstick is the engine in Node, asked for the same run. */
  readonly edit: readonly MeasuredTurn[];
  /** Frames a second; the yardstick is a page that has a slider and a line, and nothing else. */
  readonly frames: readonly MeasuredTurn[];
  /** ms without a frame, at most, of each drag. */
  readonly gaps: readonly number[];
  /** Bytes of the document, as it is and compressed. */
  readonly size: { readonly plain: number; readonly gzip: number; readonly brotli: number };
}

const root = join(import.meta.dirname, '../..');
const loads = 5;
const drags = 3;
const dragMs = 3_000;
const lesson = '#lesson=02-a-rollout';
const month = '#lesson=07-a-month-of-a-shop';
const edited = { before: 'minReadySeconds: 20', digits: [...'123456789'] } as const;

/** A slider that moves a line. */
const barePage = `<!doctype html><textarea></textarea><input type="range" max="1000" step="any" style="width: 220px">
<div style="width: 2px; height: 144px; background: red"></div>
<script>
const [slider] = document.getElementsByTagName('input');
const [line] = document.getElementsByTagName('div');
slider.oninput = () => requestAnimationFrame(() => { line.style.transform = 'translateX(' + slider.value + 'px)'; });
</script>`;

const folder = mkdtempSync(join(tmpdir(), 'svcsim-bench-'));
try {
  const html = await playgroundHtml(root);
  const [page, plain, bare] = [html, plainPage(html), barePage].map((text, index) => {
    const path = join(folder, `${index}.html`);
    writeFileSync(path, text);
    return path;
  }) as [string, string, string];
  const loaded = await loadsOf(page, plain);
  const frames = await framesOf(page, bare);
  const trial: PlaygroundTrial = {
    editor: loaded.map(({ own, yardstick }) => ({ value: own.editor, yardstick })),
    timeline: loaded.map(({ own, yardstick }) => ({ value: own.timeline, yardstick })),
    edit: await editsOf(page),
    frames: frames.map(({ own, yardstick }) => ({ value: own.perSecond, yardstick: yardstick.perSecond })),
    gaps: frames.map(({ own }) => own.longestGap),
    size: {
      plain: Buffer.byteLength(html),
      gzip: gzipSync(html, { level: 9 }).length,
      brotli: brotliCompressSync(html).length,
    },
  };
  console.log(JSON.stringify(trial));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function loadsOf(page: string, plain: string) {
  const turns = [];
  for (let turn = 0; turn < loads; turn += 1) {
    const [own, yardstick] = [await coldLoad(page, lesson, 'timeline'), await coldLoad(plain, '', 'editor')];
    turns.push({ own, yardstick: yardstick.editor });
  }
  return turns;
}

async function coldLoad(path: string, fragment: string, last: 'editor' | 'timeline') {
  const browser = await newBrowser();
  const times = await loadTimes(await openFile(browser, path, fragment, last));
  await browser.close();
  return times;
}

async function editsOf(path: string): Promise<MeasuredTurn[]> {
  const file = 'scenarios/tour/02-a-rollout.yaml';
  const text = readFileSync(join(root, file), 'utf8');
  const engine = new PlaygroundEngine({ clock: () => performance.now(), msMax: 5_000, entriesMax: 400_000 });
  const browser = await newBrowser();
  const page = await openFile(browser, path, lesson, 'timeline');
  const turns: MeasuredTurn[] = [];
  const values = await typeDigits(page, edited.before, edited.digits);
  for (const [index, value] of values.entries()) {
    const changed = text.replace(edited.before, `${edited.before.slice(0, -1)}${edited.digits[index]}`);
    const from = performance.now();
    for (const answering = engine.answer('open', { file, text: changed, files: {} }); answering.next().done !== true; );
    turns.push({ value, yardstick: performance.now() - from });
  }
  await browser.close();
  return turns;
}

async function framesOf(path: string, bare: string): Promise<{ own: DraggedFrames; yardstick: DraggedFrames }[]> {
  const browser = await newBrowser();
  const page = await openFile(browser, path, month, 'timeline');
  await page.getByRole('button', { name: 'Show the run' }).click();
  const other = await openFile(browser, bare, '', 'editor');
  const turns = [];
  for (let turn = 0; turn < drags; turn += 1) {
    await page.bringToFront();
    const own = await dragSlider(browser, page, dragMs);
    await other.bringToFront();
    turns.push({ own, yardstick: await dragSlider(browser, other, dragMs) });
  }
  await browser.close();
  return turns;
}

/** A document with the same texts, none of which is a script, and with a plain field as its editor. */
function plainPage(html: string): string {
  return `${html.replace(/<script>/g, '<script type="text/plain">')}<textarea>svcsim: 1</textarea>`;
}

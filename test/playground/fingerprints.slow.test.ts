/**
 * The engine in a browser, started from a blob by a page from a file, computes what Node computes.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';
import { globSync } from 'tinyglobby';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineOptions } from '../../scripts/engineBundle.ts';
import { Run } from '../../src/experiment/run.ts';
import { formatDecimal } from '../../src/platform/metering/decimal.ts';
import { readerOf } from '../../src/playground/engine/lessonDesk.ts';
import type { EngineReply, OpenQuestion, RanScenario } from '../../src/playground/protocol.ts';
import { payableOf } from '../../src/report/bill/costs.ts';
import { parseScenario } from '../../src/scenario/parse.ts';
import { chromiumPath } from '../web/browser.ts';
import { root, scenarioText, tourFiles } from './runs.ts';

const real = globSync('scenarios/real/*.yaml', { cwd: root }).sort();

async function bundled(): Promise<string> {
  const { outputFiles = [] } = await build({ ...engineOptions, absWorkingDir: root, write: false, logLevel: 'silent' });
  return outputFiles[0]?.text ?? '';
}

/** A page that starts the worker from a blob and passes questions on. */
function pageWith(engine: string): string {
  const source = JSON.stringify(engine).replaceAll('<', '\\u003c');
  return `<!doctype html><meta charset="utf-8"><script>
const worker = new Worker(URL.createObjectURL(new Blob([${source}], { type: 'text/javascript' })));
const waiting = new Map();
let last = 0;
worker.onmessage = ({ data }) => { if (data.progress === undefined) waiting.get(data.id)(data); };
worker.onerror = ({ message }) => { for (const done of waiting.values()) done({ error: message }); };
function ask(call, ask) {
  return new Promise((done) => { waiting.set(++last, done); worker.postMessage({ id: last, call, ask }); });
}
</script>`;
}

interface Figures {
  readonly fingerprint: string;
  readonly entries: number;
  readonly total: string;
}

function inNode({ file, text, files }: OpenQuestion): Figures {
  const { scenario, problems } = parseScenario(text, { file, read: readerOf(files) });
  if (scenario === null) throw new Error(JSON.stringify(problems));
  const run = new Run(scenario, { sink: () => {} });
  run.advance();
  return {
    fingerprint: run.sim.journal.fingerprint(),
    entries: run.sim.journal.seq,
    total: formatDecimal(payableOf(run.bill().bill)),
  };
}

describe.skipIf(chromiumPath === '')('the engine in Chromium is that of Node', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svcsim-engine-'));
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const path = join(folder, 'engine.html');
    writeFileSync(path, pageWith(await bundled()));
    browser = await chromium.launch({ executablePath: chromiumPath, args: ['--headless', '--no-sandbox'] });
    page = await browser.newPage();
    await page.goto(`file://${path}`);
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([...tourFiles, ...real])(
    '%s',
    async (file) => {
      const question: OpenQuestion = { ...scenarioText(file), msMax: 120_000 };
      const found = await page.evaluate(
        (given) => (window as unknown as { ask(call: string, ask: unknown): Promise<EngineReply> }).ask('open', given),
        question,
      );
      expect(found.error).toBeUndefined();
      const { fingerprint, entries, page: data, stopped } = found.reply as RanScenario;
      expect(stopped).toBeNull();
      expect({ fingerprint, entries, total: formatDecimal(payableOf(data.bill)) }).toEqual(inNode(question));
    },
    180_000,
  );
});

/**
 * Files of a report that somebody changed, or that are from elsewhere: they are told of, and no verb stops by a defect
 * of its own.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bill } from '../../src/node/commands/bill.ts';
import { explain } from '../../src/node/commands/explain.ts';
import { logs } from '../../src/node/commands/logs.ts';
import { reprice } from '../../src/node/commands/reprice.ts';
import { Stop } from '../../src/node/exit.ts';
import { bin } from './built.ts';
import { folderOf, shell, small, svcsim } from './cli.ts';
import { everyPlace } from './everyPlace.ts';

const cwd = folderOf({
  'book.yaml': `kind: pricebook
name: own
currency: EUR
issuer: Example
skus:
  - { id: cpu, meters: [reserved-cpu], unit: Core-Hours, prices: [{ from: 2026-01-01T00:00:00Z, tiers: [{ upTo: "1", list: "0.03" }, { list: "0.02" }] }] }
  - { id: mem, meters: [reserved-memory], unit: GiB-Hours, prices: [{ from: 2026-01-01T00:00:00Z, list: "0.004" }] }
credits: [{ id: trial, org: acme, amount: "0.01", from: 2026-01-01T00:00:00Z, until: 2028-01-01T00:00:00Z }]
tax: [{ id: vat, org: acme, rate: "0.20" }]
`,
  'a.yaml': small(
    'a',
    `prices: ./book.yaml
timeline:
  - { at: +10m, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, image: shop/web:2 }] } } }
`,
  ),
});
svcsim(['run', 'a.yaml', '-q', '--out', '.'], { cwd });

const names = ['bill.json', 'summary.json', 'ledger.ndjson', 'journal.ndjson'] as const;
const texts = new Map(names.map((name) => [name, readFileSync(join(cwd, 'a', name), 'utf8')]));
const folder = join(cwd, 'changed');
mkdirSync(folder);

/** What may stand where something else was. */
const values: readonly unknown[] = [null, true, -1, 0, 0.5, 1e300, '', '6x', '1.5', 'u1', [], [null], {}, { id: 1 }];

const verbs: readonly (readonly [string, () => Promise<number>])[] = [
  ['bill', () => bill(folder, {})],
  ['bill --csv', () => bill(folder, { csv: true })],
  ['bill --by resource,tag:a', () => bill(folder, { by: 'resource,tag:a' })],
  ['bill --by hour', () => bill(folder, { by: 'hour', prices: join(cwd, 'book.yaml') })],
  ['explain u1', () => explain(folder, { of: 'u1' })],
  ['explain u3', () => explain(folder, { of: 'u3', hour: '2026-11-01T00' })],
  ['explain 9', () => explain(folder, { of: '9' })],
  ['explain an invoice', () => explain(folder, { of: 'INV-acme-2026-11' })],
  ['explain a line', () => explain(folder, { of: 'INV-acme-2026-11/1' })],
  ['explain a credit', () => explain(folder, { of: 'INV-acme-2026-11/4' })],
  ['explain a tax', () => explain(folder, { of: 'INV-acme-2026-11/5' })],
  ['explain a rounding', () => explain(folder, { of: 'INV-acme-2026-11/6' })],
  ['reprice', () => reprice(folder, { out: join(cwd, 'again'), quiet: true })],
  ['logs', () => logs(folder, '{gvc="shop"}', { direction: 'forward', quiet: true })],
];

afterEach(() => vi.restoreAllMocks());

function silence(): void {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
}

describe('a report that somebody changed is told of', () => {
  it('as it is, every verb takes it', async () => {
    silence();
    for (const name of names) writeFileSync(join(folder, name), texts.get(name) ?? '');
    for (const [verb, call] of verbs) expect([verb, await call()]).toEqual([verb, 0]);
  });

  it('also where an amount was changed into another that could be one', async () => {
    silence();
    for (const name of names) writeFileSync(join(folder, name), texts.get(name) ?? '');
    const text = texts.get('bill.json') ?? '';
    writeFileSync(join(folder, 'bill.json'), text.replace(/"payable":"\d/, '"payable":"7'));
    await expect(bill(folder, {})).rejects.toThrow(/bill\.json does not match its digest/);
  });

  it.each(names)('also where %s is a named pipe, which nobody waits for', (name) => {
    const piped = folderOf();
    cpSync(join(cwd, 'a'), join(piped, 'a'), { recursive: true });
    const program = `timeout 20 '${process.execPath}' '${bin}'`;
    const calls = [
      'bill a',
      `bill a --by hour --prices ${join(cwd, 'book.yaml')}`,
      'explain a --of u1',
      'explain a --of 9',
      'logs a \'{gvc="shop"}\'',
    ];
    const line = `rm a/${name}; mkfifo a/${name}; ${calls.map((call) => `${program} ${call}; echo $? >> codes`).join('; ')}; cat codes >&2`;
    const { stderr } = shell(line, piped);
    expect(stderr).toContain(`cannot read a/${name}: it is a named pipe, not a report file`);
    expect(stderr).not.toMatch(/^124$/m);
  });

  it.each(names)('one value of %s changed ends no verb with a defect', async (name) => {
    silence();
    for (const other of names) writeFileSync(join(folder, other), texts.get(other) ?? '');
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.constantFrom(...values), fc.boolean(), async (where, value, isGone) => {
        writeFileSync(join(folder, name), changed(texts.get(name) ?? '', name, where, value, isGone));
        for (const [verb, call] of verbs) {
          try {
            expect(await call()).toBeLessThan(4);
          } catch (error) {
            if (!(error instanceof Stop)) throw new Error(`${verb}: ${String(error)}`, { cause: error });
            expect(error.message).toMatch(/changed/);
          }
        }
      }),
      { seed: 5, numRuns: 60 },
    );
  });
});

/** The text with one of its values, at any depth, another or gone. */
function changed(text: string, name: string, where: number, value: unknown, isGone: boolean): string {
  if (name.endsWith('.json')) return JSON.stringify(mutated(JSON.parse(text), where, value, isGone));
  const lines = text.trimEnd().split('\n');
  const at = where % lines.length;
  const line = mutated(JSON.parse(lines[at] ?? ''), Math.floor(where / lines.length), value, isGone);
  return `${lines.with(at, JSON.stringify(line)).join('\n')}\n`;
}

function mutated(document: unknown, where: number, value: unknown, isGone: boolean): unknown {
  const places = everyPlace(document);
  const [holder, key] = places[where % places.length] ?? [{}, ''];
  if (isGone && !Array.isArray(holder)) Reflect.deleteProperty(holder, key);
  else Reflect.set(holder, key, value);
  return document;
}

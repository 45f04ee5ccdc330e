import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fileOf, filesOf } from '../../../src/report/render/files.ts';
import { eventful, ran } from '../ran.ts';

const { report } = ran(eventful);
const files = filesOf(report, [fileOf('journal.ndjson', new TextEncoder().encode('{}\n'))]);

/** `head: 1` of CSV rows, cells that hold commas aside. */
function cells(line: string): string[] {
  return (line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g) ?? []).slice(0, 7).map((cell) => cell.replace(/,$/, ''));
}

describe('the files of a report', () => {
  it('are the same bytes for the same scenario', () => {
    expect([...filesOf(ran(eventful).report)]).toEqual([...filesOf(report)]);
  });

  it('are the same bytes when asked for twice', () => {
    expect([...filesOf(report)]).toEqual([...filesOf(report)]);
  });

  it('may be digested by whoever does it faster', () => {
    const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
    expect([...filesOf(report, [], sha256)]).toEqual([...filesOf(report)]);
  });

  it('are all there, and the summary lists every other one with its digest', () => {
    expect([...files.keys()]).toEqual([
      'bill.csv',
      'bill.json',
      'capacity.csv',
      'capacity.json',
      'junit.xml',
      'ledger.ndjson',
      'report.md',
      'summary.json',
    ]);
    const summary = JSON.parse(files.get('summary.json') ?? '');
    expect(summary.files.map((file: { name: string }) => file.name)).toEqual([
      'bill.csv',
      'bill.json',
      'capacity.csv',
      'capacity.json',
      'journal.ndjson',
      'junit.xml',
      'ledger.ndjson',
      'report.md',
    ]);
    for (const { name, sha256, bytes } of summary.files) {
      const text = name === 'journal.ndjson' ? '{}\n' : (files.get(name) ?? '');
      expect(sha256, name).toBe(createHash('sha256').update(text).digest('hex'));
      expect(bytes, name).toBe(Buffer.byteLength(text));
    }
  });

  it('hold the whole value as JSON, one item of a list a line', () => {
    expect(JSON.parse(files.get('bill.json') ?? '')).toEqual(JSON.parse(JSON.stringify(report.bill)));
    expect(JSON.parse(files.get('capacity.json') ?? '')).toEqual(JSON.parse(JSON.stringify(report.capacity)));
    const lines = (files.get('bill.json') ?? '').split('\n');
    expect(lines.filter((line) => line.startsWith('    {"id":"u'))).toHaveLength(report.bill.usage.length);
  });

  it('end in a line end and have no blank line', () => {
    for (const [name, text] of files) {
      expect(text.endsWith('\n'), name).toBe(true);
      if (name !== 'report.md') expect(text.includes('\n\n'), name).toBe(false);
    }
  });
});

describe('capacity.csv', () => {
  const lines = (files.get('capacity.csv') ?? '').trimEnd().split('\n');

  it('has seven fields on every line and a value on each', () => {
    expect(lines[0]).toBe('block,target,location,metric,statistic,value,unit');
    for (const line of lines.slice(1)) {
      expect(cells(line), line).toHaveLength(7);
      expect(cells(line)[5], line).not.toBe('');
    }
  });

  it('says each thing once', () => {
    const keys = lines.slice(1).map((line) => cells(line).slice(0, 5).join());
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has the numbers of capacity.json', () => {
    const [web] = report.capacity.workloads.filter(({ name }) => name === 'web');
    expect(lines).toContain(
      `workloads,shop/workload/web,${web?.location},replicas,mean,${web?.replicas?.mean},replicas`,
    );
    expect(lines).toContain(`workloads,shop/workload/web,${web?.location},cpu,efficiency,${web?.cpu.efficiency},share`);
  });
});

describe('the summary', () => {
  it('lists the worst first', () => {
    const ranks = report.summary.findings.map(({ severity }) => ['error', 'warning', 'info'].indexOf(severity));
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    // 8 GB and 3 GB a day in 10 GB: full after 16 hours, whenever it was refused to grow.
    const at = '2026-11-01T16:00:00.000Z';
    expect(report.summary.findings[0]).toMatchObject({ kind: 'volume-full', rule: 'volume.full', at });
    expect(report.summary.findings.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['executions-skipped', 'executions-deadline', 'volume-unused', 'request-refused']),
    );
  });

  it('tells the assumptions that were changed, with what they decided', () => {
    const { summary } = ran(`${eventful}assumptions: { replica.start.duration: 45s }`).report;
    expect(summary.assumptions.changed).toEqual([
      { name: 'replica.start.duration', value: '45s', default: expect.anything(), source: 'scenario' },
    ]);
    const [exercised] = summary.assumptions.exercised.filter(({ name }) => name === 'replica.start.duration');
    expect(exercised).toMatchObject({ value: '45s', source: 'scenario' });
    expect(exercised?.count).toBeGreaterThan(0);
  });
});

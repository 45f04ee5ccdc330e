import { describe, expect, it } from 'vitest';
import type { LogLine } from '../../../src/report/logs/line.ts';
import { LineTable, lineJson } from '../../../src/report/logs/lineText.ts';

const labels = {
  gvc: 'shop',
  workload: 'web',
  container: 'main',
  location: 'aws-us-east-1',
  provider: 'aws',
  replica: 'web-2-10',
  stream: 'stdout',
  version: '2',
};
const line: LogLine = { at: 1_793_491_200_123, stamp: '1793491200123000001', labels, text: 'say "x"' };

describe('a line as it is shown', () => {
  it('as JSON has its instant, its stamp, and the labels that have a value', () => {
    expect(JSON.parse(lineJson(line))).toEqual({
      at: '2026-11-01T00:00:00.123Z',
      stamp: '1793491200123000001',
      labels,
      line: 'say "x"',
    });
    const { container: _, ...others } = labels;
    expect(JSON.parse(lineJson({ ...line, labels: { ...labels, container: '' } })).labels).toEqual(others);
  });

  it('on a terminal stands in columns that grow, with what is trouble in its own colour', () => {
    const mark = (name: string) => (text: string) => (name === '' ? text : `<${name}>${text}`);
    const plain = mark('');
    const table = new LineTable({
      bold: plain,
      dim: plain,
      good: plain,
      bad: plain,
      accent: plain,
      warn: mark('warn'),
    });
    const other = { ...labels, replica: 'db-0', container: '', stream: 'stderr' };
    expect([table.row(line), table.row({ ...line, labels: other })]).toEqual([
      '2026-11-01T00:00:00.123Z  aws-us-east-1  web-2-10  main  say "x"',
      '2026-11-01T00:00:00.123Z  aws-us-east-1  db-0      -     <warn>say "x"',
    ]);
  });
});

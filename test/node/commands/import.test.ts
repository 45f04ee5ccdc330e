import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse as yaml } from 'yaml';
import { folderOf, svcsim } from '../cli.ts';

const stamp = (hours: number): string =>
  new Date(Date.UTC(2026, 8, 8, 14 + hours)).toISOString().slice(0, 19).replace('T', ' ');
const rows = (count: number, value: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${stamp(index)},${value(index)}\n`).join('');
const requests = `"Time","a","b"\n${rows(170, (index) => (index === 5 ? ',3 req/s' : '2 req/s,3 req/s'))}`;
const answer = (values: readonly (readonly [number, string])[]): string =>
  JSON.stringify({
    status: 'success',
    data: { resultType: 'matrix', result: [{ metric: { __name__: 'disk_used_bytes' }, values }] },
  });
const disk = answer([
  [1_767_225_600, '8e9'],
  [1_767_229_200, '9e9'],
]);

describe('svcsim import', () => {
  const cwd = folderOf({
    'requests.csv': requests,
    'disk.json': disk,
    'cut.json': disk.slice(0, -20),
    'taken.csv': 'mine',
  });
  const importing = (...args: string[]) => svcsim(['import', ...args], { cwd });

  it('grafana: says what it found, and prints the demand', () => {
    const { code, stdout } = importing('grafana', 'requests.csv', '--to', 'shop/api');
    expect(code).toBe(0);
    expect(yaml(stdout)).toEqual({
      demand: [
        {
          to: 'shop/api',
          rate: {
            trace: {
              file: 'requests.csv',
              time: 'Time',
              series: 'all',
              unit: 'requests/s',
              align: 'weekday',
              repeat: true,
            },
          },
        },
      ],
    });
    expect(stdout).toContain("2 series are summed: 'a', 'b'");
    expect(stdout).toContain('line 7: 1 sample of');
    expect(stdout).toContain('requests/s (as the values say); 4.99 on average, at most 5');
    expect(stdout).toContain('the recording begins on Tue 2026-09-08T14:00:00Z; align: weekday');
  });

  it('prometheus: sizes are the usage of a volume set', () => {
    const { code, stdout } = importing('prometheus', 'disk.json', '--to', 'shop/data');
    expect(code).toBe(0);
    expect(yaml(stdout)).toEqual({
      behavior: {
        'shop/data': {
          usage: {
            trace: {
              file: 'disk.json',
              unit: 'B',
              from: new Date('2026-01-01T00:00:00Z').toISOString().replace('.000', ''),
            },
          },
        },
      },
    });
    expect(stdout).toContain('8.5 GB on average, at most 9 GB');
  });

  it('--zone reads local stamps, and the lines name it', () => {
    const { stdout } = importing('grafana', 'requests.csv', '--zone', 'Europe/Berlin');
    expect(stdout).toContain('begins on Tue 2026-09-08T12:00:00Z');
    expect(yaml(stdout).demand[0].rate.trace.zone).toBe('Europe/Berlin');
    const wrong = importing('grafana', 'requests.csv', '--zone', 'Berlin');
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.stderr).toContain("did you mean 'Europe/Berlin'?");
  });

  it('--out writes the values, --step joins them, and the lines name the new file', () => {
    const { code, stdout } = importing('grafana', 'requests.csv', '--out', 'out.csv', '--step', '1d');
    expect(code).toBe(0);
    expect(readFileSync(join(cwd, 'out.csv'), 'utf8').split('\n').slice(0, 3)).toEqual([
      'time,value',
      '2026-09-08T00:00:00.000Z,4.8',
      '2026-09-09T00:00:00.000Z,5',
    ]);
    expect(yaml(stdout).demand[0].rate.trace).toEqual({
      file: 'out.csv',
      unit: 'requests/s',
      align: 'weekday',
      repeat: true,
    });
  });

  it.each([
    ['a file that was cut', 3, ['prometheus', 'cut.json'], 'cut.json:1:'],
    ['the other form', 3, ['grafana', 'disk.json'], 'svcsim import prometheus disk.json'],
    [
      'a series that is not there',
      3,
      ['grafana', 'requests.csv', '--series', 'c'],
      "no series is 'c'; the file has 'a', 'b'",
    ],
    ['a file that exists', 2, ['grafana', 'requests.csv', '--out', 'taken.csv'], 'taken.csv already exists'],
    ['a step without a file', 2, ['grafana', 'requests.csv', '--step', '5m'], 'add --out FILE.csv'],
    ['a step that is none', 2, ['grafana', 'requests.csv', '--step', 'soon', '--out', 'x.csv'], "found 'soon'"],
    ['another format', 2, ['excel', 'requests.csv'], 'grafana, prometheus'],
    ['a file that is not there', 2, ['grafana', 'none.csv'], 'there is no such file'],
  ])('%s', (_, code, args, message) => {
    const outcome = importing(...args);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toContain(message);
  });

  it('what it prints passes check without a warning', () => {
    const scenario = `svcsim: 1
start: 2026-11-01T00:00:00Z
for: 14d
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: api
    spec: { type: standard, containers: [{ name: main, image: "api:1", cpu: 500m, memory: 512Mi, ports: [{ number: 8080, protocol: http }] }] }
${importing('grafana', 'requests.csv', '--to', 'shop/api', '--series', 'b').stdout}`;
    const { code, stdout } = svcsim(['check', '-'], {
      cwd,
      input: `${scenario}behavior: { shop/api: { request: { cpu: 1ms } } }\n`,
    });
    expect(stdout).toBe('stdin: valid\n');
    expect(code).toBe(0);
  });
});

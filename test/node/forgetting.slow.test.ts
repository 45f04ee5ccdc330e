import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn, folderOf, svcsim } from './cli.ts';

const locations = ['aws-us-east-1', 'aws-eu-central-1', 'aws-us-west-2', 'gcp-us-east1', 'azure-eastus2'];

/** 432,000 executions in a day beside a workload that is deployed twice. */
const busy = {
  svcsim: 1,
  name: 'busy',
  start: '2026-11-01T00:00:00Z',
  for: '1d',
  resources: [
    {
      kind: 'gvc',
      name: 'shop',
      spec: { staticPlacement: { locationLinks: locations.map((name) => `//location/${name}`) } },
    },
    ...Array.from({ length: 60 }, (_, i) => ({
      kind: 'workload',
      gvc: 'shop',
      name: `job-${i}`,
      spec: {
        type: 'cron',
        containers: [{ name: 'main', image: 'job:1', cpu: '100m', memory: '128Mi' }],
        job: { schedule: '* * * * *', concurrencyPolicy: i % 2 === 0 ? 'Forbid' : 'Allow', restartPolicy: 'Never' },
      },
    })),
    {
      kind: 'workload',
      gvc: 'shop',
      name: 'web',
      spec: {
        type: 'standard',
        containers: [
          { name: 'main', image: 'web:1', cpu: '500m', memory: '512Mi', ports: [{ number: 80, protocol: 'http' }] },
        ],
        defaultOptions: { autoscaling: { metric: 'disabled', minScale: 2, maxScale: 2 } },
      },
    },
  ],
  behavior: { 'shop/job-*': { execution: { duration: { lognormal: { mean: '30s', cv: 0.8 } }, failure: '2%' } } },
  demand: [{ to: 'shop/web', rate: '20/s' }],
  timeline: [1, 9].map((hours) => ({
    at: `+${hours}h`,
    patch: '/gvc/shop/workload/web',
    with: { spec: { containers: [{ name: 'main', image: `web:${hours + 1}` }] } },
  })),
};

describe('a run whose journal is full long before its end', () => {
  const cwd = folderOf({ 'busy.yaml': JSON.stringify(busy) });
  const run = (out: string, ...args: string[]) => {
    const { code, stderr } = svcsim(['run', 'busy.yaml', '-q', '--out', out, ...args], { cwd });
    return { code, stderr, files: filesIn(join(cwd, out, 'busy')) };
  };
  const full = ['--journal-limit', '3'];
  const none = run('none', '--journal', 'none', '--threads', '1');

  it.each(['1', '2', '3'])('on %s threads has the reports of a run without a journal', (threads) => {
    const { code, stderr, files } = run(`full-${threads}`, '--threads', threads, ...full);
    expect(code).toBe(none.code);
    expect(stderr).toContain(
      'journal.ndjson reached its limit of 3 MB; the run and the other reports are complete, but name no journal entries: --journal-limit raises it\n',
    );
    for (const [name, text] of none.files)
      if (name !== 'summary.json') expect(files.get(name) === text, name).toBe(true);
    const summaryOf = (text = ''): object => ({ ...JSON.parse(text), files: null });
    expect(summaryOf(files.get('summary.json'))).toEqual(summaryOf(none.files.get('summary.json')));
    expect(files.size).toBe(none.files.size + 1);
  });

  it('writes as much of the journal as one that goes on entry by entry', () => {
    const literal = run('literal', '--literal', '--threads', '1', '--set', 'for=1h', ...full);
    const journal = run('again', '--threads', '2', ...full).files.get('journal.ndjson');
    expect(literal.files.get('journal.ndjson') === journal).toBe(true);
  });

  it('says what to do where an entry is asked for', () => {
    const { code, stdout } = svcsim(['explain', 'full-1/busy', '--of', 'u1'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain('with a larger --journal-limit if it was reached');
  });

  it('names entries all the same where all are wanted one by one', () => {
    const { stderr, files } = run('verified', '--verify', ...full);
    expect(stderr).toContain('reports are complete\n');
    expect(JSON.parse(files.get('bill.json') ?? '').usage[0].events.length).toBeGreaterThan(0);
  });
});

import { describe, expect, it } from 'vitest';
import { markdownReport } from '../../../src/report/render/markdown.ts';
import type { Report } from '../../../src/report/report.ts';
import { markdownText } from '../../../src/report/words/markdownTable.ts';
import { eventful, ran, uncertain } from '../ran.ts';

const { report } = ran(`${eventful}expect:
  - { metric: volumes.freePercentage, of: shop/data, always: ">= 10%" }
  - { metric: rollouts.completed, of: shop/web, is: "= 2" }
`);

/** The same run with something else in it. */
function but(changes: Partial<Report['summary']>, others: Partial<Report> = {}): Report {
  return { ...report, ...others, summary: { ...report.summary, ...changes } };
}

describe('the report for a pull request', () => {
  const text = markdownReport(report);

  it('begins with the verdict and the cost, and a short table', () => {
    const lines = text.split('\n');
    expect(lines[0]).toMatch(/^### eventful · FAIL · \d+\.\d\d USD$/);
    expect(lines.slice(2, 4)).toEqual(['| | |', '|:---|:---|']);
    expect(text).toMatch(/\| Expectations \| 1 of 2 passed \|/);
    expect(text).toMatch(/\| Reproduce with \| seed 1, fingerprint [0-9a-f]{16} \|/);
  });

  it('says each parameter with its distribution, and the replication', () => {
    const drawn = markdownReport(ran(uncertain, { replication: 3 }).report);
    expect(drawn).toMatch(
      /\n\| Parameter \| growth = [2-8](\.\d)? \(triangular: low 2, mode 3, high 8; round 0\.1\) \|\n\| Parameter \| words = a b \|\n/,
    );
    expect(drawn).toMatch(/\| Reproduce with \| seed 1, replication 3, fingerprint /);
    expect(text).not.toContain('Parameter');
  });

  it('has the worst in the open and everything else folded', () => {
    const [open = '', ...folded] = text.split('<details>');
    expect(open).toMatch(
      /\n- ✗ shop\/data: volumes\.freePercentage of shop\/data: was |\n- ✗ .*volumes\.freePercentage/,
    );
    expect(open.match(/\n- /g)).toHaveLength(3);
    expect(folded.length).toBeGreaterThan(5);
    expect(text.match(/<\/details>/g)).toHaveLength(folded.length);
  });

  it('has tables whose rows all have as many cells as their heads', () => {
    for (const table of text.match(/(^\|.*\|\n)+/gm) ?? []) {
      const cells = table
        .trimEnd()
        .split('\n')
        .map((line) => line.replaceAll('\\|', '').split('|').length);
      expect(new Set(cells).size, table).toBe(1);
    }
  });

  it('has advice with the sum and the patch of all of it to copy where it was asked for', () => {
    const effect = { cost: '1.5', costPerMonth: '45.0', problems: [] };
    const advice = {
      kind: 'volume',
      target: 'shop/volumeset/data',
      location: null,
      field: 'autoscaling',
      now: 'none',
    } as const;
    const window = { start: '2026-11-01T00:00:00.000Z', end: '2026-11-02T00:00:00.000Z' };
    const one = {
      ...advice,
      proposed: 'predictive',
      reason: 'it was full',
      window,
      severity: 'error',
      effect,
      sentence: 'it saves money.',
      set: [],
      patch: 'a:\n  b: 1\n',
      rejected: [],
    } as const;
    const whole = {
      cost: '1.0',
      costPerMonth: '30.0',
      unchanged: [],
      total: { ...effect, singles: '1.5', overlap: '0.0' },
      set: [],
      patch: 'a:\n  b: 2\n',
      replications: 1,
      confidence: 0.95,
      searchedReplication: 0,
      rounds: 2,
      runs: 3,
      untried: 0,
    };
    const told = markdownReport(but({}, { capacity: { ...report.capacity, recommendations: [one], advice: whole } }));
    expect(told).toContain('<details><summary>Recommendations: 1</summary>');
    expect(told).toContain(
      '- **shop/volumeset/data autoscaling**: none → predictive, +45.00 USD a month. it was full.',
    );
    expect(told).toContain('\nTotal: +45.00 USD a month.\n\n```yaml\na:\n  b: 2\n```\n');
    expect(text).not.toContain('Recommendations');
    const next = {
      proposed: 'b',
      effect: one.effect,
      sentence: 'b instead of a costs 9.00 USD more a month.',
      set: [],
    };
    const more = { ...report.capacity, recommendations: [{ ...one, next }], advice: whole };
    expect(markdownReport(but({}, { capacity: more }))).toContain(
      'it was full. Next step: b instead of a costs 9.00 USD more a month.',
    );
  });

  it('stays under 60,000 bytes whatever the run, and names what it leaves out', () => {
    const [finding] = report.summary.findings;
    if (finding === undefined) throw new Error('nothing was found');
    const findings = Array.from({ length: 500 }, () => ({ ...finding, message: 'ä|'.repeat(400) }));
    const long = markdownReport(but({ findings }));
    expect(Buffer.byteLength(long)).toBeLessThan(60_000);
    expect(long).toContain('see the report files: Findings: 500.');
    expect(long).toContain('<summary>Assumptions</summary>');
  });

  it('says that a run was interrupted, instead of a verdict', () => {
    expect(markdownReport(but({}, { isComplete: false })).split('\n')[0]).toContain(' · INTERRUPTED · ');
  });

  it.each([
    ['a | b', 'a \\| b'],
    ['<script>&', '&lt;script&gt;&amp;'],
    ['*/5 * * * *', '\\*/5 \\* \\* \\* \\*'],
    ['shop/workload/web@aws-us-east-1', 'shop/workload/web@aws-us-east-1'],
    ['@someone', '\\@someone'],
    ['two\nlines', 'two lines'],
  ])('writes %j so that it is read as it is', (plain, written) => {
    expect(markdownText(plain)).toBe(written);
  });
});

import { describe, expect, it } from 'vitest';
import { minute, second } from '../../src/engine/time.ts';
import { type AnswerSources, answersOf } from '../../src/report/page/answers.ts';
import type { ReportFinding } from '../../src/report/verdict/reportFinding.ts';
import { pageOf, shippedScenario } from './paged.ts';

const run = { start: Date.UTC(2026, 10, 1), end: Date.UTC(2026, 10, 2) };

function finding(kind: string, told: Partial<ReportFinding> = {}): ReportFinding {
  return { severity: 'warning', kind, subject: '', message: `${kind} happened`, at: null, rule: null, ...told };
}

function answersTo(findings: readonly ReportFinding[], more: Partial<AnswerSources> = {}) {
  return answersOf({
    summary: { findings, expectations: [], verdict: 'pass' },
    trails: findings.map(() => ({ happened: null, entries: [] })),
    rollouts: [],
    scalers: [],
    capacity: { volumes: [] },
    pictures: [],
    run,
    ...more,
  });
}

describe('the sentences that answer', () => {
  it('come in order of trouble, not of names: the one that lasted longest is the first of its severity', () => {
    const answers = answersTo([
      finding('a-note', { severity: 'info' }),
      finding('b-short', { lastedMs: 5 * second }),
      finding('z-long', { lastedMs: 5 * minute }),
      finding('y-error', { severity: 'error' }),
    ]);
    expect(answers.map(({ text }) => text.split(' ')[0])).toEqual(['y-error', 'z-long', 'b-short', 'a-note']);
    expect(answers.map(({ findings }) => findings)).toEqual([[3], [2], [1], [0]]);
  });

  it('tell a broken expectation before other errors, and each for itself', () => {
    const broken = finding('expectation', { severity: 'error' });
    const answers = answersTo([finding('volume-full', { severity: 'error', lastedMs: minute }), broken, broken]);
    expect(answers.map(({ findings }) => findings)).toEqual([[1], [2], [0]]);
  });

  it('name the pattern: findings of one kind and rule are one sentence, which opens all of them', () => {
    const alike = Array.from({ length: 18 }, (_, i) =>
      finding('executions-failed', { subject: `shop/workload/w${i}@aws-us-east-1`, lastedMs: i }),
    );
    const [first, ...others] = answersTo(alike);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ more: 'and 17 more like it', subject: 'shop/workload/w17@aws-us-east-1' });
    expect(first?.findings).toHaveLength(18);
  });

  it('zoom to the time of the trouble with a quarter on each side, and to no less than 2 minutes', () => {
    const at = new Date(run.start + 600 * minute).toISOString();
    const [long, short] = answersTo([
      finding('long', { at, lastedMs: 80 * minute }),
      finding('short', { at, lastedMs: 1 }),
    ]);
    const minutesOf = (answer: typeof long) =>
      answer?.zoom && [answer.zoom.start, answer.zoom.end].map((one) => Math.round((one - run.start) / minute));
    expect(minutesOf(long)).toEqual([580, 700]);
    expect(minutesOf(short)).toEqual([599, 601]);
  });

  it('of several times zoom to the longest, not to the first', () => {
    const at = new Date(run.start + 60 * minute).toISOString();
    const longest = { at: new Date(run.start + 600 * minute).toISOString(), ms: 80 * minute };
    const [answer] = answersTo([finding('came-and-went', { at, lastedMs: 100 * minute, longest })]);
    expect(answer?.zoom).toEqual({ start: run.start + 580 * minute, end: run.start + 700 * minute });
    expect(answer?.text).toMatch(/ \(first 1 Nov 01:00, longest 1 Nov 10:00\)$/);
  });

  it('at maxScale several times zoom to the longest, as the chart of its replicas shows it', () => {
    const at = (minutes: number): number => run.start + minutes * minute;
    const subject = 'shop/workload/api@aws-us-east-1';
    const desired = { name: 'desired', draw: 'steps', isThinned: false } as const;
    const lines = [{ ...desired, at: [0, 60, 70, 600, 680].map(at), value: [2, 8, 3, 8, 4] }];
    const found = finding('at-max-scale', { subject, at: new Date(at(60)).toISOString(), lastedMs: 90 * minute });
    const [answer] = answersTo([found], { pictures: [{ id: 'r', kind: 'replicas', subject, lines }] });
    expect(answer?.zoom).toEqual({ start: at(580), end: at(700) });
  });

  it('begin with a location that was lost, and when, beside a chart of its replicas', () => {
    const { answers, start } = pageOf(shippedScenario('scenarios/tour/10-a-location-lost.yaml'));
    expect(answers[0]).toMatchObject({
      kind: 'outage',
      text: 'aws-us-east-1 was lost from 2 Nov 02:00 to 2 Nov 03:00',
      zoom: { start: start + 105 * minute, end: start + 195 * minute },
      picture: 'replicas/shop/workload/api@aws-us-east-1',
    });
    expect(answers[1]?.kind).toBe('finding');
  });

  it('tell of the autoscaler that acted most often, where nothing else has a chart', () => {
    const { answers } = pageOf(shippedScenario('scenarios/tour/08-autoscaling.yaml'));
    expect(answers.find(({ picture }) => picture !== null)).toMatchObject({
      kind: 'scaling',
      text: 'Autoscaling moved shop/api between 2 and 8 replicas: 12 changes',
      picture: 'replicas/shop/workload/api@aws-eu-central-1',
    });
  });

  it('write the year where the run is in several', () => {
    const at = '2027-01-26T10:00:00Z';
    const years = { start: run.start, end: Date.UTC(2028, 0, 1) };
    expect(answersTo([finding('x', { at })], { run: years })[0]?.text).toBe('x happened (from 26 Jan 2027 10:00)');
    const one = { start: Date.UTC(2027, 0, 1), end: Date.UTC(2027, 1, 1) };
    expect(answersTo([finding('x', { at })], { run: one })[0]?.text).toBe('x happened (from 26 Jan 10:00)');
  });

  it('say so if nothing went wrong', () => {
    expect(answersTo([])).toMatchObject([{ severity: 'good', kind: 'quiet', zoom: null }]);
  });

  it.each(['02-a-rollout', '06-a-bad-day', '08-autoscaling', '10-a-location-lost', '11-retries-make-it-worse'])(
    'of lesson %s lead to pictures, entries and findings that the page has',
    (name) => {
      const data = pageOf(shippedScenario(`scenarios/tour/${name}.yaml`));
      const pictures = new Set([...data.charts, ...data.lanes].map(({ id }) => id));
      const entries = new Set(data.entries.map(({ seq }) => seq));
      expect(data.answers.length).toBeGreaterThan(0);
      for (const { picture, entry, zoom, findings, rollouts } of data.answers) {
        if (picture !== null) expect(pictures).toContain(picture);
        if (entry !== null) expect(entries).toContain(entry);
        if (zoom !== null) expect(zoom.start >= data.start && zoom.start < zoom.end && zoom.end <= data.end).toBe(true);
        expect(findings.every((place) => data.summary.findings[place] !== undefined)).toBe(true);
        expect(rollouts.every((place) => data.rollouts[place] !== undefined)).toBe(true);
      }
      const told = data.answers.flatMap(({ findings }) => findings).sort((a, b) => a - b);
      expect(told).toEqual(data.summary.findings.map((_, place) => place));
    },
  );
});

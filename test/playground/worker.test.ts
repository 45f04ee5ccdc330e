/** The worker's own part: in which order it answers, and what it lets go. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { EngineReply, EngineRequest } from '../../src/playground/protocol.ts';

/** A tick a minute for ten years: seconds of work. */
const long = `svcsim: 1
name: long
start: 2026-11-01T00:00:00Z
for: 3650d
resources:
  - kind: gvc
    name: shop
    spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } }
  - kind: workload
    gvc: shop
    name: report
    spec:
      type: cron
      job: { schedule: "* * * * *" }
      containers: [{ name: main, image: "job:1", cpu: 500m, memory: 512Mi }]
`;
const patient = { timeout: 30_000 };
const short = long.replace('3650d', '1h');

describe('the worker of the playground', () => {
  const replies: EngineReply[] = [];
  let send: (request: EngineRequest) => void = () => undefined;

  beforeAll(async () => {
    vi.stubGlobal('postMessage', (reply: EngineReply) => replies.push(reply));
    vi.stubGlobal('addEventListener', (_: string, listen: (event: { data: EngineRequest }) => void) => {
      send = (data) => listen({ data });
    });
    await import('../../src/playground/engine/main.ts');
  }, 60_000);

  const answerTo = (id: number): EngineReply | undefined =>
    replies.find((one) => one.id === id && one.progress === undefined);

  const open = (id: number, text: string): EngineRequest => ({
    id,
    call: 'open',
    ask: { file: 'a.yaml', text, files: {} },
  });

  it('a later scenario ends an earlier one that still runs', async () => {
    send(open(1, long));
    await vi.waitFor(
      () => expect(replies.some(({ id, progress }) => id === 1 && progress !== undefined)).toBe(true),
      patient,
    );
    send(open(2, short));
    await vi.waitFor(() => expect(answerTo(2)).toBeDefined(), patient);
    expect(answerTo(1)?.reply).toEqual({ kind: 'superseded' });
    expect(answerTo(2)?.reply).toMatchObject({ kind: 'ran', stopped: null });
    expect(replies.indexOf(answerTo(1) as EngineReply)).toBeLessThan(replies.indexOf(answerTo(2) as EngineReply));
  });

  it('a short run is not interrupted more often than its slices need', async () => {
    send(open(3, short));
    await vi.waitFor(() => expect(answerTo(3)).toBeDefined(), patient);
    // A run has more than a hundred places where it may be interrupted.
    expect(replies.filter(({ id, progress }) => id === 3 && progress !== undefined).length).toBeLessThan(20);
  });

  it('a run is stopped on request, and what was opened before is still there', async () => {
    const stop = (id: number): void => send({ id, call: 'stop', ask: null });
    const started = (id: number): Promise<void> =>
      vi.waitFor(() => expect(replies.some((one) => one.id === id && one.progress !== undefined)).toBe(true), patient);
    send(open(11, long));
    await started(11);
    stop(12);
    await vi.waitFor(() => expect(answerTo(12)).toBeDefined(), patient);
    expect(answerTo(11)?.reply).toEqual({ kind: 'superseded' });
    // Other work has no such reply: it ends with an error.
    send({ id: 13, call: 'branch', ask: { step: '{ at: +1m, fault: { disable: { location: aws-us-east-1 } } }' } });
    await vi.waitFor(() => expect(answerTo(13)?.reply).toBeDefined(), patient);
  });

  it('a question that has no answer is refused with a sentence, and the next one is answered', async () => {
    send({ id: 4, call: 'why', ask: { seq: 1_000_000 } });
    send({ id: 5, call: 'hover', ask: { text: short, offset: 2 } });
    await vi.waitFor(() => expect(answerTo(5)).toBeDefined(), patient);
    expect(answerTo(4)?.error).toMatch(/\w/);
    expect(answerTo(5)?.error).toBeUndefined();
  });
}, 120_000);

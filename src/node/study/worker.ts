/**
 * What a worker thread does: it performs one run after the other. Its bundle is `dist/cli/worker.js`.
 */
import { deserialize } from 'node:v8';
import type { PlanText } from '../../experiment/study/planText.ts';
import { JobPerformer, type RunJob, type RunResult } from '../../experiment/study/runner.ts';

/** A job as it is sent to a thread. */
export interface ThreadJob extends Omit<RunJob, 'plan'> {
  readonly plan: SharedPlan;
}

/** A plan in memory that all threads share: sending it copies nothing, however long its texts are. */
export interface SharedPlan {
  /** Another plan has another one. */
  readonly id: number;
  /** A `PlanText`, as `node:v8` serializes it. */
  readonly bytes: SharedArrayBuffer;
}

/** A plan that was read in this thread. */
interface KnownPlan {
  readonly plan: PlanText;
  readonly performer: JobPerformer;
  readonly size: number;
}

/** Bytes of all plans that a thread remembers; the present one is remembered, whatever its size. */
const rememberedBytesMax = 8 << 20;

/** By id, the one that was used last at the end. */
const known = new Map<number, KnownPlan>();

/** Performs one job. A study may take its plans in turn, so several are remembered. */
export default function perform({ plan, ...job }: ThreadJob): RunResult {
  const found = known.get(plan.id) ?? read(plan);
  known.delete(plan.id);
  known.set(plan.id, found);
  forgetOldest(plan.id);
  return found.performer.perform({ ...job, plan: found.plan });
}

function read({ bytes }: SharedPlan): KnownPlan {
  const plan: PlanText = deserialize(Buffer.from(bytes));
  return { plan, performer: new JobPerformer(), size: bytes.byteLength };
}

function forgetOldest(except: number): void {
  let total = 0;
  for (const { size } of known.values()) total += size;
  for (const [id, { size }] of known) {
    if (total <= rememberedBytesMax || id === except) return;
    known.delete(id);
    total -= size;
  }
}

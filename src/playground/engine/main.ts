/**
 * The entry point of the playground's web worker: takes questions in their order and answers each.
 *
 * It is bundled as a classic script, because a page that is opened from a file can start no other.
 */
import type { EngineReply, EngineRequest } from '../protocol.ts';
import { PlaygroundEngine } from './engine.ts';

/** What a worker has of its scope that is used here. */
interface WorkerScope {
  postMessage(reply: EngineReply): void;
  addEventListener(type: 'message', listen: (event: { readonly data: EngineRequest }) => void): void;
}

/** For so many ms the engine works before it looks for messages. */
const sliceMs = 20;

const scope = globalThis as unknown as WorkerScope;
const engine = new PlaygroundEngine({ clock: () => performance.now(), msMax: 5_000, entriesMax: 400_000 });
const waiting: EngineRequest[] = [];
let isWorking = false;

scope.addEventListener('message', ({ data }) => {
  waiting.push(data);
  if (!isWorking) void work();
});

async function work(): Promise<void> {
  isWorking = true;
  for (let request = waiting.shift(); request !== undefined; request = waiting.shift()) await answer(request);
  isWorking = false;
}

async function answer({ id, call, ask }: EngineRequest): Promise<void> {
  try {
    const answering = engine.answer(call, ask);
    for (let began = performance.now(); ; ) {
      const step = answering.next();
      if (step.done === true) return scope.postMessage({ id, reply: step.value });
      if (performance.now() - began < sliceMs) continue;
      scope.postMessage({ id, progress: step.value });
      await nextMessage();
      const isStopped = waiting.some((one) => one.call === 'stop');
      if (call === 'open' && (isStopped || waiting.some((one) => one.call === 'open')))
        return scope.postMessage({ id, reply: { kind: 'superseded' } });
      if (isStopped) throw new Error('Stopped.');
      began = performance.now();
    }
  } catch (error) {
    scope.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

const turns = new MessageChannel();

/** Lets messages come in that wait. A timer would do, but browsers make each of a chain of timers wait for 4 ms. */
function nextMessage(): Promise<void> {
  return new Promise((go) => {
    turns.port1.onmessage = () => go();
    turns.port2.postMessage(null);
  });
}

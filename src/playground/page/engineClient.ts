/**
 * The engine as the page sees it: a web worker that answers questions.
 */
import type { EngineReply, PlaygroundCall, PlaygroundCalls } from '../protocol.ts';

/** What may take long; everything else is answered at once. */
const longCalls: readonly PlaygroundCall[] = ['open', 'branch', 'whyNot', 'check'];
/** Work that takes no longer, in ms, needs no button that ends it. */
const patience = 500;

interface Waiting {
  readonly resolve: (reply: never) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: (share: number) => void;
}

export class EngineClient {
  private readonly worker: Promise<Worker>;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private working = 0;
  /** Is called when the engine has worked for half a second, and when it ends. */
  onWork: (isWorking: boolean) => void = () => undefined;

  /**
   * Starts the engine. A page from a file can start a classic worker from a blob, and no other.
   *
   * @param script of the engine
   */
  constructor(script: string) {
    this.worker = this.start(script);
    // Each question reports the failure; without a question nobody needs to hear of it.
    this.worker.catch(() => undefined);
  }

  /**
   * Asks a question. Rejects with an `Error` whose message is for the reader.
   *
   * @param onProgress gets the share of a run that is done, 0 to 1
   */
  async ask<Call extends PlaygroundCall>(
    call: Call,
    ask: PlaygroundCalls[Call]['ask'],
    onProgress: (share: number) => void = () => undefined,
  ): Promise<PlaygroundCalls[Call]['reply']> {
    const worker = await this.worker;
    this.lastId += 1;
    const id = this.lastId;
    const answer = new Promise<PlaygroundCalls[Call]['reply']>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, onProgress });
      worker.postMessage({ id, call, ask });
    });
    return await (longCalls.includes(call) ? this.watched(answer) : answer);
  }

  private async watched<Reply>(answer: Promise<Reply>): Promise<Reply> {
    this.working += 1;
    const timer = setTimeout(() => this.onWork(true), patience);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
      this.working -= 1;
      if (this.working === 0) this.onWork(false);
    }
  }

  private async start(script: string): Promise<Worker> {
    const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
    const worker = new Worker(url, { name: 'svcsim' });
    worker.addEventListener('message', ({ data }: MessageEvent<EngineReply>) => this.take(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.fail(`The engine has stopped: ${event.message || 'the browser does not start it'}.`);
    });
    return worker;
  }

  private take({ id, reply, error, progress }: EngineReply): void {
    const one = this.waiting.get(id);
    if (one === undefined) return;
    if (progress !== undefined) {
      one.onProgress(progress);
      return;
    }
    this.waiting.delete(id);
    if (error === undefined) one.resolve(reply as never);
    else one.reject(new Error(error));
  }

  private fail(message: string): void {
    for (const { reject } of this.waiting.values()) reject(new Error(message));
    this.waiting.clear();
  }
}

/** What the browser lacks to run the engine; null: nothing. */
export function missingFeature(): string | null {
  if (typeof Worker !== 'function') return 'web workers';
  if (typeof DecompressionStream !== 'function') return 'DecompressionStream';
  return null;
}

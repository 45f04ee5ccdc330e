/**
 * The controls of time: play, one event back and forward, the next decision, speed, and a slider over the run.
 */
import { type Instant, second } from '../../engine/time.ts';
import { exactDurationText, exactInstantText } from '../../report/words/format.ts';
import { announce, button, h } from '../../web/view/element.ts';
import type { EngineClient } from './engineClient.ts';
import type { Watched } from './watched.ts';

/** What the controls move. */
export interface TransportParts {
  readonly engine: EngineClient;
  readonly cursor: Watched<Instant>;
  readonly run: { readonly from: Instant; readonly until: Instant };
  /** Instants with an entry, rising. */
  readonly instants: Float64Array;
  /** The workload that is shown alone, as the journal names it; null: all. */
  readonly of: () => string | null;
  readonly gone: AbortSignal;
}

export interface Transport {
  readonly element: HTMLElement;
  readonly togglePlay: () => void;
  /** One event forward or back. */
  readonly step: (by: 1 | -1) => void;
  readonly decision: (by: 1 | -1) => Promise<void>;
}

/** Simulated time per second of watching. */
const speeds = [1, 10, 60, 600, 3_600, 21_600] as const;
const framesPerSecond = 30;

export function transport({ engine, cursor, run, instants, of, gone }: TransportParts): Transport {
  const span = run.until - run.from;
  const slider = h('input', {
    type: 'range',
    class: 'scrub',
    min: 0,
    max: 1_000,
    step: 'any',
    'aria-label': 'Time in the run',
    on: { input: () => cursor.set(Math.round(run.from + (Number(slider.value) / 1_000) * span)) },
  });
  const clock = h('output', { class: 'clock' });
  const speed = h(
    'select',
    { class: 'speed', 'aria-label': 'Simulated time per second', title: 'Simulated time per second' },
    ...speeds.map((one) => h('option', { value: one, selected: one === fittingSpeed(span) }, speedText(one))),
  );
  let playing: number | null = null;
  const play = button('▶', () => togglePlay(), { class: 'tool', title: 'Play (Space)', 'aria-label': 'Play' });
  const stop = (): void => {
    if (playing !== null) clearInterval(playing);
    playing = null;
    play.textContent = '▶';
    play.setAttribute('aria-label', 'Play');
  };
  function togglePlay(): void {
    if (playing !== null) {
      stop();
      return;
    }
    if (cursor.value >= run.until) cursor.set(run.from);
    play.textContent = '❚❚';
    play.setAttribute('aria-label', 'Pause');
    let shownAt = performance.now();
    playing = window.setInterval(() => {
      const now = performance.now();
      cursor.set(Math.min(run.until, Math.round(cursor.value + (now - shownAt) * Number(speed.value))));
      shownAt = now;
      if (cursor.value >= run.until) stop();
    }, 1_000 / framesPerSecond);
  }
  gone.addEventListener('abort', stop);
  const step = (by: 1 | -1): void => {
    const at = by > 0 ? instants.find((one) => one > cursor.value) : instants.findLast((one) => one < cursor.value);
    stop();
    if (at === undefined) announce(by > 0 ? 'There is no later event.' : 'There is no earlier event.');
    else cursor.set(at);
  };
  const decision = async (by: 1 | -1): Promise<void> => {
    stop();
    const { at } = await engine.ask('step', { from: cursor.value, by, of: of(), only: 'decision' });
    if (at === null) announce(by > 0 ? 'There is no later decision.' : 'There is no earlier decision.');
    else cursor.set(at);
  };
  cursor.watch((at) => {
    slider.value = String(((at - run.from) / span) * 1_000);
    slider.setAttribute(
      'aria-valuetext',
      `${exactInstantText(at)}, ${exactDurationText(at - run.from)} after the start`,
    );
    clock.textContent = `${exactInstantText(at)}  +${exactDurationText(at - run.from)}`;
  }, gone);
  const tool = (label: string, name: string, press: () => void): HTMLButtonElement =>
    button(label, press, { class: 'tool', title: name, 'aria-label': name.replace(/ \(.*/, '') });
  const element = h(
    'div',
    { class: 'transport', role: 'group', 'aria-label': 'Time' },
    tool('«', 'Previous decision (Shift+←)', () => void decision(-1)),
    tool('‹', 'One event back (←)', () => step(-1)),
    play,
    tool('›', 'One event forward (→)', () => step(1)),
    tool('»', 'Next decision (Shift+→)', () => void decision(1)),
    slider,
    speed,
    clock,
  );
  return { element, togglePlay, step, decision };
}

/** The speed with which the run takes about half a minute. */
function fittingSpeed(span: number): number {
  return speeds.find((one) => span / (one * second) <= 45) ?? speeds.at(-1) ?? 1;
}

/** `10 s/s`, `1 min/s`, `6 h/s` */
function speedText(speed: number): string {
  if (speed < 60) return `${speed} s/s`;
  return speed < 3_600 ? `${speed / 60} min/s` : `${speed / 3_600} h/s`;
}

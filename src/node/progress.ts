/** A progress bar on a terminal's error stream: share of virtual time, events a second, time left. Silent elsewhere. */

const width = 24;
const redrawEvery = 100;

export interface ProgressBar {
  /** @param share of virtual time done, 0 to 1 */
  update(share: number, events: number): void;
  /** Says what is done after the run itself. */
  say(what: string): void;
  clear(): void;
}

export function progressBar(label: string, quiet: boolean, stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  if (quiet || stream.isTTY !== true) return { update() {}, say() {}, clear() {} };
  const startedAt = performance.now();
  let drawnAt = startedAt;
  let drawnLength = 0;
  const draw = (line: string): void => {
    const shown = line.slice(0, Math.max(20, (stream.columns ?? 80) - 1));
    // Blanks take away what was longer before: a terminal that knows no escape codes shows them.
    stream.write(`\r${shown.padEnd(drawnLength)}`);
    drawnLength = shown.length;
  };
  return {
    update(share, events) {
      const now = performance.now();
      if (now - drawnAt < redrawEvery) return;
      drawnAt = now;
      const seconds = (now - startedAt) / 1_000;
      const left = share > 0.005 ? ` ${clock((seconds / share) * (1 - share))} left` : '';
      draw(`${label} ${barOf(share)} ${Math.floor(share * 100)}%  ${rate(events / seconds)} events/s${left}`);
    },
    say(what) {
      draw(`${label} ${what} …`);
    },
    clear() {
      if (drawnLength > 0) stream.write(`\r${' '.repeat(drawnLength)}\r`);
      drawnLength = 0;
    },
  };
}

/** The bar itself. @param share done, 0 to 1 */
export function barOf(share: number): string {
  const full = Math.round(Math.min(1, share) * width);
  return `${'█'.repeat(full)}${'░'.repeat(width - full)}`;
}

function rate(perSecond: number): string {
  if (perSecond >= 1e6) return `${(perSecond / 1e6).toFixed(1)}M`;
  return perSecond >= 1e3 ? `${Math.round(perSecond / 1e3)}k` : `${Math.round(perSecond)}`;
}

function clock(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}

/** The lines that a scenario gives to containers. */
import { EventHeap } from '../../engine/agenda/eventHeap.ts';
import type { Instant } from '../../engine/time.ts';
import type { OwnLine } from '../../platform/behaviour.ts';
import { type Draft, draftOf, type Life, type LogPlace, runsSince } from './life.ts';

/** A line of one container, for as long as it runs. */
interface Voice {
  readonly place: LogPlace;
  readonly life: Life;
  readonly line: OwnLine;
  readonly container: string;
  readonly firstAt: Instant;
}

/**
 * Holds of each line the next one that is due, and none that was written (`api.logs`).
 *
 * A container that starts at 10:00:00 writes the line of `{ every: 30s }` at 10:00:30, 10:01:00 and so on, of
 * `{ after: 5s }` at 10:00:05 alone. What is due at the instant of its end, or at that from which other lines hold, is
 * not written any more. One that runs since before the run counts from the start of the run.
 */
export class OwnLines {
  /** Instants of voices by their numbers; one that was silenced stays until it is due. */
  private due: EventHeap = new EventHeap();
  private readonly voices: Map<number, Voice> = new Map();
  private raised = 0;

  /** From an instant on a replica or execution runs as it now does, and its workload has the lines that it now has. */
  follow(place: LogPlace, life: Life, now: Instant): void {
    for (const voice of life.voices) this.voices.delete(voice);
    life.voices = place.lines.flatMap((line) => {
      const container = line.container ?? life.containers[0] ?? '';
      const since = runsSince(life, container);
      return since === null ? [] : this.raise({ place, life, line, container, firstAt: since + line.afterMs }, now);
    });
  }

  /** Passes over all that is due before an instant. */
  skipTo(from: Instant): void {
    this.due = new EventHeap();
    for (const [number, voice] of this.voices) {
      const at = firstFrom(voice, from);
      if (at === null) this.voices.delete(number);
      else this.due.add(at, number, number);
    }
  }

  /** When the next line is due; infinite where none is. */
  get nextAt(): Instant {
    const { due } = this;
    while (!due.isEmpty && !this.voices.has(due.what)) due.removeLeast();
    return due.isEmpty ? Number.POSITIVE_INFINITY : due.when;
  }

  /** Takes the next line; null where none is due. */
  take(): Draft | null {
    const at = this.nextAt;
    const number = at === Number.POSITIVE_INFINITY ? 0 : this.due.what;
    const voice = this.voices.get(number);
    if (voice === undefined) return null;
    this.due.removeLeast();
    const { place, life, line, container } = voice;
    const { everyMs } = line;
    if (everyMs === null) this.voices.delete(number);
    else this.due.add(at + everyMs, number, number);
    return draftOf(place, life, { at, container, isTrouble: line.stream === 'stderr', text: textOf(voice, at) });
  }

  /** The number of a voice, in a list; none where nothing of it is still to come. */
  private raise(voice: Voice, now: Instant): readonly number[] {
    const at = firstFrom(voice, now);
    if (at === null) return [];
    this.raised += 1;
    this.voices.set(this.raised, voice);
    this.due.add(at, this.raised, this.raised);
    return [this.raised];
  }
}

function firstFrom({ firstAt, line: { everyMs } }: Voice, now: Instant): Instant | null {
  if (firstAt >= now) return firstAt;
  return everyMs === null ? null : firstAt + Math.ceil((now - firstAt) / everyMs) * everyMs;
}

function textOf({ life, line, firstAt }: Voice, at: Instant): string {
  const number = line.everyMs === null ? 1 : (at - firstAt) / line.everyMs + 1;
  return line.text.replaceAll('{replica}', life.name).replaceAll('{n}', `${number}`);
}

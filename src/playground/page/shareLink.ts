/**
 * Links to a scenario, a lesson or an instant: everything is in the fragment of the URL, so no server gets it.
 *
 *   #v=1&s=q1aq...&t=1834&lesson=02-a-rollout
 */
import type { Instant } from '../../engine/time.ts';
import { base64Url, bytesFromBase64, deflated, inflated } from './bytes.ts';

/** What a link opens. */
export interface Shared {
  /** The scenario; null: that of the lesson. */
  readonly text: string | null;
  /** ms since the start of the run; null: its start. */
  readonly cursorMs: number | null;
  /** The name of a lesson; null: none. */
  readonly lesson: string | null;
}

/** The largest text that a link is opened for, in bytes. */
const textBytesMax = 1_000_000;

const version = '1';

/** The fragment of a link, without `#`. */
export async function sharedFragment({ text, cursorMs, lesson }: Shared): Promise<string> {
  const parts = new URLSearchParams({ v: version });
  if (lesson !== null) parts.set('lesson', lesson);
  if (cursorMs !== null) parts.set('t', String(cursorMs));
  if (text !== null) parts.set('s', base64Url(await deflated(text)));
  return parts.toString();
}

/**
 * Reads a fragment; null: it is empty. A text says why it cannot be read.
 *
 * @param fragment without `#`
 */
export async function sharedFrom(fragment: string): Promise<Shared | string | null> {
  const parts = new URLSearchParams(fragment);
  const [given, packed, time, lesson] = ['v', 's', 't', 'lesson'].map((key) => parts.get(key));
  if (packed == null && time == null && lesson == null && given == null) return null;
  if (given != null && given !== version)
    return `This link was made by another version of the playground (${given}; this page reads version ${version}). Open it with the page that made it.`;
  const cursorMs = time != null && /^\d{1,15}$/.test(time) ? Number(time) : null;
  if (packed == null) return { text: null, cursorMs, lesson: lesson ?? null };
  try {
    const text = await inflated(bytesFromBase64(packed), 'deflate-raw', textBytesMax);
    return { text, cursorMs, lesson: lesson ?? null };
  } catch (error) {
    const why = error instanceof Error && /longer than/.test(error.message) ? `: ${error.message}` : '';
    return `The scenario in this link cannot be read${why}. The link may have been cut off: copy it again as a whole.`;
  }
}

/** ms from the start of the run. */
export function cursorFrom(start: Instant, cursorMs: number | null): Instant {
  return start + (cursorMs ?? 0);
}

/**
 * Example requests of each called workload, with their tries.
 */

import type { ExampleCall } from '../fold/page/callExamples.ts';
import type { PageChronicle } from '../fold/page/pageChronicle.ts';
import type { PageCall, PageTry } from './pageCall.ts';

/** Maximum examples on a page. */
const callsMax = 96;

/** In order of subject, then of arrival. @param most of them on a page with less room */
export function pageCalls({ examples, isNumbered }: PageChronicle, most: number): readonly PageCall[] {
  const subjects = [...examples].sort(([a], [b]) => (a < b ? -1 : 1));
  const all = subjects.flatMap(([subject, kept]) => {
    const calls = [
      ...kept.followed.map((one) => pageCall(subject, 'followed', one, isNumbered)),
      ...kept.unfollowed().map(([why, one]) => pageCall(subject, why, one, isNumbered)),
    ];
    return calls.sort((a, b) => a.at - b.at || (a.entry ?? 0) - (b.entry ?? 0));
  });
  return all.slice(0, Math.min(most, callsMax));
}

function pageCall(
  subject: string,
  why: PageCall['why'],
  { at, seq, data }: ExampleCall,
  isNumbered: boolean,
): PageCall {
  const { caller, status, latencyMs, waitedMs, tries, path = [] } = data;
  return {
    subject,
    why,
    at: at - latencyMs,
    caller,
    status,
    latencyMs,
    waitedMs,
    triesCount: tries,
    tries: triesOf(data),
    hops: path,
    entry: isNumbered ? seq : null,
  };
}

/** Those of the journal, else the only one: it came to a replica after its wait, and was answered at the end. */
function triesOf({ each, tries, replica, status, latencyMs, waitedMs }: ExampleCall['data']): readonly PageTry[] {
  if (each !== undefined)
    return each.map(({ fromMs, tookMs, neededMs, replica: name, status: answer, pauseMs }) => ({
      fromMs,
      untilMs: fromMs + tookMs,
      neededMs,
      replica: name,
      status: answer,
      pauseMs,
    }));
  if (tries === 0 || replica === null) return [];
  return [{ fromMs: waitedMs, untilMs: latencyMs, neededMs: latencyMs - waitedMs, replica, status, pauseMs: 0 }];
}

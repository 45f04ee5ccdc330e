/** What a rule means for one entry, where its statement only says which values a field has. */
import type { FactData } from '../../platform/facts.ts';
import { exactDurationText, exactInstantText } from '../words/format.ts';

/** An entry as far as its rules need it. */
interface DecidedEntry {
  readonly type: string;
  readonly at: number;
  readonly data: { readonly [key: string]: unknown };
}

/**
 * A rule as a sentence about an entry; null: the rule's own statement says it already.
 *
 * @param entry the entry that cites the rule, or that its numbers come from
 */
export function ruleInCase(id: string, entry: DecidedEntry): string | null {
  return cases[id]?.(entry) ?? null;
}

const cases: { readonly [id: string]: ((entry: DecidedEntry) => string | null) | undefined } = {
  'WL-18': boundsText,
  'WL-19': ({ type, data }) => {
    if (type !== 'call.ended') return null;
    const { latencyMs, status } = data as Readonly<FactData['call.ended']>;
    const ended = `this one ended with ${status} after ${exactDurationText(latencyMs)}`;
    return `A request ends at the latest after \`defaultOptions.timeoutSeconds\`: ${ended}.`;
  },
  'ROLL-11': ({ type, at, data }) => {
    if (type !== 'replica.terminating') return null;
    const { signalAt, goneAt } = data as Readonly<FactData['replica.terminating']>;
    return `A replica that terminates has \`rolloutOptions.terminationGracePeriodSeconds\` to stop. This one left routing at ${exactInstantText(at)}, got the stop signal at ${exactInstantText(signalAt)} and had stopped at ${exactInstantText(goneAt)}.`;
  },
};

/** The bounds of the desired replicas, and what they or a loop within them made of this entry (WL-18). */
function boundsText({ type, data }: DecidedEntry): string | null {
  switch (type) {
    case 'deployment.scaled': {
      const { to, decided } = data as Readonly<FactData['deployment.scaled']>;
      if (decided === undefined) return `\`minScale\` and \`maxScale\` bound the desired replicas: they make it ${to}.`;
      const { minScale, maxScale } = decided;
      return `Autoscaling sets the desired replicas between \`minScale\`, ${minScale}, and \`maxScale\`, ${maxScale}: here ${to}.`;
    }
    case 'deployment.bounded': {
      const { minScale, maxScale } = (data as Readonly<FactData['deployment.bounded']>).to;
      return `From here on, autoscaling sets the desired replicas between \`minScale\`, ${minScale}, and \`maxScale\`, ${maxScale}.`;
    }
    case 'replica.created':
      return 'Within `minScale` and `maxScale`, more replicas are desired than there are, so one is created.';
    case 'replica.terminating':
      return 'Within `minScale` and `maxScale`, fewer replicas are desired than there are, so one terminates.';
    default:
      return null;
  }
}

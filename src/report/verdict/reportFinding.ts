import type { Spells } from '../../engine/spells.ts';
import { instantFromIso, isoFromInstant } from '../../engine/time.ts';
import { preciseInstantText } from '../words/format.ts';

/**
 * A finding of a report: what a reader should look at.
 */
export interface ReportFinding {
  readonly severity: 'error' | 'warning' | 'info';
  /** `expectation`, `price`, `volume-full`, ... */
  readonly kind: string;
  /** Who; empty for the run as a whole. */
  readonly subject: string;
  readonly message: string;
  /** First instant; null where it has none. */
  readonly at: string | null;
  /** The rule or assumption that decided; null where none did. */
  readonly rule: string | null;
  /** Other rules and assumptions behind it; absent: none. */
  readonly rules?: readonly string[];
  /** How long it lasted in total, in ms; absent where that is not known. */
  readonly lastedMs?: number;
  /** The longest time of several: its first instant and how long it lasted; absent where it happened once. */
  readonly longest?: { readonly at: string; readonly ms: number };
  /** The journal entry that began it, by its type and instant (about the subject); absent where there is none. */
  readonly cause?: { readonly type: string; readonly at: string };
  /** The number of a journal entry that tells of it, the first one: `why` explains it; absent where none is known. */
  readonly entry?: number;
  /**
   * What to change: paths as `--set` takes them, with `=value` where a value is known to suffice; absent: not known.
   */
  readonly change?: readonly string[];
}

/** The longest of several times, as a finding has it; empty if there was only one. */
export function longestIn({ count, longest, longestAt }: Spells): Pick<ReportFinding, 'longest'> {
  if (count < 2 || longestAt === null) return {};
  return { longest: { at: isoFromInstant(longestAt), ms: longest } };
}

/** ` (first: 2 Nov 02:00:15, #23)`; '' where neither the instant nor the entry is known. */
export function firstText({ at, entry }: Pick<ReportFinding, 'at' | 'entry'>): string {
  const instant = at === null ? null : instantFromIso(at);
  const parts = [
    ...(typeof instant === 'number' ? [preciseInstantText(instant)] : []),
    ...(entry === undefined ? [] : [`#${entry}`]),
  ];
  return parts.length === 0 ? '' : ` (first: ${parts.join(', ')})`;
}

/** All rules and assumptions behind a finding, the deciding one first; empty if none is known. */
export function rulesBehind({ rule, rules = [] }: Pick<ReportFinding, 'rule' | 'rules'>): readonly string[] {
  return rule === null ? rules : [rule, ...rules];
}

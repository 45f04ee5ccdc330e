/**
 * `summary.json`, read back, of a run or of one that was rated again: what other verbs need to know of the run.
 */

import * as z from 'zod';
import { type Instant, instantFromIso } from '../../engine/time.ts';
import { placedIssue } from '../../platform/api/schemas/schemaIssue.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { resolveAssumptions } from '../../rules/resolveAssumptions.ts';

export interface KnownRun {
  readonly schema: 'svcsim/summary/1' | 'svcsim/repriced/1';
  readonly name: string;
  readonly seed: string;
  readonly scenarioHash: string | null;
  readonly fingerprint: string;
  readonly start: Instant;
  /** As far as it came. */
  readonly end: Instant;
  /** How many entries its journal had, whether written or not. */
  readonly journalEntries: number;
  /** As the scenario writes their values: those that decided something, and those that are not at their default. */
  readonly written: ReadonlyMap<string, unknown>;
  /** The same as the run has them; the others at their default. */
  readonly assumptions: Assumptions;
  /** The digests of the report's files, by name. */
  readonly files: ReadonlyMap<string, string>;
}

/** The run that a summary tells of, or in words what is wrong with the text. */
export function readSummary(text: string): KnownRun | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: 'it is not valid JSON' };
  }
  const found = summaryShape.safeParse(value);
  if (!found.success) return { problem: placedIssue(found.error) };
  const { start, end, assumptions, files, ...run } = found.data;
  const given = [...assumptions.exercised, ...assumptions.changed].map(({ name, value: one }) => [name, one] as const);
  const written = new Map<string, unknown>(given);
  const { assumptions: resolved, findings } = resolveAssumptions(Object.fromEntries(written), 'measured');
  const [finding] = findings;
  if (finding !== undefined) return { problem: `${finding.path.join('.')}: ${finding.message}` };
  return {
    ...run,
    start: instantOf(start),
    end: instantOf(end),
    written,
    assumptions: resolved,
    files: new Map(files.map(({ name, sha256 }) => [name, sha256])),
  };
}

function instantOf(text: string): Instant {
  const at = instantFromIso(text);
  if (typeof at !== 'number') throw new Error(`no date of a summary: ${text}`);
  return at;
}

const instant = z.string().refine((text) => typeof instantFromIso(text) === 'number', {
  error: 'expected a date such as 2026-11-01T00:00:00Z',
});
const values = z.array(z.object({ name: z.string(), value: z.unknown() }));

const summaryShape = z.object({
  schema: z.enum(['svcsim/summary/1', 'svcsim/repriced/1']),
  name: z.string(),
  seed: z.string(),
  scenarioHash: z.string().nullable(),
  fingerprint: z.string(),
  start: instant,
  end: instant,
  journalEntries: z.int().min(0),
  assumptions: z.object({ changed: values, exercised: values }),
  files: z.array(z.object({ name: z.string(), sha256: z.string() })),
});

/**
 * All checks of the self-test, in the order of its report.
 */
import { type ChanceCheck, type Chapter, chapters } from './chanceCheck.ts';
import { coldStartChecks } from './coldStarts.ts';
import { determinismChecks } from './determinism.ts';
import type { ExactCheck } from './exactCheck.ts';
import { littleChecks } from './little.ts';
import { queueChecks } from './queues.ts';
import { retryChecks } from './retries.ts';
import { scalingChecks } from './scaling.ts';
import { scratchChecks } from './scratch.ts';
import { volumeChecks } from './volumes.ts';
import { workedChecks } from './worked.ts';

export const chanceChecks: readonly ChanceCheck[] = [
  ...queueChecks,
  ...retryChecks,
  ...coldStartChecks,
  ...scratchChecks,
  ...scalingChecks,
];

export const exactChecks: readonly ExactCheck[] = [
  ...littleChecks,
  ...volumeChecks,
  ...determinismChecks,
  ...workedChecks,
];

/** The names that `--only` takes: ids of checks, and chapters. */
export const checkNames: readonly string[] = [...chanceChecks, ...exactChecks].map(({ id }) => id);

/** Whether a check is asked for: by its id, the beginning of its id before a hyphen, or its chapter. */
export function isAsked({ id, chapter }: { readonly id: string; readonly chapter: Chapter }, name: string): boolean {
  return id === name || id.startsWith(`${name}-`) || chapter === name;
}

/** Whether anything has this name. */
export function isCheckName(name: string): boolean {
  return [...chanceChecks, ...exactChecks].some((check) => isAsked(check, name));
}

/** All names, for an error. */
export const knownNames: readonly string[] = [...chapters, ...checkNames];

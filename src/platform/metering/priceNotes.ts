/**
 * Findings about one price book; errors of its shape are put into our own words.
 */
import type * as z from 'zod';
import type { Finding } from '../../rules/finding.ts';
import { nearest } from '../../rules/units.ts';
import { clipped } from '../../text/folded.ts';
import { expectedBy } from '../api/schemas/schemaIssue.ts';
import { currencies } from './currency.ts';
import { keysAt } from './pricebookShape.ts';

type Path = readonly (string | number)[];

export class Notes {
  readonly findings: Finding[] = [];
  hasError = false;

  error(path: Path, message: string, atKey = false): void {
    this.hasError = true;
    this.findings.push({ path, rule: null, message, severity: 'error', ...(atKey ? { atKey } : {}) });
  }

  warning(path: Path, message: string, atKey = false): void {
    this.findings.push({ path, rule: null, message, severity: 'warning', ...(atKey ? { atKey } : {}) });
  }

  /** Adds an error if it is not a currency code. */
  currency(code: string): void {
    if (currencies.includes(code)) return;
    this.error(
      ['currency'],
      `expected the ISO 4217 code of a currency, such as USD; found ${code}${meant(code, currencies)}`,
    );
  }

  /** Adds an error of the document's shape. */
  issue(issue: z.core.$ZodIssue, document: unknown): void {
    const path = issue.path.filter((key) => typeof key !== 'symbol');
    if (issue.code === 'unrecognized_keys') {
      const known = keysAt(path);
      for (const key of issue.keys) this.error([...path, key], `unknown key ${key}${meant(key, known)}`, true);
      return;
    }
    const value = valueAt(document, path);
    if (value === undefined && path.length > 0) this.error(path, `the key ${path.at(-1)} is missing`, true);
    else this.error(path, `${expectedBy(issue)}; found ${shown(value)}${guess(issue, value)}${quotes(issue, value)}`);
  }
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'a map';
  const text = String(value);
  return text === '' ? 'an empty string' : clipped(text, 80);
}

function guess(issue: z.core.$ZodIssue, value: unknown): string {
  return issue.code === 'invalid_value' && typeof value === 'string' ? meant(value, issue.values.map(String)) : '';
}

/** A decimal that YAML read as a float: as text it keeps every digit. */
function quotes(issue: z.core.$ZodIssue, value: unknown): string {
  return typeof value === 'number' && issue.message.includes('in quotes') ? ': put quotes round it' : '';
}

function meant(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates);
  return near === null ? '' : ` (did you mean ${near}?)`;
}

function valueAt(document: unknown, path: Path): unknown {
  let value = document;
  for (const step of path) {
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined;
  }
  return value;
}

/**
 * The findings of one reading of a price book.
 */
import type { z } from 'zod';
import type { Finding } from '../finding.ts';

type Path = readonly (string | number)[];

export class Notes {
  readonly findings: Finding[] = [];
  hasError = false;

  error(path: Path, message: string, atKey = false): void {
    this.hasError = true;
    this.findings.push({ path, rule: null, message, severity: 'error', ...(atKey ? { atKey } : {}) });
  }

  warning(path: Path, message: string): void {
    this.findings.push({ path, rule: null, message, severity: 'warning' });
  }

  /** A mistake in the document's shape. */
  issue(issue: z.core.$ZodIssue): void {
    const path = issue.path.filter((key) => typeof key !== 'symbol');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) this.error([...path, key], `unknown key ${key}`, true);
    } else {
      this.error(path, issue.message.replace(/^Invalid (input|option): /, ''));
    }
  }
}

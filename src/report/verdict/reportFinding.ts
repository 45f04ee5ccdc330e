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
}

/**
 * Where a rule is visible. `shape`: when a document is checked. `behaviour`: in virtual time. `surface`: in an API
 * response, an address, a header or an environment variable. `money`: in a bill.
 */
export type RuleKind = 'shape' | 'behaviour' | 'surface' | 'money';

/** Rules of some areas by id: their statements, and the sections of the platform's specification that state them. */
export type RuleText = Readonly<
  Record<string, { readonly kind: RuleKind; readonly source: string; readonly statement: string }>
>;

/** How a rule shows: by validation, in virtual time, in an answer (an address, a header, a variable), or in a bill. */
export type RuleKind = 'shape' | 'behaviour' | 'surface' | 'money';

/**
 * Rules of some areas by id: what each says, in one sentence, and the section of the platform's specification that says
 * it.
 */
export type RuleText = Readonly<
  Record<string, { readonly kind: RuleKind; readonly source: string; readonly statement: string }>
>;

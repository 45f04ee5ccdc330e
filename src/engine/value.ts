/**
 * Values of journal entries: plain data.
 */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

export type Facts = { readonly [key: string]: Value };

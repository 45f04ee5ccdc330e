/**
 * The form of what says who may do what: policies, groups, users, service accounts, and secrets.
 */
import * as z from 'zod';
import { kinds } from '../records/kinds.ts';

const text = z.string().optional();
const texts = z.array(z.string()).optional();

/** A query that is kept, to be asked anew each time that it matters. */
const query = z
  .looseObject({
    kind: text,
    fetch: text,
    spec: z
      .looseObject({
        match: text,
        terms: z
          .array(z.looseObject({ op: text, property: text, rel: text, tag: text, value: z.unknown().optional() }))
          .optional(),
        sort: z.looseObject({ by: text, order: text }).optional(),
      })
      .optional(),
  })
  .optional();

export const policyFields = {
  targetKind: z.enum(kinds),
  target: z.enum(['all']).optional(),
  targetLinks: texts,
  targetQuery: query,
  bindings: z.array(z.looseObject({ permissions: texts, principalLinks: texts })).optional(),
};

export const groupFields = { memberLinks: texts, memberQuery: query };

export const userFields = { email: text };

/** What `data` is depends on the type. */
export const secretFields = { type: text, data: z.unknown().optional() };

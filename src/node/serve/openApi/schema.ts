/** Schemas of zod in the dialect of OpenAPI 3.1: what has a name of its own stands once, among the components. */
import * as z from 'zod';
import type { Json, JsonObject } from '../../../platform/api/document/json.ts';

/** Schemas by their names, as they are met. */
export class Components {
  private readonly schemas: { [name: string]: Json } = {};

  /** Puts a schema among the components. */
  add(name: string, schema: z.core.$ZodType | Json): void {
    this.schemas[name] = isZod(schema) ? this.schemaOf(schema) : schema;
  }

  /** Of what is sent, or of what is answered. Throws where two different schemas have one name. */
  schemaOf(schema: z.core.$ZodType): Json {
    const { $schema: _, id: __, $defs = {}, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    for (const [name, { id: ___, ...named }] of Object.entries($defs)) {
      const [known, own] = [this.schemas[name], hoisted(named as Json)];
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(own))
        throw new Error(`two schemas are called ${name}`);
      this.schemas[name] = own;
    }
    return hoisted(rest as Json);
  }

  /** In the order of their names. */
  get all(): JsonObject {
    return Object.fromEntries(Object.entries(this.schemas).sort(([one], [other]) => (one < other ? -1 : 1)));
  }
}

/** A reference to one of the components. */
export function refTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

function isZod(schema: z.core.$ZodType | Json): schema is z.core.$ZodType {
  return typeof schema === 'object' && schema !== null && '_zod' in schema;
}

/** With references to the components in place of those to its own definitions. */
function hoisted(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}

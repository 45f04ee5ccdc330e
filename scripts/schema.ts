/**
 * Writes `schema/scenario.schema.json` from the schema of the scenario format; with `--check` only says whether it is current.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { jsonSchemaText } from '../src/scenario/schema.ts';

const file = fileURLToPath(new URL('../schema/scenario.schema.json', import.meta.url));

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== jsonSchemaText()) {
    process.stderr.write('schema/scenario.schema.json is not current: run npx tsx scripts/schema.ts\n');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, jsonSchemaText());
}

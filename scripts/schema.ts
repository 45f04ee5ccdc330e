/**
 * Writes the JSON Schemas in `schema/`: those of scenario files, price books and lessons from the schemas that read
 * them, those of reports from the types that make them.
 *
 *   npm run schema
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';
import { lessonJsonSchema } from '../src/lesson/schemaLesson.ts';
import { pricebookJsonSchema } from '../src/platform/metering/pricebookShape.ts';
import { jsonSchemaText } from '../src/scenario/shape/editorSchema.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Documents that programs read: the file's name without its end, and the type of its document. */
const reports = {
  summary: { path: 'src/report/verdict/summary.ts', type: 'Summary' },
  bill: { path: 'src/report/bill/bill.ts', type: 'Bill' },
  capacity: { path: 'src/report/capacity/capacity.ts', type: 'Capacity' },
  run: { path: 'src/node/commands/run.ts', type: 'RunDocument' },
  check: { path: 'src/node/commands/check.ts', type: 'CheckDocument' },
  invoices: { path: 'src/node/commands/bill.ts', type: 'InvoicesDocument' },
  pivot: { path: 'src/report/bill/pivot.ts', type: 'Pivot' },
  explanation: { path: 'src/report/explain/explanation.ts', type: 'Explanation' },
  why: { path: 'src/report/why/whyDocument.ts', type: 'WhyDocument' },
  'why-not': { path: 'src/report/whyNot/whyNotDocument.ts', type: 'WhyNotDocument' },
  debug: { path: 'src/report/debug/debugDocument.ts', type: 'DebugDocument' },
  reprice: { path: 'src/node/commands/repriceText.ts', type: 'RepriceReport' },
  repriced: { path: 'src/report/verdict/repricedSummary.ts', type: 'RepricedSummary' },
  serve: { path: 'src/node/commands/serve.ts', type: 'ServeDocument' },
  study: { path: 'src/report/study/document.ts', type: 'StudyDocument' },
  sensitivity: { path: 'src/report/study/sensitivityDocument.ts', type: 'SensitivityDocument' },
  find: { path: 'src/report/study/findDocument.ts', type: 'FindDocument' },
  fork: { path: 'src/report/study/forkDocument.ts', type: 'ForkDocument' },
  selftest: { path: 'src/report/selftest/selftestDocument.ts', type: 'SelftestDocument' },
  coverage: { path: 'src/report/coverage/coverageDocument.ts', type: 'CoverageDocument' },
  fuzz: { path: 'src/testing/fuzz/fuzzDocument.ts', type: 'FuzzDocument' },
  recommend: { path: 'src/report/verdict/recommendation.ts', type: 'Advice' },
  grade: { path: 'src/lesson/gradeDocument.ts', type: 'GradeDocument' },
} as const;

/** Every schema that is published, by its file in `schema/`. */
export function publishedSchemas(): Map<string, string> {
  const book = `${JSON.stringify(pricebookJsonSchema(), null, 2)}\n`;
  const lesson = `${JSON.stringify(lessonJsonSchema(), null, 2)}\n`;
  return new Map([
    ['scenario.schema.json', jsonSchemaText()],
    ['pricebook.schema.json', book],
    ['lesson.schema.json', lesson],
    ...reportSchemas(),
  ]);
}

/** With what the docstrings say. Keys that are not told are none of the format: a reader may rely on those that are. */
function reportSchemas(): [file: string, schema: string][] {
  const generator = createGenerator({
    path: `${root}{${Object.values(reports).map(({ path }) => path)}}`,
    tsconfig: join(root, 'tsconfig.node.json'),
    type: '*',
    topRef: false,
    skipTypeCheck: true,
  });
  return Object.entries(reports).map(([name, { type }]) => [
    `${name}.schema.json`,
    `${JSON.stringify(generator.createSchema(type), null, 2)}\n`,
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of publishedSchemas()) {
    const file = join(root, 'schema', name);
    if (!process.argv.includes('--check')) writeFileSync(file, text);
    else if (readFileSync(file, 'utf8') !== text) {
      process.stderr.write(`schema/${name} is not current: npm run schema writes it\n`);
      process.exitCode = 1;
    }
  }
}

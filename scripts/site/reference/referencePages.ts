/** The pages of the reference that are generated from the sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escaped } from '../../../src/report/words/selfContained.ts';
import type { SitePage } from '../sitePage.ts';
import { metricsHtml } from './metrics.ts';
import { assumptionsHtml, rulesHtml } from './rules.ts';
import { type JsonSchema, schemaHtml } from './schemas.ts';
import { verbsHtml } from './verbs.ts';

/** Schemas of files that a user writes. All others are of documents that svcsim writes. */
const written = ['scenario', 'pricebook', 'lesson'] as const;

export function referencePages(root: string): readonly SitePage[] {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return [
    page(
      'scenario',
      'Keys of a scenario',
      'Every key of a scenario file, with its type and meaning.',
      fileHtml(root, 'scenario'),
    ),
    page('verbs', 'Verbs of the command line', 'Every verb and its options.', verbsHtml(version)),
    page('metrics', 'Metrics', 'What an expectation can measure.', metricsHtml()),
    page('rules', 'Rules', 'Every rule of the platform, and whether it is simulated.', rulesHtml()),
    page(
      'assumptions',
      'Assumptions',
      'What the specification leaves open: defaults, alternatives, reasons.',
      assumptionsHtml(),
    ),
    page('reports', 'Fields of reports', 'Every field of the JSON documents that svcsim writes.', reportsHtml(root)),
    page('pricebook', 'Keys of a price book', 'Prices of your own.', fileHtml(root, 'pricebook')),
    page('lesson', 'Keys of a lesson', 'Lessons of your own.', fileHtml(root, 'lesson')),
  ];
}

function page(name: string, title: string, says: string, body: string): SitePage {
  return {
    path: `reference/${name}.html`,
    title,
    section: 'Reference',
    says,
    source: null,
    format: 'html',
    body,
    isSearched: true,
  };
}

function fileHtml(root: string, name: (typeof written)[number]): string {
  return `<p>Made from the JSON Schema <code>schema/${name}.schema.json</code>, which editors take for completion. A dot leads into a map,
<code>[]</code> into a list; <code>NAME</code> is any name.</p>\n${schemaHtml(schemaOf(root, name), 'Top level')}`;
}

function reportsHtml(root: string): string {
  const suffix = '.schema.json';
  const names = readdirSync(join(root, 'schema')).map((file) => file.slice(0, -suffix.length));
  const documents = names.filter((name) => !(written as readonly string[]).includes(name));
  const parts = documents.map((name) => schemaHtml(schemaOf(root, name), name, { prefix: `${name}-` }));
  return `<p>Each document has a JSON Schema in <code>schema/</code>. Later versions may add fields; none goes away without a new
number in <code>schema</code>. Names of parts are those of the types in the code.</p>
<p>${documents.map((name) => `<a href="#${escaped(name)}">${escaped(name)}</a>`).join(', ')}</p>\n${parts.join('\n')}`;
}

function schemaOf(root: string, name: string): JsonSchema {
  return JSON.parse(readFileSync(join(root, `schema/${name}.schema.json`), 'utf8')) as JsonSchema;
}

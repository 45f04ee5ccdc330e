/** Studies of a small shop, for the tests of the file format. */
import { type ParsedStudies, parseStudies } from '../../../../src/experiment/study/spec/readStudies.ts';
import type { StudySpec } from '../../../../src/experiment/study/spec/studySpec.ts';
import type { ParseOptions } from '../../../../src/scenario/parse.ts';
import { head, shop, type Texts } from '../../../scenario/builders.ts';

/** A shop with a variant `leaner`; lines of studies may follow. */
export const shopWithVariants = `${head}${shop}variants:
  leaner: { resources: { shop/workload/api: { spec: { defaultOptions: { autoscaling: { maxScale: 2 } } } } } }
  wrong: { resources: { shop/workload/api: { spec: { defaultOptions: { autoscaling: { maxscale: 2 } } } } } }
`;

/** The file with one study `s` of these lines, each a key of the study. */
export function fileOf(lines: readonly string[]): string {
  const keys = lines.length === 0 ? ' {}\n' : `\n${lines.map((line) => `    ${line}\n`).join('')}`;
  return `${shopWithVariants}studies:\n  s:${keys}`;
}

/** Parses the file with one study `s`. */
export function parsed(
  lines: readonly string[],
  files: Texts = {},
  options: Partial<ParseOptions> = {},
): ParsedStudies {
  return parseStudies(fileOf(lines), {
    file: 's.yaml',
    read: (path) => files[path] ?? { error: 'no such file' },
    ...options,
  });
}

/** A study without an error. */
export function studyOf(lines: readonly string[], files: Texts = {}, options: Partial<ParseOptions> = {}): StudySpec {
  const { studies, problems } = parsed(lines, files, options);
  const [study] = studies ?? [];
  if (study === undefined) throw new Error(`expected a study, found ${JSON.stringify(problems, null, 1)}`);
  return study;
}

/** Problems as `line:column code: message; hint`; line 1 is the first line of the study. */
export function told(lines: readonly string[], files: Texts = {}, options: Partial<ParseOptions> = {}): string[] {
  const before = fileOf(['']).split('\n').indexOf('  s:') + 1;
  return parsed(lines, files, options).problems.map(
    ({ file, line, column, code, message, hint }) =>
      `${file === 's.yaml' ? line - before : `${file}:${line}`}:${column} ${code}: ${message}${hint === undefined ? '' : `; ${hint}`}`,
  );
}

/** A path that leads somewhere in the shop. */
export const scale = (name: 'minScale' | 'maxScale'): string =>
  `shop/workload/api.spec.defaultOptions.autoscaling.${name}`;

/**
 * Builds the playground: one HTML file with the engine, the editor and all lessons, which opens from a folder and makes
 * no request.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { inCourseOrder } from '../../src/lesson/course.ts';
import { parseLesson } from '../../src/lesson/parseLesson.ts';
import type { CourseContent } from '../../src/playground/page/course.ts';
import { selfContainedPage } from '../../src/report/words/selfContained.ts';
import { engineOptions } from '../engineBundle.ts';
import { licencesOf } from '../licences.ts';
import { glossaryTerms } from './glossaryTerms.ts';

/** Of the policy: the editor adds its styles while it runs. Nothing else can, because the page has no other script. */
const nonce = 'svcsim-editor';

/** Writes `playground.html` into a folder. @param root of the repository */
export async function buildPlayground(folder: string, root: string): Promise<void> {
  const files = new Set<string>();
  writeFileSync(join(folder, 'playground.html'), await playgroundHtml(root, files));
  writeFileSync(join(folder, 'playground.LICENSES.txt'), licencesOf(root, [...files]));
}

/**
 * The page as one document.
 *
 * @param files gets the names of all files that are a part of it
 */
export async function playgroundHtml(root: string, files: Set<string> = new Set()): Promise<string> {
  const [engine, script, style] = await Promise.all([
    bundled(root, engineOptions, files),
    bundled(root, { ...pageOptions, entryPoints: ['src/playground/page/main.ts'] }, files),
    bundled(root, { ...pageOptions, entryPoints: ['src/playground/page/playground.css'] }, files),
  ]);
  const course = JSON.stringify(courseContent(root)).replaceAll('<', '\\u003c');
  return selfContainedPage({
    name: 'svcsim',
    kind: 'playground',
    script,
    style,
    worker: 'blob:',
    styleNonce: nonce,
    body: `<noscript>The playground needs JavaScript. Without it, take the lessons on the command line: svcsim lesson list</noscript>
<script type="application/json" id="course">${course}</script>
<script type="text/plain" id="engine">${withoutEnd(engine)}</script>
<script>${script}</script>`,
  });
}

/**
 * A script as a text within a document. It is not compressed here: whoever serves the page compresses it as a whole,
 * which makes it smaller.
 */
function withoutEnd(script: string): string {
  return script.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
}

/**
 * Panels that only other tabs of the report page open: those of costs, findings and capacity. The playground has the
 * timeline alone.
 */
const onlyTimeline: Plugin = {
  name: 'only the timeline',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /[\\/](cost|expectation|finding|type|volume)Panels?\.ts$/ }, ({ importer }) =>
      /[\\/]panels\.ts$/.test(importer) ? { path: 'panels', namespace: 'absent' } : null,
    );
    onLoad({ filter: /^panels$/, namespace: 'absent' }, () => ({
      contents: `const absent = () => ({ kind: 'Details', title: 'Not shown here', body: [] });
export {
  absent as dayPanel,
  absent as usagePanel,
  absent as expectationPanel,
  absent as findingPanel,
  absent as typePanel,
  absent as volumePanel,
};`,
    }));
  },
};

const pageOptions: BuildOptions = {
  plugins: [onlyTimeline],
  bundle: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  charset: 'ascii',
};

async function bundled(root: string, options: BuildOptions, files: Set<string>): Promise<string> {
  const asked = { ...options, absWorkingDir: root, write: false, metafile: true, logLevel: 'error' } as const;
  const { outputFiles = [], metafile } = await build(asked);
  for (const file of Object.keys(metafile.inputs)) files.add(file);
  return (outputFiles[0]?.text ?? '').trim();
}

/** Every lesson, with the scenario that it is about and all files that this reads. */
function courseContent(root: string): CourseContent {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
  const files: { [path: string]: string } = {};
  const read = (path: string): string | { readonly error: string } => {
    try {
      files[path] = readFileSync(join(root, path), 'utf8');
      return files[path];
    } catch {
      return { error: 'there is no such file' };
    }
  };
  const names = readdirSync(join(root, 'lessons')).filter((name) => name.endsWith('.yaml'));
  const lessons = names.map((name) => {
    const file = `lessons/${name}`;
    const { lesson, problems } = parseLesson(String(read(file)), { file, read });
    if (lesson === null) throw new Error(`${file} cannot be read: ${problems[0]?.message ?? ''}`);
    return { name: lesson.name, needs: lesson.needs, file, title: lesson.title.en };
  });
  const terms = glossaryTerms(readFileSync(join(root, 'docs/GLOSSARY.md'), 'utf8'));
  return {
    version,
    lessons: inCourseOrder(lessons).map(({ name, file, title }) => ({ name, file, title })),
    files,
    terms,
  };
}

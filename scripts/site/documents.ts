/** The Markdown files of the repository that the site shows, and where. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Section, SitePage } from './sitePage.ts';

interface Document {
  readonly file: string;
  readonly path: string;
  readonly section: Section;
  readonly title: string;
  readonly says: string;
}

const documents: readonly Document[] = [
  doc(
    'docs/QUESTIONS.md',
    'how-to/planners.html',
    'How-to guides',
    "A planner's ten tasks",
    'Each task is one command, with the answer that it prints.',
  ),
  doc(
    'docs/HOWTO-TESTERS.md',
    'how-to/testers.html',
    'How-to guides',
    "A tester's ten tasks",
    'Check scenarios in a pipeline, break things on purpose, and find out why a run failed.',
  ),
  doc(
    'docs/GUIDE.md',
    'how-to/guide.html',
    'How-to guides',
    "User's guide",
    'Write a scenario, read its reports, and use all commands.',
  ),
  doc(
    'docs/PLAYGROUND.md',
    'how-to/playground.html',
    'How-to guides',
    'Use the playground',
    'Lessons and scenarios in a browser: edit, go through time, ask why, share.',
  ),
  doc(
    'docs/SERVE.md',
    'how-to/serve.html',
    'How-to guides',
    'Serve the HTTP API',
    'Let a client or the command line of the platform talk to a simulation.',
  ),
  doc('docs/LIBRARY.md', 'how-to/library.html', 'How-to guides', 'Use the library', 'Run scenarios from code.'),
  doc(
    'docs/TESTING.md',
    'how-to/properties.html',
    'How-to guides',
    'Test with properties',
    'Check rules for many generated scenarios.',
  ),
  doc(
    'docs/PLANNERS.md',
    'how-to/planner-functions.html',
    'How-to guides',
    'Call single decisions',
    "The platform's decisions as pure functions.",
  ),
  doc(
    'docs/CONTRIBUTING.md',
    'how-to/contributing.html',
    'How-to guides',
    'Contribute',
    'Set up, test and change svcsim.',
  ),
  doc(
    'docs/GLOSSARY.md',
    'reference/glossary.html',
    'Reference',
    'Glossary',
    'The words of svcsim, of the platform and of Kubernetes.',
  ),
  doc(
    'scenarios/README.md',
    'reference/scenarios.html',
    'Reference',
    'Scenarios that are shipped',
    'What each scenario shows.',
  ),
  doc('CHANGELOG.md', 'reference/changelog.html', 'Reference', 'Changelog', 'What changed in each version.'),
  doc(
    'docs/MODEL.md',
    'explanation/model.html',
    'Explanation',
    'The model and its limits',
    'What is simulated, what is only checked, and where chance comes in.',
  ),
  doc(
    'docs/STUDIES.md',
    'explanation/studies.html',
    'Explanation',
    'Decide between plans',
    'Many runs, intervals and the statistics behind them.',
  ),
  doc(
    'docs/calibration.md',
    'explanation/calibration.html',
    'Explanation',
    'Calibration',
    'Recorded facts of a real platform beside what a run gives.',
  ),
  doc(
    'docs/ARCHITECTURE.md',
    'explanation/architecture.html',
    'Explanation',
    'Architecture',
    'How the code is built, and why.',
  ),
];

function doc(file: string, path: string, section: Section, title: string, says: string): Document {
  return { file, path, section, title, says };
}

/** Their pages. The first heading is the title of the page. */
export function documentPages(root: string): readonly SitePage[] {
  return documents.map(({ file, path, section, title, says }) => ({
    path,
    title,
    section,
    says,
    source: file,
    format: 'md',
    body: readFileSync(join(root, file), 'utf8').replace(/^# .*\n/, ''),
    isSearched: true,
  }));
}

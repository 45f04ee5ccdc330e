/** The tutorials: a page for each lesson, with answers that its own run gives. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerValue } from '../../src/lesson/answerValue.ts';
import { inCourseOrder } from '../../src/lesson/course.ts';
import type { Lesson, LessonExercise, LessonQuestion, LessonText } from '../../src/lesson/lesson.ts';
import { type LessonRun, unmodifiedRun } from '../../src/lesson/lessonRun.ts';
import { markedParts } from '../../src/lesson/markedText.ts';
import { parseLesson } from '../../src/lesson/parseLesson.ts';
import { escaped } from '../../src/report/words/selfContained.ts';
import { anchorOf } from './html.ts';
import type { SitePage } from './sitePage.ts';

/** The lessons of `lessons/`, each after those that it needs. Throws if one has an error. */
export function courseOf(root: string): readonly Lesson[] {
  const names = readdirSync(join(root, 'lessons')).filter((name) => name.endsWith('.yaml'));
  return inCourseOrder(
    names.map((name) => {
      const file = `lessons/${name}`;
      const read = (path: string): string => readFileSync(join(root, path), 'utf8');
      const { lesson, problems } = parseLesson(read(file), { file, read });
      if (lesson === null) throw new Error(`${file}: ${problems[0]?.message ?? 'cannot be read'}`);
      return lesson;
    }),
  );
}

/** Places of the site that lessons link to. */
export interface LessonLinks {
  readonly glossary: string;
  /** null: it has not been built. */
  readonly playground: string | null;
}

/** One page a lesson. Each runs its scenario once. */
export function lessonPages(course: readonly Lesson[], links: LessonLinks): readonly SitePage[] {
  return course.map((lesson, index) => ({
    path: `tutorials/${lesson.name}.html`,
    title: `${index + 1}. ${lesson.title.en}`,
    section: 'Tutorials',
    says: '',
    source: null,
    format: 'html',
    body: lessonHtml(lesson, { before: course[index - 1], after: course[index + 1], links }),
    isSearched: true,
  }));
}

interface Around {
  readonly before: Lesson | undefined;
  readonly after: Lesson | undefined;
  readonly links: LessonLinks;
}

function lessonHtml(lesson: Lesson, { before, after, links }: Around): string {
  const run = unmodifiedRun(lesson);
  const text = (one: LessonText): string => textHtml(one, links.glossary);
  const step = (other: Lesson | undefined, label: string): string =>
    other === undefined ? '' : `<a href="/tutorials/${other.name}.html">${label}: ${escaped(other.title.en)}</a>`;
  const playground =
    links.playground === null
      ? ''
      : `<a class="button" href="/${links.playground}#lesson=${lesson.name}">Open in the playground</a> `;
  return `${text(lesson.intro)}
<p class="actions">${playground}<span>On the command line: <code>svcsim lesson start ${lesson.name}</code></span></p>
<h2>Predict</h2>
<p>Write down an answer before you open it. Answers come from a run of
<a href="/files/${lesson.subject.file}.html">the scenario</a> as it is.</p>
${lesson.questions.map((one, at) => questionHtml(one, at, run, text)).join('\n')}
<h2>Exercises</h2>
${lesson.exercises.map((one, at) => exerciseHtml(one, at, text)).join('\n')}
<p class="steps">${step(before, 'Before')} ${step(after, 'Next')}</p>`;
}

type Show = (text: LessonText) => string;

function questionHtml(question: LessonQuestion, at: number, run: LessonRun, text: Show): string {
  const { id, ask, choices, answer, wrong, hints, say } = question;
  const list = choices === null ? '' : `<ul>${choices.map((one) => `<li>${text(one.text)}</li>`).join('')}</ul>`;
  const known = choices?.find((one) => answer.kind === 'choice' && one.id === answer.choice);
  const traps = wrong.map((one) => {
    const label = choices?.find((choice) => choice.id === one.is)?.text.en ?? one.is;
    return `<dt>Not ${escaped(label)}</dt><dd>${text(one.say)}</dd>`;
  });
  return `<h3 id="${anchorOf(id)}">Question ${at + 1}</h3>
${text(ask)}${list}
${hints.map((hint, nth) => folded(`Hint ${nth + 1}`, text(hint))).join('\n')}
${folded('Answer', `<p><strong>${known === undefined ? escaped(answerText(question, run)) : escaped(known.text.en)}</strong></p>${say === null ? '' : text(say)}${traps.length === 0 ? '' : `<dl>${traps.join('')}</dl>`}`)}`;
}

/** The answer that the run gives. Throws if it gives none: then the lesson is broken. */
function answerText({ id, answer }: LessonQuestion, run: LessonRun): string {
  const value = answerValue(answer, run);
  if (typeof value === 'string') throw new Error(`${run.scenario.name}, question ${id}: ${value}`);
  return value.text;
}

function exerciseHtml({ id, ask, edit, solution, hints, say }: LessonExercise, at: number, text: Show): string {
  const changes = solution.map((one) => `--set '${one}'`).join(' \\\n  ');
  return `<h3 id="exercise-${anchorOf(id)}">Exercise ${at + 1}</h3>
${text(ask)}
<p>You may change: ${edit.map((one) => `<code>${escaped(one)}</code>`).join(', ')}</p>
${hints.map((hint, nth) => folded(`Hint ${nth + 1}`, text(hint))).join('\n')}
${folded('A solution', `<pre><code>${escaped(changes)}</code></pre>${say === null ? '' : text(say)}`)}`;
}

function folded(label: string, html: string): string {
  return `<details><summary>${label}</summary>${html}</details>`;
}

/** A text of a lesson; terms link to the glossary. */
function textHtml(text: LessonText, glossary: string): string {
  const html = markedParts(text.en).map((part) => {
    const shown = escaped(part.text);
    if (part.kind === 'paragraph') return '</p><p>';
    if (part.kind === 'code') return `<code>${shown}</code>`;
    if (part.kind === 'strong') return `<strong>${shown}</strong>`;
    return part.kind === 'term' ? `<a class="term" href="/${glossary}">${shown}</a>` : shown;
  });
  return `<p>${html.join('')}</p>`;
}

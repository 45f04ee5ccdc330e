/**
 * `study.html`: the answer of a study as one page. The sentence comes first, then pictures, then all numbers.
 *
 * The page is made whole here and runs no script: it opens from a file, prints, and needs no network. Pictures that
 * answer to the mouse would need one; a study has few numbers, and they are all in its tables.
 */
import { selfContainedPage } from '../../words/selfContained.ts';
import type { StudyDocument } from '../document.ts';
import type { FindDocument } from '../findDocument.ts';
import type { ForkDocument } from '../forkDocument.ts';
import type { SensitivityDocument } from '../sensitivityDocument.ts';
import { withShortNames } from '../shortNames.ts';
import { comparisonParts } from './comparisonParts.ts';
import { findParts } from './findParts.ts';
import { forkParts } from './forkParts.ts';
import { element, type MarkupChild } from './markup.ts';
import { sensitivityParts } from './sensitivityParts.ts';

/** What a page of a study shows. */
export type StudyPageDocument = StudyDocument | FindDocument | SensitivityDocument | ForkDocument;

export interface StudyPageOptions {
  /** Of the price book. */
  readonly currency: string;
  /** The style sheet of the page. */
  readonly style: string;
}

/** The page of a document: the same bytes for the same document and style. */
export function studyHtml(document: StudyPageDocument, { currency, style }: StudyPageOptions): string {
  const { name, sentence } = document;
  return selfContainedPage({
    name,
    kind: 'study',
    // The dark colours of the sheet need the attribute, and apply only where the reader's system is dark.
    attributes: ' data-theme="dark"',
    script: null,
    style,
    body: element('main', {}, element('h1', {}, name), answerOf(sentence), partsOf(document, currency)).html,
  });
}

/** A paragraph for each sentence: one on each plan is easier to find than all in a row. */
function answerOf(sentence: string): MarkupChild {
  return sentence.split(/(?<=\.) /).map((text) => element('p', { class: 'answer' }, text));
}

function partsOf(document: StudyPageDocument, currency: string): MarkupChild {
  switch (document.schema) {
    case 'svcsim/study/1':
      return comparisonParts(withShortNames(document), currency);
    case 'svcsim/find/1':
      return findParts(document, currency);
    case 'svcsim/fork/1':
      return forkParts(document, currency);
    case 'svcsim/sensitivity/1':
      return sensitivityParts(document, currency);
  }
}

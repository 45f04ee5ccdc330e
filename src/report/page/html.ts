/**
 * The page as one self-contained HTML document: it needs no network and no other file.
 */
import { shownJson } from '../../text/plain.ts';
import { selfContainedPage } from '../words/selfContained.ts';
import type { PageData } from './pageData.ts';
import { pageText } from './pageText.ts';

/** The script and the style sheet of the page. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

/**
 * `report.html`: the same bytes for the same data and assets. Its content security policy allows only its own script
 * and style, by their digests.
 */
export function pageHtml(data: PageData, { script, style }: PageAssets): string {
  return selfContainedPage({
    name: data.name,
    kind: 'report',
    script,
    style,
    body: `<noscript>This report needs JavaScript. The script is part of this file and makes no network requests. The same figures are in the other files of this folder.</noscript>
<script type="application/json" id="data">${dataText(data)}</script>
<script>${script}</script>`,
  });
}

/**
 * JSON that cannot end the script element or open a comment, whatever names it contains, and whose control characters
 * are escaped.
 */
function dataText(data: PageData): string {
  return shownJson(pageText(data)).replaceAll('<', '\\u003c');
}

/**
 * The page as one self-contained HTML document: it needs no network and no other file.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { plain, shownJson } from '../../text/plain.ts';
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
  if (/<\/script|<!--/i.test(script)) throw new Error('the script of the page would end too early');
  if (/<\/style/i.test(style)) throw new Error('the style of the page would end too early');
  const policy = [
    "default-src 'none'",
    `script-src '${digestOf(script)}'`,
    `style-src '${digestOf(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escaped(plain(data.name))}: report</title>
<style>${style}</style>
</head>
<body>
<noscript>This report needs JavaScript. The script is part of this file and makes no network requests. The same figures are in the other files of this folder.</noscript>
<script type="application/json" id="data">${dataText(data)}</script>
<script>${script}</script>
</body>
</html>
`;
}

/**
 * JSON that cannot end the script element or open a comment, whatever names it contains, and whose control characters
 * are escaped.
 */
function dataText(data: PageData): string {
  return shownJson(pageText(data)).replaceAll('<', '\\u003c');
}

/** The digest of an inline script or style, in the form of the policy. */
function digestOf(text: string): string {
  return `sha256-${base64(sha256(utf8ToBytes(text)))}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Base64 encoding, because the environment may have no function for it.
 */

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Encodes bytes as Base64: four letters for three bytes, padded with `=`. */
function base64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [first = 0, second, third] = bytes.subarray(i, i + 3);
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    const letter = (shift: number): string => letters.charAt((bits >> shift) & 63);
    text +=
      letter(18) + letter(12) + (second === undefined ? '=' : letter(6)) + (third === undefined ? '=' : letter(0));
  }
  return text;
}

/**
 * What makes an HTML document safe to open from a file: its text is escaped, and its policy allows nothing but its own
 * script and style, by their digests.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { plain } from '../../text/plain.ts';

/** A text as it is written in HTML, also between double quotes. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** What a page is made of. */
export interface SelfContainedPage {
  /** In the window's title: the name, and what the page is. */
  readonly name: string;
  readonly kind: string;
  /** Attributes of the root element besides its language; '' for none. */
  readonly attributes?: string;
  /** Which script the body has; null: none. */
  readonly script: string | null;
  readonly style: string;
  /** From where the script may start workers, such as `blob:`; absent: from nowhere. */
  readonly worker?: string;
  /** Style elements with this nonce are applied, too, for a script that adds some; absent: none. */
  readonly styleNonce?: string;
  /** Markup. */
  readonly body: string;
}

/**
 * A page as one HTML document, made of its content and of nothing else. Throws if the script or the style would end its
 * element.
 */
export function selfContainedPage(page: SelfContainedPage): string {
  const { name, kind, attributes = '', style, body } = page;
  return `<!doctype html>
<html lang="en"${attributes}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(page)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escaped(plain(name))}: ${kind}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** The content security policy of a page. Throws if the script or the style would end its element. */
function policyOf({ script, style, worker, styleNonce }: SelfContainedPage): string {
  if (script !== null && /<\/script|<!--/i.test(script)) throw new Error('the script of the page would end too early');
  if (/<\/style/i.test(style)) throw new Error('the style of the page would end too early');
  return [
    "default-src 'none'",
    // The worker's engine puts its own code together, as WebAssembly (`src/engine/notesKernel.ts`).
    ...(script === null
      ? []
      : [`script-src '${digestOf(script)}'${worker === undefined ? '' : " 'wasm-unsafe-eval'"}`]),
    `style-src '${digestOf(style)}'${styleNonce === undefined ? '' : ` 'nonce-${styleNonce}'`}`,
    ...(worker === undefined ? [] : [`worker-src ${worker}`]),
    ...(script === null ? [] : ['img-src data:']),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The digest of an inline script or style, in the form of the policy. */
function digestOf(text: string): string {
  return `sha256-${base64(sha256(utf8ToBytes(text)))}`;
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

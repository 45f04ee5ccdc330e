/**
 * Bytes as text and back, and streams that make them smaller or larger, as browsers have them.
 */

/** Base64 with `-` and `_`, without padding: it needs no escapes in a URL. */
export function base64Url(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += 8_192)
    text += String.fromCharCode(...bytes.subarray(from, from + 8_192));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Reads both forms of Base64. Throws for anything else. */
export function bytesFromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}

export async function deflated(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Inflates bytes to a text.
 *
 * @param bytesMax of the text; more is refused, because a short link can stand for a very long text
 * @throws Error if the bytes are broken, no text, or too many
 */
export async function inflated(
  bytes: Uint8Array<ArrayBuffer>,
  format: CompressionFormat,
  bytesMax: number,
): Promise<string> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > bytesMax) {
      await reader.cancel();
      throw new Error(`it is longer than ${Math.round(bytesMax / 1_000)} kB`);
    }
    parts.push(read.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(whole);
}

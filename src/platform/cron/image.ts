/**
 * Images that no registry could serve.
 */

/** Where the images of an organization's own registry are: `//image/app:1`, `/org/acme/image/app:1`. */
const ownRegistry = /^\/(?:\/|org\/[^/\s]+\/)image\//;

/**
 * Whether no replica can be made with an image, as its name alone says: letters, digits and `. _ / : @ -`, a letter or
 * digit at both ends, no part empty (CRON-11, `cron.invalid`).
 *   shop/report:1, //image/report:1, registry:5000/a@sha256:0f -> well formed
 *   report:, a b, shop//report, an empty text                  -> malformed
 */
export function isMalformedImage(image: string): boolean {
  const reference = image.replace(ownRegistry, '');
  return !/^[a-zA-Z0-9](?:[a-zA-Z0-9._/:@-]*[a-zA-Z0-9])?$/.test(reference) || /\/\/|::/.test(reference);
}

/** Every place of a value inside a document, at any depth: the map or list that holds it, and its key there. */
export function everyPlace(document: unknown): (readonly [holder: object, key: string])[] {
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([key, inner]) => [[document, key] as const, ...everyPlace(inner)]);
}

/**
 * A scenario document in memory, and values by their path in it.
 */
import { isObject, type Path } from '../../platform/api/document/json.ts';
/** The document as it is worked on: own objects and lists, that `--set` and includes may change. */
export type Tree = null | boolean | number | string | Tree[] | { [key: string]: Tree };

export type TreeMap = { [key: string]: Tree };

/** What stands under a path, undefined where nothing does. */
export function valueAt(root: Tree, path: Path): Tree | undefined {
  let value: Tree | undefined = root;
  for (const step of path) {
    if (Array.isArray(value)) value = typeof step === 'number' ? value[step] : undefined;
    else if (isObject(value) && Object.hasOwn(value, step)) value = (value as TreeMap)[step];
    else return undefined;
  }
  return value;
}

export function isMap(value: Tree | undefined): value is TreeMap {
  return isObject(value);
}

/** Named pipes: who opens one waits for the other side, which may never come. */
import { statSync } from 'node:fs';

/** Not one that a shell made for a command (`<(...)`): that ends with the command. */
export function isNamedPipe(path: string): boolean {
  return statSync(path).isFIFO() && !/^\/(dev|proc)\//.test(path);
}

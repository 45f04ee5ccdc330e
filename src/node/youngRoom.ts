/**
 * V8's room for what was just made: two halves, of which one is in use. By itself it grows to two of 16 MB, with which
 * a large organization takes 5 % less time and 55 MB more than with two of 4.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * In MB, for a thread beside the first, where V8 counts three halves: a quarter of what it would grow to. A year on two
 * threads takes no more time with it. With a twelfth, eight weeks of the web shop took a seventh more.
 */
export const youngMegabytes = 12;

/**
 * In this thread it stays from now on as large as it has become while the program was loaded: two halves of 4 MB. To be
 * said again after another thread has started, with which V8 begins anew.
 */
export function keepYoungRoom(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}

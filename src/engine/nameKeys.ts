/**
 * The keys of a name: the first two numbers of seedrandom's Alea, seeded with it (an algorithm by Johannes Baagøe).
 *
 * A run of many workloads opens many streams. The library makes closures, which takes three times as long, and a third
 * number that nobody asks for.
 */
/*!
 * The algorithm: Copyright (C) 2010 by Johannes Baagøe <baagoe@baagoe.org>
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
 * documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
 * rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
 * permit persons to whom the Software is furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
 * Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
 * WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
 * COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
 * OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */

const step = 0.02519603282416938;
const two32 = 4_294_967_296;
/** 2^-32, as Alea has it. */
const unit = 2.3283064365386963e-10;

/** The state after each of the blanks that come before every name. */
const firstBlank = mashed(' ', 0xefc8249d);
const secondBlank = mashed(' ', firstBlank);
const thirdBlank = mashed(' ', secondBlank);

/** Writes the two keys of a name into a column, 32 bits each. */
export function putNameKeys(name: string, into: Int32Array, at: number): void {
  const once = mashed(name, thirdBlank);
  const twice = mashed(name, once);
  const first = 2_091_639 * between(firstBlank, once) + unit;
  const carry = first | 0;
  const second = 2_091_639 * between(secondBlank, twice) + carry * unit;
  into[at] = (first - carry) * two32;
  into[at + 1] = (second - (second | 0)) * two32;
}

/** From 0, included, to 1, excluded. */
function between(blank: number, name: number): number {
  const difference = (blank >>> 0) * unit - (name >>> 0) * unit;
  return difference < 0 ? difference + 1 : difference;
}

/** The state of the hash after a text, from the one before it. */
function mashed(text: string, before: number): number {
  let state = before;
  for (let i = 0; i < text.length; i += 1) {
    state += text.charCodeAt(i);
    let rest = step * state;
    state = rest >>> 0;
    rest -= state;
    rest *= state;
    state = rest >>> 0;
    state += (rest - state) * two32;
  }
  return state;
}

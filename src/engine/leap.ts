/**
 * Many steps of a generator at once, for draws that nobody looks at.
 */

/** A digit of a generator's state, as a fraction of it, has 32 bits. */
const base = 4_294_967_296;
const baseBits = 32n;
const digitMask = 0xffff_ffffn;
const multiplier = 2_091_639n;
const modulus = (multiplier << 96n) - 1n;
/** The factor of a step, of two, of four and so on: as many as were needed yet. */
const factors: bigint[] = [multiplier << 64n];

/**
 * Moves a generator of `Streams` on by so many steps; its three fractions and its carry stand in `state` from `at` on.
 *
 * With b = 2^32 and a = 2,091,639 they are the digits of one number, n = s0 + s1 b + s2 b^2 + c b^3. A step takes t = a
 * s0 + c and leaves s1 + s2 b + t b^2, which is (n + s0 (a b^3 - 1)) / b: it divides n by b modulo a b^3 - 1, where
 * dividing by b is multiplying by a b^2. So any number of steps is one factor. No generator stands at 0 or at the
 * modulus, as each begins with a carry of 1.
 */
export function leap(state: Float64Array, at: number, steps: number): void {
  let n = BigInt(state[at + 3]!);
  for (let digit = 2; digit >= 0; digit -= 1) n = (n << baseBits) | BigInt(state[at + digit]! * base);
  for (let left = steps, i = 0; left > 0; left = Math.floor(left / 2), i += 1)
    if (left % 2 === 1) n = (n * factorOf(i)) % modulus;
  for (let digit = 0; digit < 3; digit += 1) {
    state[at + digit] = Number(n & digitMask) / base;
    n >>= baseBits;
  }
  state[at + 3] = Number(n);
}

/** The factor of 2^i steps. */
function factorOf(i: number): bigint {
  while (factors.length <= i) {
    const last = factors.at(-1) ?? 1n;
    factors.push((last * last) % modulus);
  }
  return factors[i]!;
}

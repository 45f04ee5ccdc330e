/**
 * Logarithm, exponential and what is made of them, over `+ - * /`, `Math.sqrt` and exact powers of two only.
 *
 * The language promises the bits of those, and of nothing else in `Math`: two engines (or two versions of one) may
 * answer differently in the last place, and a run must end with the same bytes everywhere.
 */

/** ln 2 in two parts: the high one has 21 zero bits at its end, so that its product with an exponent is exact. */
const ln2High = 0.6931471803691238;
const ln2Low = 1.9082149292705877e-10;
const two54 = 18_014_398_509_481_984;

/**
 * Half the step between two uniform numbers of 32 bits. Added to one, it keeps a quantile's argument off 0 and the
 * variate symmetric.
 */
export const halfStep = 1.1641532182693481e-10;

const double = new Float64Array(1);
const words = new Uint32Array(double.buffer);
/** From the least power up: reading one is faster than putting its bits together. */
const powersOfTwo = new Float64Array(2_047);
for (let k = 0, power = Number.MIN_VALUE * 2_251_799_813_685_248; k < 2_047; k += 1, power *= 2) powersOfTwo[k] = power;
/** Where the sign and exponent are: the machine decides the order of the two words. */
const high = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 1 : 0;

/**
 * The natural logarithm, within one unit in the last place.
 *
 * x = 2^k m with m near 1, then ln m = 2 atanh(s) with s = (m - 1) / (m + 1), as its power series: |s| < 0.172, so
 * eleven terms are below half a unit. Two sums side by side are done in half the time of one. `ln(0)` is -Infinity, a
 * negative number gives NaN.
 */
export function ln(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  const isTiny = x < 2.2250738585072014e-308;
  double[0] = isTiny ? x * two54 : x;
  let k = (words[high]! >>> 20) - 1023;
  let m = double[0]! * powerOfTwo(-k);
  if (isTiny) k -= 54;
  if (m > Math.SQRT2) {
    m /= 2;
    k += 1;
  }
  const f = m - 1;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const odd = 2 / 3 + w * (2 / 7 + w * (2 / 11 + w * (2 / 15 + w * (2 / 19 + w * (2 / 23)))));
  const even = 2 / 5 + w * (2 / 9 + w * (2 / 13 + w * (2 / 17 + w * (2 / 21))));
  const tail = z * (odd + z * even);
  // 2s + s tail, written so that f, which is exact, is corrected by small terms only.
  const half = 0.5 * f * f;
  return k * ln2High - (half - (s * (half + tail) + k * ln2Low) - f);
}

/**
 * e to the x, within one unit in the last place (two where the result is subnormal). 0 below -745.14, Infinity above
 * 709.79.
 *
 * x = k ln 2 + r with |r| <= 0.35, the Taylor series of r up to its 14th power, then k as exact powers of two.
 */
export function exp(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > 709.782712893384) return Number.POSITIVE_INFINITY;
  if (x < -745.1332191019412) return 0;
  const k = Math.floor(x * Math.LOG2E + 0.5);
  const near = x - k * ln2High;
  const low = k * ln2Low;
  const r = near - low;
  const w = r * r;
  const even = 1 / 40_320 + w * (1 / 3_628_800 + w * (1 / 479_001_600 + w * (1 / 87_178_291_200)));
  const odd = 1 / 362_880 + w * (1 / 39_916_800 + w * (1 / 6_227_020_800));
  const series =
    1 / 2 + w * (1 / 24 + w * (1 / 720 + w * even)) + r * (1 / 6 + w * (1 / 120 + w * (1 / 5_040 + w * odd)));
  const y = 1 + (near + (r * r * series - low));
  if (k > 1022) return y * 2 * powerOfTwo(k - 1);
  if (k < -1021) return y * powerOfTwo(k + 54) * powerOfTwo(-54);
  return y * powerOfTwo(k);
}

/** @param k -1,023 to 1,023; the least, which is subnormal, is exact as well */
function powerOfTwo(k: number): number {
  return powersOfTwo[k + 1_023]!;
}

/**
 * x to the y, for x of 0 or more (a negative x gives NaN).
 *
 * A whole y up to 64 is multiplied out; any other goes over `ln` and `exp`, whose relative error is then about
 * (1 + |y ln x|) units: 1e-15 for growth rates and shapes, 1e-13 at the ends of the range.
 */
export function pow(x: number, y: number): number {
  if (y === 0) return 1;
  if (x < 0) return Number.NaN;
  if (Math.floor(y) === y && y >= -64 && y <= 64) {
    let result = 1;
    let square = x;
    for (let left = Math.abs(y); left > 0; left = Math.floor(left / 2)) {
      if (left % 2 === 1) result *= square;
      square *= square;
    }
    return y < 0 ? 1 / result : result;
  }
  return exp(y * ln(x));
}

/** Coefficients of a polynomial of degree seven, that of the highest power first. */
type Seventh = readonly [number, number, number, number, number, number, number, number];

/** Horner's scheme, once for the odd powers and once for the even ones, written out: a loop takes twice as long. */
function polynomial(x: number, c: Seventh): number {
  const w = x * x;
  return (((c[0] * w + c[2]) * w + c[4]) * w + c[6]) * x + (((c[1] * w + c[3]) * w + c[5]) * w + c[7]);
}

/**
 * The point below which a standard normal variate falls with probability p; 0 gives -Infinity, 1 gives Infinity.
 *
 * Wichura's rational approximations (Applied Statistics 37, 1988, algorithm AS 241), good to about 1e-15 relative.
 */
export function normalQuantile(p: number): number {
  const q = p - 0.5;
  if (q >= -0.425 && q <= 0.425) return centreQuantile(q);
  const tail = q < 0 ? p : 1 - p;
  if (!(tail > 0)) return tail === 0 ? q * Number.POSITIVE_INFINITY : Number.NaN;
  const r = Math.sqrt(-ln(tail));
  const z =
    r <= 5
      ? polynomial(r - 1.6, middleTop) / polynomial(r - 1.6, middleBottom)
      : polynomial(r - 5, farTop) / polynomial(r - 5, farBottom);
  return q < 0 ? -z : z;
}

function centreQuantile(q: number): number {
  const r = 0.180625 - q * q;
  return (q * polynomial(r, centreTop)) / polynomial(r, centreBottom);
}

/** Replaces the probabilities of a column by their quantiles. What is near the middle, as most are, makes no call. */
export function makeQuantiles(column: Float64Array): void {
  for (let i = 0; i < column.length; i += 1) {
    const p = column[i]!;
    const q = p - 0.5;
    column[i] = q >= -0.425 && q <= 0.425 ? centreQuantile(q) : normalQuantile(p);
  }
}

const centreTop: Seventh = [
  2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
  133.14166789178438, 3.3871328727963665,
];
const centreBottom: Seventh = [
  5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
  42.31333070160091, 1,
];
const middleTop: Seventh = [
  0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
  5.769497221460691, 4.630337846156546, 1.4234371107496835,
];
const middleBottom: Seventh = [
  1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
  1.6763848301838038, 2.053191626637759, 1,
];
const farTop: Seventh = [
  2.0103343992922881e-7, 0.000027115555687434876, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
  1.7848265399172913, 5.463784911164114, 6.657904643501103,
];
const farBottom: Seventh = [
  2.0442631033899397e-15, 1.421511758316446e-7, 0.000018463183175100548, 0.0007868691311456133, 0.014875361290850615,
  0.1369298809227358, 0.599832206555888, 1,
];

/**
 * A gamma variate of this shape and scale 1, out of three uniform numbers (Marsaglia and Tsang, 2000).
 *
 * The method tries again in at most one of twenty cases. Later tries scramble the same three numbers instead of drawing
 * more, so that each variate takes the same number of draws and two runs stay on common random numbers.
 *
 * @param shape above 0
 * @param u three numbers, 0 included, 1 excluded; the third counts only below shape 1
 */
export function gammaFromUniforms(shape: number, u: number, v: number, w: number): number {
  if (shape < 1) return gammaFromUniforms(shape + 1, u, v, w) * pow(1 - w, 1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  let [first, second] = [u, v];
  for (;;) {
    const z = normalQuantile(first + halfStep);
    const root = 1 + c * z;
    const cube = root * root * root;
    if (root > 0 && ln(1 - second) < 0.5 * z * z + d * (1 - cube + ln(cube))) return d * cube;
    first = scrambled(first);
    second = scrambled(second);
  }
}

/**
 * Another of the 2^32 numbers of a stream. Not by the stream's own multiplier: that would give nearly the number that
 * it draws next.
 */
function scrambled(u: number): number {
  return ((u * 4_294_967_296 * 1_664_525 + 1_013_904_223) % 4_294_967_296) / 4_294_967_296;
}

/** The gamma function of x above 0, to about 1e-14 relative (Lanczos' approximation, g = 7, nine terms). */
export function gammaFunction(x: number): number {
  if (x < 0.5) return gammaFunction(x + 1) / x;
  const y = x - 1;
  let sum = lanczos[0]!;
  for (let i = 1; i < lanczos.length; i++) sum += lanczos[i]! / (y + i);
  const t = y + 7.5;
  return 2.5066282746310007 * pow(t, y + 0.5) * exp(-t) * sum;
}

const lanczos = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 0.000009984369578019572, 1.5056327351493116e-7,
];

/**
 * The loop of `printsOf` (`notesAlike.ts`) as WebAssembly, sixteen notes at a time, which take a fifth of the time. Its
 * code is put together here from expressions: an operand's code comes before that of its operation.
 */
import { firstFactor, secondFactor } from './hash.ts';
import { lastFactor, startOfFirst, startOfSecond } from './lanes.ts';

/** The numbers of notes, column after column of as many, and what sums up a part of them. */
export interface NoteRoom {
  readonly buffer: ArrayBuffer;
  /**
   * What notes add to both halves of a fingerprint.
   *
   * @param endOfColumns bytes
   * @param endOfNotes bytes in the first column: those of a multiple of `notesAtOnce`, above 0
   */
  readonly sumUp: (endOfColumns: number, endOfNotes: number) => readonly [first: number, second: number];
}

export const notesAtOnce = 16;
/** 512 columns of 256 notes; what is not used takes no memory. */
const memoryPages = 16;

type Code = readonly number[];

/** Places of parameters and variables: offsets in bytes, and vectors of 4 numbers of 32 bits. */
const [endOfColumns, endOfNotes, at, note] = [0, 1, 2, 3] as const;
const [ones, others, firsts, seconds, sumOfFirsts, sumOfSeconds] = [4, 5, 6, 10, 14, 15] as const;
const vectorCount = 12;
/** The notes at once are four vectors of four: what one waits for, the others make use of. */
const vectors = [0, 1, 2, 3] as const;
/** Of the numbers of four notes in a column. */
const fourBytes = 32;

/** Numbers as the format has them: 7 bits a byte, the last without the eighth; signed ones end with their sign. */
function unsigned(value: number): Code {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}
function signed(value: number): Code {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}

const listOf = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const sized = (code: Code): Code => [...unsigned(code.length), ...code];
const named = (name: string): Code => sized([...name].map((letter) => letter.charCodeAt(0)));

const constant = (value: number): Code => [0x41, ...signed(value | 0)];
const get = (place: number): Code => [0x20, place];
const set = (place: number, value: Code): Code => [...value, 0x21, place];
const plus = (one: Code, other: Code): Code => [...one, ...other, 0x6a];

const onVectors = (operation: number, ...more: Code): Code => [0xfd, ...unsigned(operation), ...more];
const ofTwo =
  (operation: number) =>
  (one: Code, other: Code): Code => [...one, ...other, ...onVectors(operation)];
const [or, xor, add, multiply] = [ofTwo(80), ofTwo(81), ofTwo(174), ofTwo(181)] as const;
const [shiftLeft, shiftRight] = [ofTwo(171), ofTwo(173)] as const;
const rotate = (vector: Code, bits: number): Code =>
  or(shiftLeft(vector, constant(bits)), shiftRight(vector, constant(32 - bits)));
const four = (value: number): Code => [...constant(value), ...onVectors(17)];
const load = (from: Code, offset: number): Code => [...from, ...onVectors(0, 4, offset)];
/** Four of the eight numbers of two vectors. */
const choose = (one: Code, other: Code, places: Code): Code => [
  ...one,
  ...other,
  ...onVectors(13, ...places.flatMap((place) => [4 * place, 4 * place + 1, 4 * place + 2, 4 * place + 3])),
];
const sumOf = (vector: Code): Code =>
  vectors.map((lane): Code => [...vector, ...onVectors(27, lane)]).reduce((sum, one) => plus(sum, one));

/** Repeats code while a place that grows at its end is below another. */
const repeat = (code: Code, place: number, step: number, end: number): Code => [
  ...[0x03, 0x40],
  ...code,
  ...set(place, plus(get(place), constant(step))),
  ...[...get(place), ...get(end), 0x49, 0x0d, 0x00],
  0x0b,
];

/** A number of four notes: their upper and lower halves into both lanes. */
function mixIn(vector: number): Code {
  const [first, second] = [firsts + vector, seconds + vector];
  const upper = choose(get(ones), get(others), [1, 3, 5, 7]);
  const lower = choose(get(ones), get(others), [0, 2, 4, 6]);
  return [
    ...set(ones, load(get(at), fourBytes * vector)),
    ...set(others, load(get(at), fourBytes * vector + 16)),
    ...set(first, multiply(xor(xor(rotate(get(first), 13), upper), get(second)), four(firstFactor))),
    ...set(second, multiply(add(add(rotate(get(second), 17), lower), get(first)), four(secondFactor))),
  ];
}

/** As `mix32`, in the place where the bits are. */
function mixed(bits: number): Code {
  const spread = (by: number): Code => xor(get(bits), shiftRight(get(bits), constant(by)));
  return [
    ...set(bits, multiply(spread(16), four(firstFactor))),
    ...set(bits, multiply(spread(13), four(secondFactor))),
    ...spread(16),
  ];
}

/** As `firstOf` and `secondOf`, added to the sums. */
function sumIn(vector: number): Code {
  const [first, second] = [firsts + vector, seconds + vector];
  return [
    ...set(ones, xor(get(first), get(second))),
    ...set(others, add(get(second), multiply(get(first), four(lastFactor)))),
    ...set(sumOfFirsts, add(get(sumOfFirsts), mixed(ones))),
    ...set(sumOfSeconds, add(get(sumOfSeconds), mixed(others))),
  ];
}

function program(strideBytes: number): Uint8Array {
  const vectorsOf = (code: (vector: number) => Code): Code => vectors.flatMap(code);
  const begin = vectorsOf((vector) => [
    ...set(firsts + vector, four(startOfFirst)),
    ...set(seconds + vector, four(startOfSecond)),
  ]);
  const columns = [...set(at, get(note)), ...repeat(vectorsOf(mixIn), at, strideBytes, endOfColumns)];
  const notes = repeat([...begin, ...columns, ...vectorsOf(sumIn)], note, vectors.length * fourBytes, endOfNotes);
  const [int, vector] = [0x7f, 0x7b];
  const variables = listOf([
    [2, int],
    [vectorCount, vector],
  ]);
  const code = [...variables, ...notes, ...sumOf(get(sumOfFirsts)), ...sumOf(get(sumOfSeconds)), 0x0b];
  const [type, functions, memory, exported, codes] = [1, 3, 5, 7, 10];
  const sections: readonly (readonly [number, Code])[] = [
    [type, listOf([[0x60, ...listOf([[int], [int]]), ...listOf([[int], [int]])]])],
    [functions, listOf([[0]])],
    [memory, listOf([[1, memoryPages, memoryPages]])],
    [
      exported,
      listOf([
        [...named('sumUp'), 0, 0],
        [...named('memory'), 2, 0],
      ]),
    ],
    [codes, listOf([sized(code)])],
  ];
  const header = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  return Uint8Array.from([...header, ...sections.flatMap(([id, body]) => [id, ...sized(body)])]);
}

/** What is used here of the interface of WebAssembly, which not every environment has. */
interface WebAssemblyHere {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
  ) => {
    readonly exports: { readonly sumUp: NoteRoom['sumUp']; readonly memory: { readonly buffer: ArrayBuffer } };
  };
}

/** @param notes of a column @returns null: here is no WebAssembly, or none with vectors, or no room for it */
export function noteRoom(notes: number): NoteRoom | null {
  const here = (globalThis as { readonly WebAssembly?: unknown }).WebAssembly as WebAssemblyHere | undefined;
  if (here === undefined) return null;
  try {
    const { sumUp, memory } = new here.Instance(new here.Module(program(8 * notes))).exports;
    return { sumUp, buffer: memory.buffer };
  } catch {
    return null;
  }
}

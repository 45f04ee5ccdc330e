/**
 * Two lanes of 32 bits over a note: what each begins with, and what both come to in either half of a fingerprint.
 */
import { mix32 } from './hash.ts';

export const startOfFirst = 0x6a09e667;
export const startOfSecond = 0x3c6ef372;
export const lastFactor = 0x9e3779b1;

export function firstOf(first: number, second: number): number {
  return mix32(first ^ second);
}

export function secondOf(first: number, second: number): number {
  return mix32(second + Math.imul(first, lastFactor));
}

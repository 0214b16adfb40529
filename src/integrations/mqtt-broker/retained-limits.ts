import { Buffer } from 'node:buffer';

const MEBIBYTE = 1024 * 1024;

/** Bytes of retained messages: of one payload, and with topics and overhead of all that an account has stored and of all together. */
export interface RetainedLimits {
  readonly payload: number;
  readonly account: number;
  readonly total: number;
}

/** Room for thousands of discovery messages and for a picture of each of thirty cameras. */
export const RETAINED_LIMITS: RetainedLimits = {
  payload: MEBIBYTE,
  account: 32 * MEBIBYTE,
  total: 48 * MEBIBYTE,
};

/** What the maps, the index and the buffer of a message hold besides its payload and its topic. */
export const RETAINED_OVERHEAD = 400;

/** What a retained message counts towards the limits. The topic counts twice: its index holds it, too. */
export function retainedSize(topic: string, payload: number): number {
  return payload + 2 * Buffer.byteLength(topic) + RETAINED_OVERHEAD;
}

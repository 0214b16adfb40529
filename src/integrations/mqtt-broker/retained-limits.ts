import { Buffer } from 'node:buffer';

const MEBIBYTE = 1024 * 1024;

/** Limits in bytes: of one payload, and with topics and overhead of an account and of all accounts. */
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

/** Memory of a message's maps, index entry and buffer besides payload and topic. */
export const RETAINED_OVERHEAD = 400;

/** The size of a retained message for the limits. The topic counts twice, since the index also stores it. */
export function retainedSize(topic: string, payload: number): number {
  return payload + 2 * Buffer.byteLength(topic) + RETAINED_OVERHEAD;
}

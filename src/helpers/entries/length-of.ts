import { durationSchema } from '../../domains/definition/field.ts';

/** A length of time from options, in milliseconds; 0 if it is not given. */
export function lengthOf(given: unknown): number {
  return given == null ? 0 : durationSchema.parse(given);
}

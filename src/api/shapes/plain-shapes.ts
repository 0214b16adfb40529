import { z } from 'zod';

/** The result of commands that only do something. */
export const Nothing = z.null();
/** A point in time as ISO 8601 text with its offset. */
export const IsoTime = z.string().describe('ISO 8601');
/** A point in time in seconds since 1970. */
export const UnixSeconds = z.number().describe('Seconds since 1970');
/** A point in time in milliseconds since 1970. */
export const UnixMilliseconds = z.number().describe('Milliseconds since 1970');
export const Names = z.array(z.string());
export const NullableText = z.string().nullable();
/** An object with any keys and values. */
export const AnyObject = z.record(z.string(), z.unknown());

/** An object with these keys and possibly others: clients must ignore keys that they do not know. */
export function object<const Fields extends z.ZodRawShape>(fields: Fields) {
  return z.looseObject(fields);
}

/** An object of values of one kind by name or ID. */
export function keyed<Value extends z.ZodType>(value: Value) {
  return z.record(z.string(), value);
}

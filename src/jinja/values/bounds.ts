import type { RenderContext, Value } from './context.ts';
import { TemplateFailure } from './failure.ts';
import { LIMITS } from './limits.ts';
import { str } from './printing.ts';

/** Joins texts with a separator; fails before joining if the result would be too long. */
export function joinBounded(parts: readonly string[], between: string, context: RenderContext): string {
  context.spend(parts.length >> 3);
  let size = between.length * Math.max(0, parts.length - 1);
  for (const part of parts) size += part.length;
  if (size > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
  context.spend(size >> 5);
  return parts.join(between);
}

/** A text value; fails if it is too long. */
export function boundedText(text: string, context: RenderContext): string {
  if (text.length > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
  context.spend(text.length >> 5);
  return text;
}

/** The list itself, charged by its length; throws `MemoryError` if it is too long. */
export function boundedList(items: Value[], context: RenderContext): Value[] {
  if (items.length > LIMITS.items) throw new TemplateFailure('MemoryError', 'list too long');
  context.spend(items.length >> 2);
  return items;
}

/** Python's `str` of a value, charged by its length. */
export function spentText(value: Value, context: RenderContext): string {
  const text = str(value);
  if (text.length > 64) context.spend(text.length >> 5);
  return text;
}

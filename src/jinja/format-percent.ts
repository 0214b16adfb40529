import type { RenderContext, Value } from './context.ts';

/** STUB */
export function formatPercent(text: string, _value: Value, _context: RenderContext): string {
  return text;
}

import type { Value } from './context.ts';
import { TemplateFailure } from './failure.ts';
import { LIMITS } from './limits.ts';
import { str } from './printing.ts';
import { Markup } from './protocol.ts';
import { mapPieces } from './text-pieces.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

/** The HTML-escaped text of a value; `Markup` remains unchanged. */
export function escapeHtml(value: Value): string {
  return value instanceof Markup ? value.value : escapeText(str(value));
}

/** HTML-escaped text. */
export function escapeText(text: string): string {
  const escaped = mapPieces(text, (piece) => piece.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char));
  if (escaped.length > LIMITS.text) throw new TemplateFailure('MemoryError', 'text too long');
  return escaped;
}

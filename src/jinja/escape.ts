import type { Value } from './context.ts';
import { str } from './printing.ts';
import { Markup } from './protocol.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

/** The text of a value safe in HTML; `Markup` stays as it is. */
export function escapeHtml(value: Value): string {
  return value instanceof Markup ? value.value : escapeText(str(value));
}

/** Text that HTML shows as it is. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** A part of a dashboard as saved. Any client may have written it: each value is validated where it is used. */
export type Config = Readonly<Record<string, unknown>>;

/** More cards, rows or badges of one list are not shown. */
const MAX_ITEMS = 500;

/** A mapping; undefined for anything else. */
export function configIn(value: unknown): Config | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Config) : undefined;
}

/** The mappings of a list; empty for anything else. */
export function configsIn(value: unknown): readonly Config[] {
  return listIn(value)
    .map(configIn)
    .filter((one) => one !== undefined);
}

/** A list; empty for anything else. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [];
}

/** A text or number as text; undefined for anything else, and for an empty text. */
export function textIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A number, also written as text; undefined for anything else. */
export function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** The texts of a list or the only one. */
export function textsIn(value: unknown): readonly string[] {
  return (Array.isArray(value) ? listIn(value) : [value]).flatMap((one) => textIn(one) ?? []);
}

/** What a card lists: entity IDs, or mappings with an `entity` and more. */
export function itemsIn(value: unknown): readonly Config[] {
  const list = Array.isArray(value) ? listIn(value) : value === undefined ? [] : [value];
  return list
    .map((one) => (typeof one === 'string' ? { entity: one } : configIn(one)))
    .filter((one) => one !== undefined);
}

/** The entity ID of a card or row. */
export function entityIn(config: Config): string | undefined {
  return textIn(config.entity) ?? textIn(config.entity_id);
}

/** The nesting of cards. A deeper one is not followed. */
export const MAX_DEPTH = 12;

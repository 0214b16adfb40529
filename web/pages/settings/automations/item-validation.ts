import { type Fault, located, pathOf } from '../../../parts/form/fault.ts';
import { writtenOut } from '../../../server/blueprints.ts';
import { type ItemConfig, type ValidatedPart, type Validation, validate } from '../../../server/items.ts';
import type { ServerError, Translation } from '../../../server/server-error.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { failureText } from '../../../texts/server-error.ts';
import { useIn } from './blueprint-fields.ts';
import { partOf } from './item-parts.ts';
import { partsOf } from './item-shape.ts';

/** The position and translated text of an error; the text does not repeat the position. */
export function parseFault(message: string, translation?: Translation): Fault {
  if (translation === undefined) return { path: [], text: message };
  const { place, translation: problem } = located(translation);
  if (place === undefined) return { path: [], text: failureText(message, translation) };
  return { path: pathOf(place), text: failureText(message.replace(` at '${place}'`, ''), problem) };
}

/** Validates each part of an item; the whole item if it is made from a blueprint. */
export async function validateItem(
  home: HomeStore,
  domain: 'automation' | 'script',
  config: ItemConfig,
): Promise<Partial<Record<ValidatedPart, Validation>>> {
  if (config.use_blueprint === undefined) return validateParts(home, domain, config);
  try {
    const written = await writtenOut(home.connection, domain, useIn(config));
    const validations = Object.values(await validateParts(home, domain, written));
    return { actions: validations.find(({ valid }) => !valid) ?? { valid: true, error: null } };
  } catch (error) {
    const { message, translation_key: key, translation_placeholders: placeholders } = error as ServerError;
    if (typeof message !== 'string') return {};
    return { actions: { valid: false, error: message, error_translation: { key, placeholders } } };
  }
}

function validateParts(
  home: HomeStore,
  domain: 'automation' | 'script',
  config: ItemConfig,
): Promise<Partial<Record<ValidatedPart, Validation>>> {
  const parts = partsOf(domain).map((part) => [part === 'sequence' ? 'actions' : part, partOf(config, part)]);
  return validate(home.connection, Object.fromEntries(parts)).catch(() => ({}));
}

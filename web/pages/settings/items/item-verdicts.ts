import { type Fault, faultOf } from '../../../parts/form/fault.ts';
import { writtenOut } from '../../../server/blueprints.ts';
import { type ItemConfig, type Judged, judge, type Verdict } from '../../../server/items.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { serverErrorText } from '../../../words/server-error.ts';
import { useIn } from './blueprint-fields.ts';
import { partOf, partsOf } from './item-shape.ts';

/** The position and translated text of an error. */
export function parseFault(message: string): Fault {
  const { path, text } = faultOf(message);
  return { path, text: serverErrorText({ message: text }) };
}

/** Validates each part of an item; the whole item if it is made from a blueprint. */
export async function verdictsOn(
  home: HomeStore,
  domain: 'automation' | 'script',
  config: ItemConfig,
): Promise<Partial<Record<Judged, Verdict>>> {
  if (config.use_blueprint === undefined) return judgeParts(home, domain, config);
  try {
    const written = await writtenOut(home.connection, domain, useIn(config));
    const verdicts = Object.values(await judgeParts(home, domain, written));
    return { actions: verdicts.find(({ valid }) => !valid) ?? { valid: true, error: null } };
  } catch (error) {
    const { message } = error as { readonly message?: unknown };
    return typeof message === 'string' ? { actions: { valid: false, error: message } } : {};
  }
}

function judgeParts(
  home: HomeStore,
  domain: 'automation' | 'script',
  config: ItemConfig,
): Promise<Partial<Record<Judged, Verdict>>> {
  const parts = partsOf(domain).map((part) => [part === 'sequence' ? 'actions' : part, partOf(config, part)]);
  return judge(home.connection, Object.fromEntries(parts)).catch(() => ({}));
}

import { viewOf } from '../../domains/index.ts';
import type { Entity } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { plain, wordOr } from '../../texts/domain-name.ts';
import type { Choice, FormValues } from './form-field.ts';

/** The attribute that lists the possible values of another. */
const LISTS: Readonly<Record<string, string>> = {
  event_type: 'event_types',
  fan_mode: 'fan_modes',
  hvac_mode: 'hvac_modes',
  mode: 'available_modes',
  operation_mode: 'operation_list',
  option: 'options',
  preset_mode: 'preset_modes',
  sound_mode: 'sound_mode_list',
  swing_horizontal_mode: 'swing_horizontal_modes',
  swing_mode: 'swing_modes',
};

/** Attributes that list the possible states. */
const OWN_LISTS = ['options', 'hvac_modes', 'operation_list'];

/** The possible values of the form's entities: states, or values of an attribute. */
export function stateChoices(home: HomeStore, values: FormValues, attribute?: string): readonly Choice[] {
  const found = new Map<string, Choice>();
  for (const entity of entitiesIn(home, values)) {
    const texts = attribute === undefined ? statesOf(entity) : valuesOf(entity, attribute);
    for (const id of texts) if (!found.has(id)) found.set(id, choice(id, entity.domain));
  }
  return [...found.values()];
}

/** The attribute names of the form's entities. */
export function attributeChoices(home: HomeStore, values: FormValues): readonly Choice[] {
  const names = new Set<string>();
  for (const { attributes } of entitiesIn(home, values))
    for (const name of Object.keys(attributes)) names.add(name);
  return [...names].sort().map((id) => ({ id, name: plain(id), detail: id }));
}

/** The entities of a form: those it names, or those of its target. */
function entitiesIn(home: HomeStore, values: FormValues): readonly Entity[] {
  const target = values.target as FormValues | undefined;
  const ids = [values.entity_id, target?.entity_id].flat().filter((id) => typeof id === 'string');
  return ids.flatMap((id) => home.entity(id) ?? []);
}

function statesOf({ domain, state, attributes }: Entity): readonly string[] {
  for (const name of OWN_LISTS) {
    const list = textsIn(attributes[name]);
    if (list.length > 0) return list;
  }
  const { states: known = [] } = viewOf(domain);
  return known.includes(state) || state === 'unavailable' || state === 'unknown' ? known : [...known, state];
}

function valuesOf({ attributes }: Entity, name: string): readonly string[] {
  const lists = [LISTS[name] ?? name, `${name}_list`, `${name}s`].map((key) => textsIn(attributes[key]));
  const list = lists.find(({ length }) => length > 0);
  const now = attributes[name];
  return list ?? (typeof now === 'string' || typeof now === 'number' ? [String(now)] : []);
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

function choice(id: string, domain: string): Choice {
  const name = wordOr(`state.${domain}.${id}`, wordOr(`state.${id}`, plain(id)));
  return { id, name: name.replace(/…$/, ''), detail: name === id ? undefined : id };
}

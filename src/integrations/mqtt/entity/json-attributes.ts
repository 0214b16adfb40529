import type { ExactJson } from '../../../core/json.ts';
import type { Attributes } from '../../../core/state.ts';
import { isJsonObject, readJson } from '../client/payload-json.ts';
import type { EntityConfig } from '../schema/entity-schema.ts';
import type { Component, ComponentFacts, Reading } from './component.ts';

/** Attributes that identify the entity: a device cannot overwrite them. */
const BLOCKED: ReadonlySet<string> = new Set([
  'available',
  'assumed_state',
  'device_class',
  'device_info',
  'entity_category',
  'entity_id',
  'entity_picture',
  'entity_registry_enabled_default',
  'extra_state_attributes',
  'force_update',
  'friendly_name',
  'group_entities',
  'icon',
  'should_poll',
  'state',
  'supported_features',
  'unique_id',
  'unit_of_measurement',
  '__proto__', // no name that anything could show
]);

/** Characters; attributes are sent with each state. */
const MAX_ATTRIBUTES = 131_072;

/** The reading of `json_attributes_topic`: each JSON object replaces the attributes of the one before. */
export function attributesReading(
  config: EntityConfig,
  { domain, facts }: { readonly domain: Component['domain']; readonly facts: ComponentFacts },
  take: (attributes: Attributes) => void,
): Reading {
  const own = new Set(facts.blockedAttributes ?? Object.keys(domain.attributes));
  return {
    topic: config.json_attributes_topic,
    template: config.json_attributes_template,
    read: (text, context) => {
      if (text.length > MAX_ATTRIBUTES)
        return context.warn(`the attributes are longer than ${MAX_ATTRIBUTES} characters`);
      const isPlain = config.json_attributes_template === undefined && config.encoding === 'utf-8';
      const json = isPlain ? context.message.json() : readJson(text);
      if (json === undefined || !isJsonObject(json)) return context.warn('the attributes are no JSON object');
      const attributes: Record<string, ExactJson> = Object.create(null);
      for (const name of Object.keys(json)) {
        if (!BLOCKED.has(name) && !own.has(name)) attributes[name] = plain(json[name] as ExactJson);
      }
      take(attributes);
      return null;
    },
  };
}

/** Integers beyond the range of a client's JSON become floats. */
function plain(value: ExactJson): ExactJson {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)]));
}

import { fault } from '../../../core/errors.ts';
import type { Values } from '../../../domains/definition/define-domain.ts';
import { updateDomain } from '../../../domains/update/update.ts';
import { isJsonObject, type JsonObject, readJson } from '../client/payload-json.ts';
import { defineComponent, type ReadingContext } from '../entity/component.ts';
import {
  commandTopic,
  deviceClass,
  flag,
  integer,
  numberOf,
  pythonText,
  stateTopic,
  template,
  text,
  url,
} from '../schema/config-values.ts';
import { type ConfigOf, entityConfig } from '../schema/entity-schema.ts';

const keys = {
  state_topic: stateTopic,
  value_template: template.optional(),
  latest_version_topic: stateTopic.optional(),
  latest_version_template: template.optional(),
  command_topic: commandTopic.optional(),
  payload_install: text.optional(),
  device_class: deviceClass(updateDomain.deviceClasses).optional(),
  title: text.optional(),
  release_summary: text.optional(),
  release_url: text.optional(),
  display_precision: integer({ min: 0 }).default(0),
  retain: flag.default(false),
};
type Config = ConfigOf<typeof keys>;

/** Updates over MQTT. */
export const updateComponent = defineComponent<Config>({
  name: 'update',
  domain: updateDomain,
  schema: entityConfig(keys),
  describe: (config) => ({
    kind: 'MQTT Update',
    deviceClass: config.device_class ?? undefined,
    isNamedByClass: true,
    features: ['progress', ...(config.command_topic === undefined ? [] : ['install'])],
    capabilities: { display_precision: config.display_precision },
    values: { installed_version: null, latest_version: null, ...setByConfig(config) },
    configured: setByConfig(config),
    attributes: ({ entity_picture: picture }) => (picture === undefined ? {} : { entity_picture: picture }),
    restoresValues: true,
  }),
  readings: (config) => [
    {
      topic: config.state_topic,
      template: config.value_template,
      needsTemplate: true,
      isMain: true,
      read: (payload, context) => (payload === '' ? null : readState(payload, context)),
    },
    {
      topic: config.latest_version_topic,
      template: config.latest_version_template,
      read: (payload) => (payload === '' ? null : { latest_version: payload }),
    },
  ],
  command: (_command, { config, entity }) => {
    const { command_topic: topic = '', payload_install: payload } = config;
    if (payload === undefined)
      throw fault('home_assistant_error', 'update_has_no_payload_install', { entity_id: entity.id });
    return { messages: [{ topic, payload }] };
  },
});

function setByConfig(config: Config): Values {
  return {
    title: config.title ?? null,
    release_summary: config.release_summary ?? null,
    release_url: config.release_url ?? null,
  };
}

const address = url(['http', 'https']);
const ADDRESSES: ReadonlySet<string> = new Set(['entity_picture', 'release_url']);

const TEXTS: ReadonlySet<string> = new Set([
  'installed_version',
  'latest_version',
  'title',
  'release_summary',
  'release_url',
  'entity_picture',
]);

/** A message with anything wrong in it counts as a whole for nothing. */
function readState(payload: string, context: ReadingContext): Values | null {
  const json = readJson(payload);
  if (!isJsonObject(json)) return { installed_version: payload };
  const values: Record<string, unknown> = {};
  for (const name of Object.keys(json)) {
    const problem = take(name, json, values);
    if (problem !== undefined) return context.warn(problem);
  }
  if (values.update_percentage !== undefined) values.in_progress = values.update_percentage !== null;
  if (json.update_percentage === null && json.in_progress === true) values.in_progress = true;
  return Object.keys(values).length === 0 ? null : values;
}

function take(name: string, json: JsonObject, values: Record<string, unknown>): string | undefined {
  const raw = json[name];
  if (TEXTS.has(name)) {
    const text = pythonText(raw);
    if (text === undefined) return `${name} is no text`;
    if (ADDRESSES.has(name) && !address.safeParse(text).success) return `${name} is no URL`;
    values[name] = text;
    return undefined;
  }
  if (name === 'in_progress') {
    if (typeof raw !== 'boolean') return 'in_progress is neither true nor false';
    values.in_progress = raw;
    return undefined;
  }
  if (name !== 'update_percentage') return `${name.slice(0, 40)} is not known`;
  const percent = raw === null ? null : typeof raw === 'string' ? undefined : numberOf(raw);
  if (percent === undefined || (percent !== null && (percent < 0 || percent > 100)))
    return 'update_percentage is no number from 0 to 100';
  values.update_percentage = percent;
  return undefined;
}

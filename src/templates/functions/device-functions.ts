import type { DeviceEntry } from '../../entities/registry/device-registry.ts';
import { callable } from '../../jinja/values/call.ts';
import type { Callable, RenderContext, Value } from '../../jinja/values/context.ts';
import { TemplateFailure } from '../../jinja/values/failure.ts';
import { str } from '../../jinja/values/printing.ts';
import { textOf } from '../../jinja/values/protocol.ts';
import { Undefined } from '../../jinja/values/undefined.ts';
import { equals, PySet, Tuple } from '../../jinja/values/values.ts';
import { hostOf, lookupText, type TemplateHost } from '../host.ts';

function nameOfDevice(device: DeviceEntry): string | null {
  return device.name_by_user ?? device.name;
}

/** The device of an entity, or the first with a name. */
function deviceIdOf(host: TemplateHost, text: string): string | null {
  const entry = host.entry(text);
  if (entry !== undefined) return entry.device_id;
  return host.devices((device) => nameOfDevice(device) === text)[0]?.id ?? null;
}

/** The device attributes available to templates, as Python values. */
function attributeOf(device: DeviceEntry, name: string): Value {
  switch (name) {
    case 'identifiers':
    case 'connections':
      return new PySet(device[name].map((pair) => new Tuple(pair)));
    case 'labels':
      return new PySet(device.labels);
    case 'config_entries':
      return new PySet([device.config_entry_id]);
    case 'primary_config_entry':
      return device.config_entry_id;
    default:
      return Object.hasOwn(device, name) ? device[name as keyof DeviceEntry] : null;
  }
}

function deviceAttribute(context: RenderContext, name: string, thing: Value, attribute: Value): Value {
  const host = hostOf(context, name);
  const text = needId(thing, 'Must provide a device or entity ID');
  const id = text.includes('.') ? deviceIdOf(host, text) : text;
  const device = id === null ? undefined : host.device(id);
  return device === undefined ? null : attributeOf(device, str(attribute));
}

function needId(value: Value, complaint: string): string {
  if (value instanceof Undefined) return value.fail();
  const text = textOf(value);
  if (text === undefined) throw new TemplateFailure('TemplateError', complaint);
  return text;
}

const ENTRY_ATTRIBUTES: Readonly<Record<string, Value>> = {
  domain: undefined,
  title: undefined,
  state: 'loaded',
  source: 'user',
  disabled_by: null,
  pref_disable_polling: false,
};

function entryAttribute(host: TemplateHost, id: Value, attribute: Value): Value {
  const text = needId(id, 'Must provide a config entry ID');
  const name = textOf(attribute) ?? '';
  if (!Object.hasOwn(ENTRY_ATTRIBUTES, name))
    throw new TemplateFailure('TemplateError', 'Invalid config entry attribute');
  const entry = [...host.home.configEntries.list()].find(({ entry_id }) => entry_id === text);
  if (entry === undefined) return null;
  return name === 'domain' || name === 'title' ? entry[name] : ENTRY_ATTRIBUTES[name];
}

/** By the title of a config entry, otherwise by the name of the integration. */
function entitiesOfIntegration(host: TemplateHost, name: string): string[] {
  if (name === '') return [];
  const titled = new Set<string>();
  for (const { title, entry_id } of host.home.configEntries.list()) if (title === name) titled.add(entry_id);
  const ofEntry = host.entries(({ config_entry_id: id }) => id !== null && titled.has(id));
  if (ofEntry.length > 0) return ofEntry.map(({ entity_id }) => entity_id);
  const found = new Set(host.entries(({ platform }) => platform === name).map(({ entity_id }) => entity_id));
  for (const { entity_id: id } of host.statesOf())
    if (host.home.entities.get(id)?.platform === name) found.add(id);
  return [...found];
}

/** As both test and function. */
export const IS_DEVICE_ATTR: Callable = callable(
  'is_device_attr(device_or_entity_id, name, value)',
  (context, thing, name, value) => equals(deviceAttribute(context, 'is_device_attr', thing, name), value),
);

/** As functions only. */
export const ISSUES: Callable = callable('issues()', () => ({}));

/** As both functions and filters. */
export const DEVICE_FUNCTIONS: readonly Callable[] = [
  callable('device_entities(device_id)', (context, id) =>
    hostOf(context, 'device_entities')
      .entriesOf(lookupText(id))
      .map(({ entity_id }) => entity_id),
  ),
  callable('device_id(lookup)', (context, value) => deviceIdOf(hostOf(context, 'device_id'), str(value))),
  callable('device_name(lookup)', (context, value) => {
    const host = hostOf(context, 'device_name');
    const text = lookupText(value);
    const device = host.device(host.entry(text)?.device_id ?? text);
    return device === undefined ? null : nameOfDevice(device);
  }),
  callable('device_attr(device_or_entity_id, name)', (context, thing, name) =>
    deviceAttribute(context, 'device_attr', thing, name),
  ),
  callable('integration_entities(name)', (context, name) =>
    entitiesOfIntegration(hostOf(context, 'integration_entities'), lookupText(name)),
  ),
  callable(
    'config_entry_id(entity_id)',
    (context, id) => hostOf(context, 'config_entry_id').entry(lookupText(id))?.config_entry_id ?? null,
  ),
  callable('config_entry_attr(config_entry_id, name)', (context, id, name) =>
    entryAttribute(hostOf(context, 'config_entry_attr'), id, name),
  ),
  callable('issue(domain, issue_id)', () => null),
];

import type { NamedItem } from '../../entities/registry/named-registry.ts';
import type { Area, Floor, Label } from '../../entities/registry/places.ts';
import { callable } from '../../jinja/values/call.ts';
import type { Callable, Value } from '../../jinja/values/context.ts';
import { hostOf, lookupText, type TemplateHost } from '../host.ts';

interface Aliased extends NamedItem {
  readonly aliases: readonly string[];
}

/** Names are compared without case and blanks. */
function normal(name: string): string {
  return name.toLowerCase().replaceAll(' ', '');
}

function byName<T extends NamedItem>(items: readonly T[], name: string): T | undefined {
  const wanted = normal(name);
  return items.find((item) => normal(item.name) === wanted);
}

function byNameOrAlias<T extends Aliased>(items: readonly T[], name: string): T | undefined {
  const wanted = normal(name);
  return (
    byName(items, name) ?? items.find(({ aliases }) => aliases.some((alias) => normal(alias) === wanted))
  );
}

/** The area of an entity or a device. */
function areaOfThing(host: TemplateHost, id: string): Area | undefined {
  const entry = host.entry(id);
  const device = host.device(entry?.device_id ?? id);
  return host.places.areas.get(entry?.area_id ?? device?.area_id ?? '');
}

/** By name, alias, entity or device; not by ID. */
function areaOf(host: TemplateHost, text: string): Area | undefined {
  return byNameOrAlias(host.places.areas.list(), text) ?? areaOfThing(host, text);
}

/** By ID first, then like `areaOf`. */
function namedArea(host: TemplateHost, text: string): Area | undefined {
  return host.places.areas.get(text) ?? areaOf(host, text);
}

function floorOf(host: TemplateHost, text: string): Floor | undefined {
  const { floors } = host.places;
  return byNameOrAlias(floors.list(), text) ?? floors.get(namedArea(host, text)?.floor_id ?? '');
}

function namedFloor(host: TemplateHost, text: string): Floor | undefined {
  return host.places.floors.get(text) ?? floorOf(host, text);
}

function namedLabel(host: TemplateHost, text: string): Label | undefined {
  const { labels } = host.places;
  return labels.get(text) ?? byName(labels.list(), text);
}

/** The entities of an area: those assigned to it, then those of its devices without an area of their own. */
function entitiesOfArea(host: TemplateHost, areaId: string): string[] {
  const own = host.entries(({ area_id }) => area_id === areaId);
  const ofDevices = host
    .devices(({ area_id }) => area_id === areaId)
    .flatMap(({ id }) => host.entriesOf(id).filter(({ area_id }) => area_id === null));
  return [...own, ...ofDevices].map(({ entity_id }) => entity_id);
}

function areasOfFloor(host: TemplateHost, text: string): readonly string[] {
  const floor = namedFloor(host, text);
  return floor === undefined ? [] : host.places.areasOfFloor(floor.id);
}

/** The labels of an entity, device or area; all labels without a value. */
function labelsOf(host: TemplateHost, value: Value): readonly string[] {
  if (value === undefined || value === null) return idsOf(host.places.labels.list());
  const text = lookupText(value);
  const thing = host.entry(text) ?? host.device(text) ?? host.places.areas.get(text);
  return thing === undefined ? [] : [...thing.labels];
}

function idsOf(items: readonly { readonly id: string }[]): string[] {
  return items.map(({ id }) => id);
}

/** A lookup function with one text argument. */
function lookup(signature: string, find: (host: TemplateHost, text: string) => Value): Callable {
  const name = signature.slice(0, signature.indexOf('('));
  return callable(signature, (context, value) => find(hostOf(context, name), lookupText(value)));
}

/** As functions only. */
export const PLACE_LISTS: readonly Callable[] = [
  callable('areas()', (context) => idsOf(hostOf(context, 'areas').places.areas.list())),
  callable('floors()', (context) => idsOf(hostOf(context, 'floors').places.floors.list())),
];

/** As both functions and filters. */
export const PLACE_FUNCTIONS: readonly Callable[] = [
  lookup('area_id(lookup)', (host, text) => areaOf(host, text)?.id ?? null),
  lookup(
    'area_name(lookup)',
    (host, text) => (host.places.areas.get(text) ?? areaOfThing(host, text))?.name ?? null,
  ),
  lookup('area_entities(area)', (host, text) => entitiesOfArea(host, namedArea(host, text)?.id ?? '')),
  lookup('area_devices(area)', (host, text) => {
    const area = namedArea(host, text);
    return area === undefined ? [] : idsOf(host.devices(({ area_id }) => area_id === area.id));
  }),
  lookup('floor_id(lookup)', (host, text) => floorOf(host, text)?.id ?? null),
  lookup('floor_name(lookup)', (host, text) => namedFloor(host, text)?.name ?? null),
  lookup('floor_areas(floor)', (host, text) => [...areasOfFloor(host, text)]),
  lookup('floor_entities(floor)', (host, text) =>
    areasOfFloor(host, text).flatMap((area) => entitiesOfArea(host, area)),
  ),
  callable('labels(lookup=none)', (context, value) => labelsOf(hostOf(context, 'labels'), value)),
  lookup('label_id(name)', (host, text) => byName(host.places.labels.list(), text)?.id ?? null),
  lookup('label_name(id)', (host, text) => host.places.labels.get(text)?.name ?? null),
  lookup('label_description(id)', (host, text) => host.places.labels.get(text)?.description ?? null),
  lookup('label_areas(label)', (host, text) => [
    ...host.places.areasWithLabel(namedLabel(host, text)?.id ?? ''),
  ]),
  lookup('label_devices(label)', (host, text) => {
    const label = namedLabel(host, text);
    return label === undefined ? [] : idsOf(host.devices(({ labels }) => labels.includes(label.id)));
  }),
  lookup('label_entities(label)', (host, text) => {
    const label = namedLabel(host, text);
    return label === undefined
      ? []
      : host.entries(({ labels }) => labels.includes(label.id)).map(({ entity_id }) => entity_id);
  }),
];

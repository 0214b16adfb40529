import type { NamedItem } from '../entities/registry/named-registry.ts';
import type { Area, Floor, Label } from '../entities/registry/places.ts';
import { callable } from '../jinja/values/call.ts';
import type { Callable, Value } from '../jinja/values/context.ts';
import { hostOf, lookupText, type TemplateHost } from './host.ts';

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
function lookup(
  signature: string,
  description: string,
  example: readonly [string, string],
  find: (host: TemplateHost, text: string) => Value,
): Callable {
  const name = signature.slice(0, signature.indexOf('('));
  return callable(signature, description, example, (context, value) =>
    find(hostOf(context, name), lookupText(value)),
  );
}

/** As functions only. */
export const PLACE_LISTS: readonly Callable[] = [
  callable('areas()', 'The IDs of all areas.', ['{{ areas() }}', "['kitchen']"], (context) =>
    idsOf(hostOf(context, 'areas').places.areas.list()),
  ),
  callable('floors()', 'The IDs of all floors.', ['{{ floors() }}', "['ground']"], (context) =>
    idsOf(hostOf(context, 'floors').places.floors.list()),
  ),
];

/** As both functions and filters. */
export const PLACE_FUNCTIONS: readonly Callable[] = [
  lookup(
    'area_id(lookup)',
    'The ID of an area by name or alias, or of the area of an entity or device.',
    ["{{ area_id('light.lamp') }}", 'kitchen'],
    (host, text) => areaOf(host, text)?.id ?? null,
  ),
  lookup(
    'area_name(lookup)',
    'The name of an area by ID, or of the area of an entity or device.',
    ["{{ area_name('kitchen') }}", 'Kitchen'],
    (host, text) => (host.places.areas.get(text) ?? areaOfThing(host, text))?.name ?? null,
  ),
  lookup(
    'area_entities(area)',
    'The entity IDs in an area, given by ID or name.',
    ["{{ area_entities('kitchen') }}", "['light.lamp']"],
    (host, text) => entitiesOfArea(host, namedArea(host, text)?.id ?? ''),
  ),
  lookup(
    'area_devices(area)',
    'The IDs of the devices in an area, given by ID or name.',
    ["{{ area_devices('Kitchen') | length }}", '1'],
    (host, text) => {
      const area = namedArea(host, text);
      return area === undefined ? [] : idsOf(host.devices(({ area_id }) => area_id === area.id));
    },
  ),
  lookup(
    'floor_id(lookup)',
    'The ID of a floor by name or alias, or of the floor of an area, entity or device.',
    ["{{ floor_id('kitchen') }}", 'ground'],
    (host, text) => floorOf(host, text)?.id ?? null,
  ),
  lookup(
    'floor_name(lookup)',
    'The name of a floor by ID, or of the floor of an area, entity or device.',
    ["{{ floor_name('ground') }}", 'Ground'],
    (host, text) => namedFloor(host, text)?.name ?? null,
  ),
  lookup(
    'floor_areas(floor)',
    'The IDs of the areas on a floor, given by ID or name.',
    ["{{ floor_areas('ground') }}", "['kitchen']"],
    (host, text) => [...areasOfFloor(host, text)],
  ),
  lookup(
    'floor_entities(floor)',
    'The entity IDs on a floor, given by ID or name.',
    ["{{ floor_entities('ground') }}", "['light.lamp']"],
    (host, text) => areasOfFloor(host, text).flatMap((area) => entitiesOfArea(host, area)),
  ),
  callable(
    'labels(lookup=none)',
    'The IDs of the labels of an entity, device or area, or of all labels.',
    ["{{ labels('light.lamp') }}", "['cosy']"],
    (context, value) => labelsOf(hostOf(context, 'labels'), value),
  ),
  lookup(
    'label_id(name)',
    'The ID of a label, by name.',
    ["{{ label_id('Cosy') }}", 'cosy'],
    (host, text) => byName(host.places.labels.list(), text)?.id ?? null,
  ),
  lookup(
    'label_name(id)',
    'The name of a label, by ID.',
    ["{{ label_name('cosy') }}", 'Cosy'],
    (host, text) => host.places.labels.get(text)?.name ?? null,
  ),
  lookup(
    'label_description(id)',
    'The description of a label, by ID.',
    ["{{ label_description('cosy') }}", 'Warm light'],
    (host, text) => host.places.labels.get(text)?.description ?? null,
  ),
  lookup(
    'label_areas(label)',
    'The IDs of the areas with a label, given by ID or name.',
    ["{{ label_areas('cosy') }}", '[]'],
    (host, text) => [...host.places.areasWithLabel(namedLabel(host, text)?.id ?? '')],
  ),
  lookup(
    'label_devices(label)',
    'The IDs of the devices with a label, given by ID or name.',
    ["{{ label_devices('cosy') }}", '[]'],
    (host, text) => {
      const label = namedLabel(host, text);
      return label === undefined ? [] : idsOf(host.devices(({ labels }) => labels.includes(label.id)));
    },
  ),
  lookup(
    'label_entities(label)',
    'The entity IDs with a label, given by ID or name.',
    ["{{ label_entities('cosy') }}", "['light.lamp']"],
    (host, text) => {
      const label = namedLabel(host, text);
      return label === undefined
        ? []
        : host.entries(({ labels }) => labels.includes(label.id)).map(({ entity_id }) => entity_id);
    },
  ),
];

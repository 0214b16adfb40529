import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import { listOf } from '../../../core/parse.ts';
import { schemaError } from '../../../core/schema-error.ts';
import type { StateMachine } from '../../../core/state-machine.ts';
import { isLabelColor } from '../../../entities/registry/label-color.ts';
import type { NamedItem, NamedRegistry } from '../../../entities/registry/named-registry.ts';
import { type Area, type Floor, type Label, requireReadings } from '../../../entities/registry/places.ts';
import { HomeView, type PlaceViews, type ViewedHome } from '../../../entities/visibility/home-view.ts';
import { visibleNames } from '../../../entities/visibility/visible-state.ts';
import { Nothing } from '../../shapes/plain-shapes.ts';
import { AreaShape, FloorShape, LabelShape } from '../../shapes/registry-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

const textOrNull = z.string().nullable();
const texts = listOf(z.string(), 500);

const areaFields = {
  aliases: texts.optional(),
  floor_id: textOrNull.optional(),
  icon: textOrNull.optional(),
  labels: texts.optional(),
  picture: textOrNull.optional(),
  temperature_entity_id: textOrNull.optional(),
  humidity_entity_id: textOrNull.optional(),
};
const floorFields = {
  aliases: texts.optional(),
  icon: textOrNull.optional(),
  level: z.int().nullable().optional(),
};
const labelFields = {
  icon: textOrNull.optional(),
  color: z
    .string()
    .refine(isLabelColor, schemaError('expects_label_color'))
    .nullable()
    .optional()
    .describe('`#rrggbb`, or a name such as `light-blue`'),
  description: textOrNull.optional(),
};

/** What the commands of one registry are generated from. */
interface RegistryFacts<T extends NamedItem> {
  readonly kind: 'area' | 'floor' | 'label';
  /** The schema of an item in results. */
  readonly shape: z.ZodType;
  readonly registry: NamedRegistry<T>;
  readonly fields: z.ZodRawShape;
  /** The items visible to a caller. */
  readonly visible: (access: Access) => readonly T[];
  readonly show: (item: T) => Readonly<Record<string, unknown>>;
  /** Throws if the fields are invalid. */
  readonly check?: (fields: Partial<T>) => void;
  /** The result of `delete`: `success` for areas, for compatibility. */
  readonly deleted: 'success' | null;
  readonly canReorder: boolean;
}

/** `config/area_registry/*`, `config/floor_registry/*` and `config/label_registry/*`. */
export function placeCommands(home: ViewedHome & { readonly states: Pick<StateMachine, 'get'> }): Command[] {
  const { places } = home;
  const viewOf = (access: Access): PlaceViews => new HomeView(access, home).places;
  return [
    ...registryCommands<Area>({
      kind: 'area',
      shape: AreaShape,
      visible: (access) => viewOf(access).areas.list(),
      registry: places.areas,
      fields: areaFields,
      show: showArea,
      check: (fields) => requireReadings(fields, home.states),
      deleted: 'success',
      canReorder: true,
    }),
    ...registryCommands<Floor>({
      kind: 'floor',
      shape: FloorShape,
      visible: (access) => viewOf(access).floors.list(),
      registry: places.floors,
      fields: floorFields,
      show: ({ id, order: _order, ...floor }) => ({ floor_id: id, ...floor }),
      deleted: null,
      canReorder: true,
    }),
    ...registryCommands<Label>({
      kind: 'label',
      shape: LabelShape,
      visible: (access) => viewOf(access).labels.list(),
      registry: places.labels,
      fields: labelFields,
      show: ({ id, order: _order, ...label }) => ({ label_id: id, ...label }),
      deleted: null,
      canReorder: false,
    }),
  ];
}

function showArea({ id, order: _order, ...area }: Area): Readonly<Record<string, unknown>> {
  return { area_id: id, ...area };
}

function registryCommands<T extends NamedItem>(facts: RegistryFacts<T>): Command[] {
  const { kind, registry, fields, show } = facts;
  const idKey = `${kind}_id`;
  const article = kind === 'area' ? 'an' : 'a';
  const type = (action: string): string => `config/${kind}_registry/${action}`;
  const commands = [
    defineCommand({
      type: type('list'),
      permission: 'user',
      summary: `All ${kind}s in their order`,
      fields: {},
      result: z.array(facts.shape),
      handle: ({ access }) => facts.visible(access).map((item) => visibleNames(show(item), access)),
    }),
    defineCommand({
      type: type('create'),
      changes: 'undoable',
      permission: 'admin',
      summary: `Creates ${article} ${kind}`,
      fields: { name: z.string(), ...fields },
      result: facts.shape,
      handle: async ({ message }) => {
        const requested = given(message) as Partial<T> & { name: string };
        facts.check?.(requested);
        return show(await registry.create(requested));
      },
    }),
    defineCommand({
      type: type('update'),
      changes: 'undoable',
      permission: 'admin',
      summary: `Changes ${article} ${kind}`,
      fields: { [idKey]: z.string(), name: z.string().optional(), ...fields },
      result: facts.shape,
      handle: async ({ message }) => {
        const { [idKey]: id, ...changes } = given(message);
        facts.check?.(changes as Partial<T>);
        return show(await registry.update(String(id), changes as Partial<T>));
      },
    }),
    defineCommand({
      type: type('delete'),
      changes: 'undoable',
      permission: 'admin',
      summary: `Deletes ${article} ${kind}`,
      fields: { [idKey]: z.string() },
      result: z.literal(facts.deleted),
      handle: async ({ message }) => {
        await registry.delete(String(given(message)[idKey]));
        return facts.deleted;
      },
    }),
  ];
  if (!facts.canReorder) return commands;
  const idsKey = `${kind}_ids`;
  return [
    ...commands,
    defineCommand({
      type: type('reorder'),
      changes: 'undoable',
      permission: 'admin',
      summary: `Sets the order of all ${kind}s`,
      fields: { [idsKey]: texts },
      result: Nothing,
      handle: async ({ message }) => {
        await registry.reorder(given(message)[idsKey] as string[]);
        return null;
      },
    }),
  ];
}

/** The message without the protocol's keys. */
function given(message: object): Record<string, unknown> {
  const { id: _id, type: _type, ...rest } = message as Record<string, unknown>;
  return rest;
}

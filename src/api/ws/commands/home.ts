import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import { fault } from '../../../core/errors.ts';
import { isLanguage } from '../../../core/known-names.ts';
import { schemaError } from '../../../core/schema-error.ts';
import { slugify } from '../../../core/slug.ts';
import type { StateMachine } from '../../../core/state-machine.ts';
import { isTimeZone } from '../../../core/time-zone.ts';
import { UNIT_SYSTEMS } from '../../../core/unit-system.ts';
import type { Home, HomeChanges } from '../../../entities/home/home.ts';
import { parseTarget, type Target, type TargetResolver } from '../../../entities/registry/targets.ts';
import { excludedFrom } from '../../../entities/services/excluded.ts';
import { expandGroups } from '../../../entities/services/group-members.ts';
import { HomeView, type ViewedHome } from '../../../entities/visibility/home-view.ts';
import { visibleIds, visiblePresentIds } from '../../../entities/visibility/visible-state.ts';
import { Nothing, object } from '../../shapes/plain-shapes.ts';
import { ExtractedTargetShape } from '../../shapes/registry-shapes.ts';
import { type Command, defineCommand } from '../command.ts';
import { TargetShape } from '../target-shape.ts';

/** Transliteration is slow per character, and no name is longer. */
const MAX_NAME_LENGTH = 10_000;

/** The dependencies of these commands. */
export interface HomeCommandParts extends ViewedHome {
  readonly home: Home;
  readonly targets: TargetResolver;
  readonly states: StateMachine;
}

const NOTHING: Target = { entities: [], devices: [], areas: [], floors: [], labels: [] };
const address = z.url({ protocol: /^https?$/ }).nullable();

/** The home as a whole: its configuration, and resolving targets. */
export function homeCommands({
  home,
  devices,
  registry,
  places,
  targets,
  states,
}: HomeCommandParts): Command[] {
  const viewOf = (access: Access) => new HomeView(access, { places, registry, devices });
  return [
    defineCommand({
      type: 'config/core/update',
      changes: 'undoable',
      permission: 'admin',
      summary: 'Changes the settings of the home',
      result: Nothing,
      fields: {
        location_name: z.string().min(1).max(100).optional(),
        latitude: z.number().min(-90).max(90).optional(),
        longitude: z.number().min(-180).max(180).optional(),
        elevation: z.number().optional(),
        radius: z.number().positive().optional(),
        unit_system: z.enum(['metric', 'us_customary']).optional(),
        time_zone: z.string().optional(),
        external_url: address.optional(),
        internal_url: address.optional(),
        currency: z
          .string()
          .regex(/^[A-Z]{3}$/)
          .optional(),
        country: z
          .string()
          .regex(/^[A-Z]{2}$/)
          .nullable()
          .optional(),
        language: z.string().max(35).refine(isLanguage, schemaError('expects_language')).optional(),
        update_units: z.boolean().optional(),
      },
      handle: async ({ message }) => {
        const { location_name: name, update_units: _units, ...rest } = withoutProtocol(message);
        if (typeof rest.time_zone === 'string' && !isTimeZone(rest.time_zone))
          throw fault('invalid_info', 'unknown_time_zone', { time_zone: rest.time_zone.slice(0, 100) });
        const sent = { ...rest, ...(name === undefined ? {} : { location_name: name }) };
        if (typeof rest.unit_system === 'string') {
          Object.assign(sent, { unit_system: UNIT_SYSTEMS[rest.unit_system as keyof typeof UNIT_SYSTEMS] });
        }
        await home.update({ ...rest, ...(name === undefined ? {} : { name }) } as HomeChanges, sent);
        return null;
      },
    }),
    defineCommand({
      type: 'extract_from_target',
      permission: 'user',
      summary: 'The entities, devices and areas of a target, and those that do not exist',
      result: ExtractedTargetShape,
      fields: {
        target: TargetShape,
        expand_group: z.boolean().optional(),
        primary_entities_only: z.boolean().optional(),
      },
      handle: ({ message, access }) => {
        const parsed = parseTarget(message.target) ?? NOTHING;
        if (parsed.entities === 'all') throw fault('invalid_format', 'expected_target_entity_ids');
        const whole = { ...parsed, entities: parsed.entities };
        const named =
          message.expand_group === true
            ? expandGroups(whole.entities, states, access.mayRead)
            : whole.entities;
        const reached = targets.reach(whole, { all: message.primary_entities_only === false });
        const out = excludedFrom(whole, targets, states);
        const isIn = (kind: keyof typeof out) => (id: string) => !out[kind].has(id);
        const view = viewOf(access);
        const isDevice = (id: string): boolean => view.device(id) !== undefined;
        const isArea = (id: string): boolean => view.places.areas.get(id) !== undefined;
        const isFloor = (id: string): boolean => view.places.floors.get(id) !== undefined;
        const isLabel = (id: string): boolean => view.places.labels.get(id) !== undefined;
        return {
          referenced_entities: [
            ...new Set([
              ...visiblePresentIds(named, access, states),
              ...visibleIds([...reached.entities], access),
            ]),
          ].filter(isIn('entities')),
          // Named items are listed whether or not they exist; `missing_…` lists those that do not.
          referenced_devices: [
            ...new Set([...whole.devices, ...[...reached.devices].filter(isDevice)]),
          ].filter(isIn('devices')),
          referenced_areas: [...new Set([...whole.areas, ...[...reached.areas].filter(isArea)])].filter(
            isIn('areas'),
          ),
          missing_devices: whole.devices.filter((id) => !isDevice(id)),
          missing_areas: whole.areas.filter((id) => !isArea(id)),
          missing_floors: whole.floors.filter((id) => !isFloor(id)),
          missing_labels: whole.labels.filter((id) => !isLabel(id)),
        };
      },
    }),
    defineCommand({
      type: 'slugify',
      permission: 'user',
      summary: 'The slug of a text',
      result: object({ slug: z.string() }),
      fields: {
        text: z.string().max(MAX_NAME_LENGTH),
      },
      handle: ({ message }) => ({ slug: slugify(message.text) }),
    }),
  ];
}

/** The message without the protocol's keys. */
function withoutProtocol(message: object): Record<string, unknown> {
  const { id: _id, type: _type, ...rest } = message as Record<string, unknown>;
  return rest;
}

import { z } from 'zod';
import { isObject } from '../../core/coerce.ts';
import { schemaError } from '../../core/schema-error.ts';
import {
  type Command,
  defineDomain,
  defineService,
  type EntityView,
  simpleService,
} from '../definition/define-domain.ts';
import { plain, plainAction, reaches, stands } from '../definition/device-automations.ts';
import { custom, text } from '../definition/field.ts';
import { refusal } from '../definition/refusal.ts';
import { stateTriggers } from '../definition/state-tests.ts';
import { reproduceVacuum } from './reproduce.ts';

const STATES = ['cleaning', 'docked', 'idle', 'paused', 'returning', 'error'] as const;

/** A part of a vacuum cleaner's map that can be cleaned separately. */
export interface Segment {
  readonly id: string;
  readonly name: string;
  /** The group of several segments, e.g. a floor. */
  readonly group: string | null;
}

/** The reported values of a vacuum cleaner. */
export interface VacuumValues {
  readonly [key: string]: unknown;
  readonly state: (typeof STATES)[number] | null;
  readonly fan_speed?: string | null;
  /** The parts of its map; no attribute shows them. */
  readonly segments?: readonly Segment[];
}

/** The capabilities of a vacuum cleaner. */
export interface VacuumCapabilities {
  readonly [key: string]: unknown;
  readonly fan_speed_list?: readonly string[];
}

type VacuumView = EntityView<VacuumValues, VacuumCapabilities>;

const areasSchema: z.ZodType<readonly string[]> = z
  .union(
    [z.null().transform(() => []), z.string().transform((one) => [one]), z.array(z.string())],
    schemaError('expects_area_ids'),
  )
  .readonly();

const paramsSchema: z.ZodType<unknown> = z
  .unknown()
  .transform((value) => (isObject(value) || Array.isArray(value) ? value : value === null ? [] : [value]));

/** Vacuum cleaners. */
export const vacuumDomain = defineDomain<VacuumValues, VacuumCapabilities>({
  name: 'vacuum',
  title: 'Vacuum',
  states: STATES,
  unrecorded: ['fan_speed_list'],
  features: {
    turn_on: 1,
    turn_off: 2,
    pause: 4,
    stop: 8,
    return_home: 16,
    fan_speed: 32,
    status: 128,
    send_command: 256,
    locate: 512,
    clean_spot: 1024,
    map: 2048,
    state: 4096,
    start: 8192,
    clean_area: 16384,
  },
  deviceClasses: [],
  attributes: {
    fan_speed_list: { description: 'The available fan speeds.', capability: true },
    fan_speed: { description: 'The current fan speed.' },
  },
  services: [
    vacuumService('start', 'start', { state: 'cleaning' }),
    vacuumService('pause', 'pause', { state: 'paused' }),
    vacuumService('stop', 'stop', { state: 'idle' }),
    vacuumService('return_to_base', 'return_home', { state: 'returning' }),
    vacuumService('clean_spot', 'clean_spot', {
      state: 'cleaning',
    }),
    vacuumService('locate', 'locate', {}),
    defineService({
      name: 'set_fan_speed',
      fields: {
        fan_speed: text({ required: true, example: 'low', selector: { state: { attribute: 'fan_speed' } } }),
      },
      requires: [['fan_speed']],
      plan: (_vacuum: VacuumView, { fan_speed }) => ({
        service: 'set_fan_speed',
        fields: { fan_speed },
        patch: { fan_speed },
      }),
    }),
    defineService({
      name: 'send_command',
      fields: {
        command: text({ required: true, example: 'set_dnd_timer' }),
        params: custom(paramsSchema, { object: {} }, { example: { key: 'value' } }),
      },
      requires: [['send_command']],
      plan: (_vacuum: VacuumView, { command, params }) => ({
        service: 'send_command',
        fields: { command, ...(params === undefined ? {} : { params }) },
        patch: {},
      }),
    }),
    defineService({
      name: 'clean_area',
      fields: {
        cleaning_area_id: custom(
          areasSchema,
          { area: { multiple: true, reorder: true } },
          { required: true, example: ['kitchen'] },
        ),
      },
      requires: [['clean_area']],
      plan: (vacuum: VacuumView, fields) => cleanAreas(vacuum, fields.cleaning_area_id),
    }),
  ],
  reproduce: reproduceVacuum,
  deviceAutomations: {
    triggers: [reaches('cleaning', 'cleaning'), reaches('docked', 'docked')],
    conditions: [plain(stands('is_cleaning', 'cleaning', 'returning')), plain(stands('is_docked', 'docked'))],
    actions: [plainAction('clean', 'start'), plainAction('dock', 'return_to_base')],
  },
  entityTriggers: stateTriggers(
    ['returned_to_dock', 'is_docked', 'docked'],
    ['errored', 'is_encountering_an_error', 'error'],
    ['paused_cleaning', 'is_paused', 'paused'],
    ['started_cleaning', 'is_cleaning', 'cleaning'],
    ['started_returning', 'is_returning', 'returning'],
  ),
  presentCapabilities: (capabilities, features) =>
    features.has('fan_speed') ? { fan_speed_list: capabilities.fan_speed_list ?? [] } : {},
  present: ({ values, features }) => ({
    state: values.state,
    attributes: features.has('fan_speed') ? { fan_speed: values.fan_speed ?? null } : {},
  }),
});

function vacuumService(name: string, feature: string, patch: Partial<VacuumValues>) {
  return simpleService<VacuumValues>(name, patch, [[feature]]);
}

/** The parts of the cleaner's map the user assigned to areas, in the order of the areas. */
function cleanAreas(vacuum: VacuumView, areas: readonly string[]): Command<VacuumValues> {
  const { area_mapping: mapping } = vacuum.options ?? {};
  if (!isObject(mapping)) {
    throw refusal(
      'area_mapping_not_configured',
      { key: 'vacuum_has_no_areas_assigned_to_its_map', parameters: { vacuum: vacuum.id } },
      {
        domain: 'vacuum',
        entity_id: vacuum.id,
      },
    );
  }
  const known = new Map(Object.entries(mapping as object));
  const segment_ids = areas.flatMap((area) => (known.get(area) ?? []) as string | string[]);
  if (areas.length > 0 && segment_ids.length === 0) {
    throw refusal(
      'areas_not_mapped',
      { key: 'vacuum_knows_none_of_areas', parameters: { vacuum: vacuum.id, areas: areas.join(', ') } },
      {
        domain: 'vacuum',
        areas: areas.join(', '),
      },
    );
  }
  return {
    service: 'clean_area',
    fields: { segment_ids },
    patch: areas.length > 0 ? { state: 'cleaning' } : {},
  };
}

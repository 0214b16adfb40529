import { z } from 'zod';
import { domainOf, type EntityId } from '../../core/entity-id.ts';
import { fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Message } from '../../core/messages.ts';
import type { StateMachine } from '../../core/state-machine.ts';
import { custom, float, integer, strictBoolean, text } from '../../domains/definition/field.ts';
import type { Entities } from '../entity/entities.ts';
import { entityIds, isTargetKey, parseTarget, type TargetResolver } from '../registry/targets.ts';
import { excludedFrom } from './excluded.ts';
import { expandGroups } from './group-members.ts';
import { definePlainService, type PlainService } from './service.ts';
import type { ServiceCall } from './service-call.ts';
import type { ServiceEngine } from './service-engine.ts';
import { levelFor } from './service-permissions.ts';

/** The operations of the server as a whole, each provided by the component in charge. */
export interface HomeControl {
  checkConfig(): Promise<{ readonly errors: Message | string | null }>;
  setLocation(place: { latitude: number; longitude: number; elevation?: number }): Promise<void>;
  saveStates(): Promise<void>;
  stop(restart: boolean): void;
  /** Returns false if there is no such entry. */
  reloadEntry(entryId: string): Promise<boolean>;
}

/** The dependencies of the generic services. */
export interface GenericParts {
  readonly engine: ServiceEngine;
  readonly entities: Entities;
  readonly targets: TargetResolver;
  readonly states: StateMachine;
  readonly home: HomeControl;
  readonly log: Log;
}

const anyTarget = { entity: [{}] };

/** `homeassistant.*`: services for entities of any domain, and for the server itself. */
export function homeassistantServices(parts: GenericParts): PlainService[] {
  const { home } = parts;
  const fanOut = (name: string): PlainService => ({
    domain: 'homeassistant',
    name,
    fields: {},
    target: anyTarget,
    passesExtraKeys: true,
    handle: (_fields, call) => callEachDomain(parts, name, call),
  });
  const plain = (service: Omit<PlainService, 'domain' | 'admin'>): PlainService => ({
    ...service,
    domain: 'homeassistant',
    admin: true,
  });
  return [
    fanOut('turn_on'),
    fanOut('turn_off'),
    fanOut('toggle'),
    updateEntity(parts),
    plain({
      name: 'reload_core_config',
      fields: {},
      handle: () => undefined,
    }),
    plain({
      name: 'check_config',
      fields: {},
      handle: async () => {
        const { errors } = await home.checkConfig();
        if (errors !== null) throw fault('home_assistant_error', 'settings_invalid', { errors });
      },
    }),
    plain({
      name: 'restart',
      fields: {
        safe_mode: strictBoolean({ default: false }),
      },
      handle: async () => {
        const { errors } = await home.checkConfig();
        if (errors !== null) throw fault('home_assistant_error', 'settings_invalid', { errors });
        home.stop(true);
      },
    }),
    plain({ name: 'stop', fields: {}, handle: () => home.stop(false) }),
    definePlainService({
      domain: 'homeassistant',
      admin: true,
      name: 'set_location',
      changes: 'undoable',
      fields: {
        latitude: float({ required: true, min: -90, max: 90, example: 52.37 }),
        longitude: float({ required: true, min: -180, max: 180, example: 4.89 }),
        elevation: integer({ unit: 'm', example: 2 }),
      },
      handle: (fields) => home.setLocation(fields),
    }),
    plain({
      name: 'reload_config_entry',
      fields: {
        entry_id: text({ selector: { config_entry: null } }),
      },
      target: anyTarget,
      handle: (fields, call) => reloadEntries(parts, fields, call),
    }),
    {
      domain: 'homeassistant',
      name: 'save_persistent_states',
      fields: {},
      whole: true,
      handle: () => home.saveStates(),
    },
  ];
}

function updateEntity({ entities, log }: GenericParts): PlainService {
  const ids: z.ZodType<readonly EntityId[]> = z.unknown().transform((value) => {
    const list = entityIds(value);
    if (list === 'all' || value === null) throw fault('invalid_format', 'expected_entity_ids');
    return list;
  });
  return definePlainService({
    domain: 'homeassistant',
    name: 'update_entity',
    fields: {
      entity_id: custom(ids, { entity: { multiple: true } }, { required: true, example: 'sensor.power' }),
    },
    handle: async (fields, call) => {
      for (const id of fields.entity_id) {
        const entity = call.access.may('read', id) ? entities.get(id) : undefined;
        if (entity === undefined) log.debug(`Entity ${id} not found for the update`);
        else await entity.driver.refresh?.(entity);
      }
    },
  });
}

/** Splits the target by domain and calls the service of that name in each domain that has it. */
async function callEachDomain(parts: GenericParts, service: string, call: ServiceCall): Promise<void> {
  const target = parseTarget(call.data);
  const ids =
    target === undefined || target.entities === 'all'
      ? []
      : expandGroups(target.entities, parts.states, call.access.mayRead);
  const reached = target === undefined ? [] : parts.targets.reach(target).entities;
  const byDomain = new Map<string, EntityId[]>();
  const out = target === undefined ? undefined : excludedFrom(target, parts.targets, parts.states).entities;
  for (const id of new Set([...ids, ...reached])) {
    if (out?.has(id)) continue;
    const list = byDomain.get(domainOf(id)) ?? [];
    list.push(id);
    byDomain.set(domainOf(id), list);
  }
  const extra = Object.fromEntries(
    Object.entries(call.data).filter(([key]) => !isTargetKey(key) && key !== 'metadata'),
  );
  for (const [domain, entityIdsOfDomain] of byDomain) {
    if (domain === 'homeassistant' || !parts.engine.has(domain, service)) {
      parts.log[levelFor(call.access)](
        `The service homeassistant.${service} does not support entities ${entityIdsOfDomain.join(', ')}`,
      );
      continue;
    }
    await parts.engine.execute({
      domain,
      service,
      data: { ...extra, entity_id: entityIdsOfDomain },
      access: call.access,
      context: call.context,
    });
  }
}

async function reloadEntries(
  parts: GenericParts,
  fields: Readonly<Record<string, unknown>>,
  call: ServiceCall,
): Promise<void> {
  const target = parseTarget(call.data);
  const requested = new Set<string>();
  if (typeof fields.entry_id === 'string') requested.add(fields.entry_id);
  else if (target === undefined) throw fault('invalid_format', 'entry_id_or_target_required');
  if (target !== undefined && target.entities !== 'all') {
    for (const id of [...target.entities, ...parts.targets.reach(target).entities]) {
      const entry = parts.entities.get(id)?.entry?.config_entry_id;
      if (entry) requested.add(entry);
    }
  }
  for (const id of requested) {
    if (!(await parts.home.reloadEntry(id)))
      throw fault('home_assistant_error', 'invalid_config_entry', { id });
  }
}

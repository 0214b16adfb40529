import { z } from 'zod';
import { isEntityId } from '../../core/entity-id.ts';
import { message } from '../../core/messages.ts';
import { schemaError } from '../../core/schema-error.ts';
import { booleanSchema, floatSchema } from '../../domains/definition/field.ts';
import { personDomain } from '../../domains/person/person.ts';
import { zoneDomain } from '../../domains/zone/zone.ts';
import { entityIdListSchema } from '../../entities/services/group-members.ts';
import { holdingDriver } from '../drivers.ts';
import { defineKind, type HelperKind, helperFields, looseHelperFields } from '../helper-kind.ts';
import type { PersonLocations } from '../person-locations.ts';

/** Zones and persons. */
export function placeKinds(locations: PersonLocations, userExists: (id: string) => boolean): HelperKind[] {
  return [
    defineKind({
      domain: zoneDomain,
      reload: 'admin',
      driver: holdingDriver,
      merges: true,
      schema: z.strictObject({
        ...looseHelperFields,
        latitude: floatSchema({ min: -90, max: 90 }),
        longitude: floatSchema({ min: -180, max: 180 }),
        radius: floatSchema({ min: 0 }).default(100),
        passive: booleanSchema.default(false),
      }),
      shape: ({ latitude, longitude, radius, passive }) => ({
        capabilities: { latitude, longitude, radius, passive },
        values: { persons: [], trackers: [] },
        restoresState: false,
        fit: (values) => values,
      }),
      begin: (zone) => locations.addZone(zone),
      end: (zone) => locations.removeZone(zone),
    }),
    defineKind({
      domain: personDomain,
      reload: 'admin',
      driver: holdingDriver,
      merges: true,
      listed: (items) => ({ storage: items, config: [] }),
      schema: z.strictObject({
        ...helperFields,
        user_id: z.string().refine(userExists, schemaError('expects_user_id')).nullable().optional(),
        device_trackers: entityIdListSchema.pipe(z.array(tracker)).default([]),
        picture: z.string().nullable().optional(),
      }),
      isFree: ({ user_id: user }, others) =>
        user == null || !others.some((other) => other.user_id === user)
          ? undefined
          : message('user_is_another_person', { user }),
      shape: ({ id, user_id, device_trackers, picture }) => ({
        capabilities: { id, user_id: user_id ?? null, device_trackers },
        values: { location: null, latitude: null, longitude: null, accuracy: null, source: null, zones: [] },
        restoresState: true,
        picture: picture ?? undefined,
        fit: (values) => values,
      }),
      begin: (person) => locations.addPerson(person),
      end: (person) => locations.removePerson(person),
    }),
  ];
}

const tracker = z
  .string()
  .transform((id) => id.toLowerCase())
  .refine(
    (id) => isEntityId(id) && id.startsWith('device_tracker.'),
    schemaError('expects_device_tracker_id'),
  );

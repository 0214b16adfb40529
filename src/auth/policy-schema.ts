import { z } from 'zod';
import { isEntityId } from '../core/entity-id.ts';
import { schemaError } from '../core/schema-error.ts';

const MAX_COUNT = 1000;
const Ids = z.array(z.string().min(1).max(255)).min(1).max(MAX_COUNT);
// A mistyped ID would deny nothing, so invalid IDs are rejected.
const EntityIds = z
  .array(z.string().toLowerCase().refine(isEntityId, schemaError('expects_entity_id')))
  .min(1)
  .max(MAX_COUNT);
const Domain = z
  .string()
  .toLowerCase()
  .regex(/^[a-z\d_]{1,64}$/, schemaError('expects_domain'));
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, schemaError('expects_time_of_day'));

/**
 * One rule of a policy. It applies to the entities matched by any of its lists, or to all if it has none, and
 * only between the given hours in the home's time zone (across midnight if `until` is not after `from`).
 */
export const Rule = z.strictObject({
  effect: z.enum(['allow', 'deny']),
  actions: z
    .array(z.enum(['read', 'control', 'configure']))
    .min(1)
    .max(3),
  entities: EntityIds.optional(),
  domains: z.array(Domain).min(1).max(MAX_COUNT).optional(),
  devices: Ids.optional(),
  areas: Ids.optional(),
  labels: Ids.optional(),
  hours: z.strictObject({ from: TimeOfDay, until: TimeOfDay }).optional(),
});
export type Rule = z.infer<typeof Rule>;

/**
 * The permissions of a user or token: what some rule allows and none denies, until it expires. Permission to
 * act on an entity includes reading it, and denying reading denies the rest.
 */
export const Policy = z.strictObject({
  rules: z.array(Rule).max(100),
  expires_at: z.iso
    .datetime({ offset: true, error: schemaError('expects_time_with_offset') })
    .nullable()
    .optional(),
});
export type Policy = z.infer<typeof Policy>;

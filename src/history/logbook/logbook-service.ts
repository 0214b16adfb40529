import { z } from 'zod';
import type { Bus } from '../../core/bus.ts';
import type { Clock } from '../../core/clock.ts';
import { isEntityId } from '../../core/entity-id.ts';
import { schemaError } from '../../core/schema-error.ts';
import { custom, text } from '../../domains/definition/field.ts';
import { definePlainService, type PlainService } from '../../entities/services/service.ts';

const slug = z
  .string()
  .regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, schemaError('expects_slug', { example: 'washing_machine' }));
const entityId = z
  .string()
  .transform((id) => id.toLowerCase())
  .refine(isEntityId, schemaError('expects_entity_id'));

/** `logbook.log`: an entry that a user or an automation writes. */
export function logbookServices({
  bus,
  clock,
}: {
  readonly bus: Bus;
  readonly clock: Clock;
}): PlainService[] {
  return [
    definePlainService({
      domain: 'logbook',
      name: 'log',
      fields: {
        name: text({ required: true, example: 'Kitchen' }),
        message: text({ required: true, example: 'is being used', selector: { template: null } }),
        entity_id: custom(entityId, { entity: null }, { example: 'light.kitchen' }),
        domain: custom(slug, { text: null }, { example: 'light' }),
      },
      whole: true,
      handle: ({ name, message, entity_id, domain }, { context }) => {
        const data = {
          ...{ name, message, domain: domain ?? entity_id?.split('.', 1)[0] ?? 'logbook' },
          ...(entity_id === undefined ? {} : { entity_id }),
        };
        bus.fire('logbook_entry', data, clock.now(), context);
      },
    }),
  ];
}

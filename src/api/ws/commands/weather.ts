import { z } from 'zod';
import type { Bus } from '../../../core/bus.ts';
import type { Clock } from '../../../core/clock.ts';
import { newContext } from '../../../core/context.ts';
import { HubError } from '../../../core/errors.ts';
import type { Entities } from '../../../entities/entity/entities.ts';
import type { Entity } from '../../../entities/entity/entity.ts';
import { type Command, defineSubscription } from '../command.ts';

/** What the subscription of forecasts works with. */
export interface WeatherCommandParts {
  readonly entities: Entities;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** `weather/subscribe_forecast`. */
export function weatherCommands({ entities, bus, clock }: WeatherCommandParts): Command[] {
  return [
    defineSubscription({
      type: 'weather/subscribe_forecast',
      permission: 'user',
      summary: 'The weather as it is expected, now and whenever that changes',
      fields: { entity_id: z.string(), forecast_type: z.enum(['daily', 'hourly', 'twice_daily']) },
      subscribe: ({ message: { entity_id: id, forecast_type: type }, access }, feed) => {
        const entity = entities.get(id);
        if (entity?.domain.name !== 'weather' || !access.may('read', id))
          throw new HubError('invalid_entity_id', `There is no weather ${JSON.stringify(id.slice(0, 100))}`);
        if (!entity.features.has(`forecast_${type}`))
          throw new HubError('not_supported', `${id} has no forecast of type ${type}`);
        let told = '';
        const tell = async (): Promise<void> => {
          // What it may read can change while it listens, as an entity moves to another area.
          const forecast = access.may('read', id) ? await forecastOf(entity, type, clock) : null;
          const event = JSON.stringify({ type, forecast });
          if (event === told) return;
          told = event;
          feed.event(event);
        };
        void tell();
        return bus.on('state_changed', ({ change }) => {
          if (change?.entity_id === id) void tell();
        });
      },
    }),
  ];
}

/** Null while the source has none to give. */
async function forecastOf(entity: Entity, type: string, clock: Clock): Promise<unknown> {
  const command = { service: 'get_forecasts', fields: { type }, patch: {} };
  try {
    const told: unknown = await entity.driver.execute(command, entity, newContext(clock.now()));
    const answer = entity.shownAnswer('get_forecasts', told);
    return (answer as { readonly forecast?: unknown } | undefined)?.forecast ?? null;
  } catch {
    return null;
  }
}

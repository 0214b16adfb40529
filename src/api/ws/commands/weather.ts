import { z } from 'zod';
import { fault } from '../../../core/errors.ts';
import type { Entities } from '../../../entities/entity/entities.ts';
import { ForecastShape } from '../../shapes/automation-shapes.ts';
import { type Command, defineSubscription } from '../command.ts';
import { type ForecastParts, Forecasts } from '../forecasts.ts';
import { latestEvent } from '../latest-event.ts';

/** The dependencies of the forecast subscription. */
export interface WeatherCommandParts extends ForecastParts {
  readonly entities: Entities;
}

/** `weather/subscribe_forecast`. */
export function weatherCommands({ entities, ...parts }: WeatherCommandParts): Command[] {
  const forecasts = new Forecasts(parts);
  return [
    defineSubscription({
      type: 'weather/subscribe_forecast',
      permission: 'user',
      summary: 'A weather forecast, then each change',
      event: ForecastShape,
      fields: { entity_id: z.string(), forecast_type: z.enum(['daily', 'hourly', 'twice_daily']) },
      subscribe: ({ message: { entity_id: id, forecast_type: type }, access }, feed) => {
        const entity = entities.get(id);
        if (entity?.domain.name !== 'weather' || !access.may('read', id))
          throw fault('invalid_entity_id', 'weather_not_found', { id: JSON.stringify(id.slice(0, 100)) });
        if (!entity.features.has(`forecast_${type}`))
          throw fault('not_supported', 'forecast_type_not_supported', { id, type });
        const hidden = JSON.stringify({ type, forecast: null });
        let newest = '';
        let sent = '';
        // Read permission can change while subscribed, for example when an entity moves to another area.
        const current = (): string => (access.may('read', id) ? newest : hidden);
        const send = latestEvent(feed, () => {
          sent = current();
          return sent;
        });
        return forecasts.follow(entity, type, (json) => {
          newest = json;
          if (current() !== sent) send();
        });
      },
    }),
  ];
}

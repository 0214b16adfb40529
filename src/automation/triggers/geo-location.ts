import type { State } from '../../core/state.ts';
import { ConditionFailure } from '../config/condition.ts';
import { entityIdOf } from '../config/entity-ids.ts';
import { isInZone } from '../config/inside-zone.ts';
import type { TriggerKind } from '../config/trigger.ts';
import { isCrossing } from './zone.ts';

/** `trigger: geo_location`: an entity of a source enters or leaves a zone. */
export const geoLocationTrigger: TriggerKind = {
  name: 'geo_location',
  parse: (fields) => {
    const source = fields.text('source').toLowerCase();
    const zoneId = fields.entity('zone', ['zone']);
    const event = fields.oneOf('event', ['enter', 'leave'], 'enter');
    const isOfSource = (state: State | null): boolean => state?.attributes.source === source;
    return {
      attach: ({ setting, fire }) =>
        setting.events.onDomain('geo_location', (change, { context }) => {
          const { old_state: from, new_state: to } = change;
          if (!isOfSource(from) && !isOfSource(to)) return;
          const zone = setting.states.get(entityIdOf(setting, zoneId));
          if (zone === undefined) {
            setting.log.warn(`A geo_location trigger refers to ${zoneId}, which does not exist`);
            return;
          }
          if (!isCrossing(event, isIn(zone, from), isIn(zone, to))) return;
          const { rendering } = setting;
          fire({
            variables: {
              source,
              entity_id: change.entity_id,
              from_state: rendering.stateValue(from),
              to_state: rendering.stateValue(to),
              zone: rendering.stateValue(zone),
              event,
            },
            description: `geo_location - ${source}`,
            context,
          });
        }),
    };
  },
};

/** A missing entity or one without a location is outside. */
function isIn(zone: State, state: State | null): boolean {
  try {
    return state !== null && isInZone(zone, state);
  } catch (error) {
    if (error instanceof ConditionFailure) return false;
    throw error;
  }
}

import type { EntityId } from '../../core/entity-id.ts';
import type { State } from '../../core/state.ts';
import { nameOf } from '../../templates/state-value.ts';
import { entityIdOf, entityIdsOf } from '../config/entity-ids.ts';
import { hasPlace, isInZone } from '../config/inside-zone.ts';
import type { TriggerKind } from '../config/trigger.ts';

/** `trigger: zone`: a person or device enters or leaves a zone. */
export const zoneTrigger: TriggerKind = {
  name: 'zone',
  parse: (fields) => {
    const ids = fields.entities('entity_id');
    const zoneId = fields.entity('zone');
    const event = fields.oneOf('event', ['enter', 'leave'], 'enter');
    return {
      attach: ({ setting, fire }) => {
        const { rendering, states, events, log } = setting;
        const listener = (id: EntityId, from: State | null, to: State | null): void => {
          if ((to !== null && !hasPlace(to)) || (from !== null && !hasPlace(from))) return;
          const zone = states.get(entityIdOf(setting, zoneId));
          if (zone === undefined) {
            log.warn(`A zone trigger refers to ${zoneId}, which does not exist`);
            return;
          }
          if (!isCrossing(event, isIn(zone, from), isIn(zone, to))) return;
          fire({
            variables: {
              entity_id: id,
              from_state: rendering.stateValue(from),
              to_state: rendering.stateValue(to),
              zone: rendering.stateValue(zone),
              event,
            },
            description: `${id} ${event === 'enter' ? 'entering' : 'leaving'} ${nameOf(zone)}`,
            context: to?.context ?? null,
          });
        };
        const undos = entityIdsOf(setting, ids).map((id) =>
          events.onEntity(id, ({ old_state: from, new_state: to }) => listener(id, from, to)),
        );
        return () => {
          for (const undo of undos) undo();
        };
      },
    };
  },
};

/** A missing entity is outside. */
function isIn(zone: State, state: State | null): boolean {
  return state !== null && isInZone(zone, state);
}

/** Whether the change from `wasIn` to `isIn` is the event. */
export function isCrossing(event: 'enter' | 'leave', wasIn: boolean, isIn: boolean): boolean {
  return event === 'enter' ? !wasIn && isIn : wasIn && !isIn;
}

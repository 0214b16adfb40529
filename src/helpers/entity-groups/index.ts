import type { Entities } from '../../entities/entity/entities.ts';
import { calendarGroup } from './calendar-group.ts';
import { buttonGroup, eventGroup, notifyGroup } from './event-groups.ts';
import { fanGroup } from './fan-group.ts';
import type { GroupKind } from './group-kind.ts';
import { lightGroup } from './light-group.ts';
import { lockGroup } from './lock-group.ts';
import { mediaPlayerGroup } from './media-player-group.ts';
import { binarySensorGroup, switchGroup } from './on-off-groups.ts';
import { coverGroup, valveGroup } from './opening-groups.ts';
import { sensorGroup } from './sensor-group.ts';

/** All kinds of entity groups. */
export function groupKinds(entities: Pick<Entities, 'get'>): GroupKind[] {
  return [
    lightGroup,
    switchGroup,
    binarySensorGroup,
    coverGroup,
    valveGroup,
    fanGroup,
    lockGroup,
    mediaPlayerGroup,
    sensorGroup,
    eventGroup,
    buttonGroup,
    notifyGroup,
    calendarGroup(entities),
  ];
}

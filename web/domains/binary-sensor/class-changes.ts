import type { Changes } from '../domain-view.ts';

const OPENED: Changes = { on: 'logbook.opened', off: 'logbook.closed' };
const MOTION: Changes = { on: 'logbook.motion', off: 'logbook.no_motion' };
const PRESENCE: Changes = { on: 'logbook.presence', off: 'logbook.no_presence' };
const ALARM: Changes = { on: 'logbook.alarm', off: 'logbook.no_alarm' };

/** What a change of a binary sensor is called, by device class. */
export const CLASS_CHANGES: ReadonlyMap<string, Changes> = new Map(
  Object.entries({
    ...{ door: OPENED, window: OPENED, garage_door: OPENED, opening: OPENED },
    ...{ motion: MOTION, moving: MOTION, occupancy: PRESENCE, presence: PRESENCE },
    ...{ smoke: ALARM, gas: ALARM, carbon_monoxide: ALARM, tamper: ALARM, sound: ALARM, vibration: ALARM },
    moisture: { on: 'logbook.wet', off: 'logbook.dry' },
    connectivity: { on: 'logbook.connected', off: 'logbook.disconnected' },
    plug: { on: 'logbook.plugged_in', off: 'logbook.unplugged' },
    lock: { on: 'logbook.unlocked', off: 'logbook.locked' },
  } satisfies Record<string, Changes>),
);

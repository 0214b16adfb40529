import type { LoggedEvent } from './logged-event.ts';

/** What an entry says about an event. */
export interface Description {
  readonly name: string;
  readonly message: string;
  readonly entityId: string | null;
  readonly icon?: string;
  /** What triggered an automation. */
  readonly source?: string | null;
}

interface Describer {
  /** The domain shown with the entry; those of `logbook_entry` name their own. */
  readonly domain: string;
  describe(data: LoggedEvent['data']): Description | undefined;
}

const HOME_ASSISTANT = { name: 'Home Assistant', icon: 'mdi:home-assistant', entityId: null };

/** The events that are entries, by type. Others, such as `call_service`, are only origins of entries. */
const DESCRIBERS: Readonly<Record<string, Describer>> = {
  automation_triggered: {
    domain: 'automation',
    describe: ({ name, entity_id: id, source }) => {
      const shown = textOf(source);
      const message = shown === null ? 'triggered' : `triggered by ${shown}`;
      return { name: String(name), message, source: shown, entityId: textOf(id) };
    },
  },
  script_started: {
    domain: 'script',
    describe: ({ name, entity_id: id }) => ({
      ...{ name: String(name), message: 'started', entityId: textOf(id) },
    }),
  },
  logbook_entry: {
    domain: 'logbook',
    describe: ({ name, message, entity_id: id }) => {
      const isEmpty = textOf(name) === null || textOf(message) === null;
      return isEmpty ? undefined : { name: String(name), message: String(message), entityId: textOf(id) };
    },
  },
  homeassistant_start: {
    domain: 'homeassistant',
    describe: () => ({ ...HOME_ASSISTANT, message: 'started' }),
  },
  homeassistant_stop: {
    domain: 'homeassistant',
    describe: () => ({ ...HOME_ASSISTANT, message: 'stopped' }),
  },
  'ios.zone_entered': { domain: 'mobile_app', describe: (data) => zoneCrossed(data, 'entered') },
  'ios.zone_exited': { domain: 'mobile_app', describe: (data) => zoneCrossed(data, 'exited') },
};

/** What an event says, or undefined if it is no entry. */
export function describeEvent({ type, data }: LoggedEvent): Description | undefined {
  return Object.hasOwn(DESCRIBERS, type) ? DESCRIBERS[type]?.describe(data) : undefined;
}

/** The domain that an entry or a context shows for an event. */
export function domainOfEvent({ type, data }: LoggedEvent): string | null {
  if (!Object.hasOwn(DESCRIBERS, type)) return null;
  if (type !== 'logbook_entry') return DESCRIBERS[type]?.domain ?? null;
  const entityId = textOf(data.entity_id);
  return textOf(data.domain) ?? entityId?.split('.', 1)[0] ?? 'logbook';
}

/** Home Assistant's app for iOS fires these events when the phone crosses the border of a zone. */
function zoneCrossed(data: LoggedEvent['data'], verb: string): Description | undefined {
  const zone = textOf(data.zone);
  const device = textOf(data.sourceDeviceName) ?? textOf(data.sourceDevicePermanentID);
  if (zone === null || device === null) return undefined;
  return { name: device, message: `${verb} zone ${zone}`, entityId: zone, icon: 'mdi:crosshairs-gps' };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

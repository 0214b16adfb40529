import { defineDomain } from '../definition/define-domain.ts';
import { plain, stands } from '../definition/device-automations.ts';

/** The reported values of a tracker. */
export interface DeviceTrackerValues {
  readonly [key: string]: unknown;
  /** `home`, `not_home`, or the name of a zone. */
  readonly location: string | null;
  readonly latitude?: number | null;
  readonly longitude?: number | null;
  /** Meters. */
  readonly gps_accuracy?: number | null;
  /** Percent. */
  readonly battery_level?: number | null;
  readonly in_zones?: readonly string[];
  /** The zone of the coordinates, in the terms of `location`. */
  readonly zone?: string | null;
}

/** The properties of a tracker. */
export interface DeviceTrackerCapabilities {
  readonly [key: string]: unknown;
  readonly source_type: 'gps' | 'router' | 'bluetooth' | 'bluetooth_le';
  /** Whether it knows where it is, or only whether it is connected. */
  readonly tracking_type?: 'connection' | 'position';
  readonly ip?: string;
  readonly mac?: string;
  readonly host_name?: string;
}

/** Devices whose location can be used as a person's. */
export const deviceTrackerDomain = defineDomain<DeviceTrackerValues, DeviceTrackerCapabilities>({
  name: 'device_tracker',
  title: 'Device tracker',
  states: '`home`, `not_home`, or the name of a zone.',
  features: {},
  deviceClasses: [],
  attributes: {
    tracking_type: { description: '`connection` or `position`.', capability: true },
    source_type: { description: '`gps`, `router`, `bluetooth` or `bluetooth_le`.' },
    in_zones: { description: 'The zones it is in.' },
    latitude: { description: 'Latitude in degrees.' },
    longitude: { description: 'Longitude in degrees.' },
    gps_accuracy: { description: 'Accuracy of the location, in meters.' },
    battery_level: { description: 'Battery level, in percent.' },
    ip: { description: 'IP address.' },
    mac: { description: 'MAC address.' },
    host_name: { description: 'Host name.' },
  },
  services: [],
  deviceAutomations: {
    conditions: [plain(stands('is_home', 'home')), plain(stands('is_not_home', 'not_home'))],
  },
  presentCapabilities: ({ tracking_type }) => ({ tracking_type }),
  present: ({ values, capabilities }) => ({
    state: values.location ?? values.zone ?? null,
    attributes: {
      source_type: capabilities.source_type,
      in_zones: values.in_zones,
      latitude: values.latitude ?? undefined,
      longitude: values.longitude ?? undefined,
      gps_accuracy: values.gps_accuracy ?? undefined,
      battery_level: values.battery_level ?? undefined,
      ip: capabilities.ip,
      mac: capabilities.mac,
      host_name: capabilities.host_name,
    },
  }),
});

import type { Clock, Undo } from '../../core/clock.ts';
import { fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Driver } from '../../entities/entity/driver.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { DeviceDescription } from '../../entities/registry/device-registry.ts';
import type { Collection } from '../../storage/documents.ts';
import type { EntityDescription, EntityPort } from '../entity-port.ts';
import { sendToCloud } from './cloud-push.ts';
import type { NamedZone, PhoneLocation } from './phone-location.ts';
import { reportOf } from './phone-location.ts';
import { type SensorToRegister, type SensorUpdate, sensorOf, valuesOf } from './phone-sensors.ts';
import { type PhoneNote, PushChannel } from './push-channel.ts';
import { canBeNotified, type PhoneSensor, type Registration } from './registration.ts';

const PLATFORM = 'mobile_app';
const MAX_SENSORS = 500;
const still: Driver = { execute: () => {} };

/** The dependencies of a phone. */
export interface PhoneParts {
  readonly entities: EntityPort;
  readonly store: Collection<PhoneSensor>;
  readonly clock: Clock;
  readonly log: Log;
  readonly isDeviceClass: (domain: string, name: string) => boolean;
  /** Disables or enables an entity on behalf of the app. */
  readonly setDisabled: (entityId: string, isDisabled: boolean) => Promise<void>;
  /** Registers `notify.mobile_app_<name>`. */
  readonly offerService: (phone: Phone) => Undo;
}

/** What happened to a sensor of `update_sensor_states`. */
export type SensorResult =
  | { readonly success: true; readonly is_disabled?: true }
  | { readonly success: false; readonly error: { readonly code: string; readonly message: string } };

/** A registered app with its entities: where it is, its sensors, and the way to notify it. */
export class Phone {
  registration: Registration;
  readonly channel: PushChannel;
  private readonly parts: PhoneParts;
  private tracker: Entity | undefined;
  private notifier: Entity | undefined;
  private readonly sensors = new Map<string, Entity>();
  private withdraw: Undo = () => {};

  constructor(registration: Registration, parts: PhoneParts) {
    this.registration = registration;
    this.parts = parts;
    this.channel = new PushChannel(parts.clock, (note) => this.sendToCloud(note));
  }

  get device(): DeviceDescription {
    const { device_id, device_name, manufacturer, model, os_version } = this.registration;
    return {
      identifiers: [[PLATFORM, device_id]],
      ...{ name: device_name, manufacturer, model, sw_version: os_version },
    };
  }

  get trackerId(): string | undefined {
    return this.tracker?.id;
  }

  /** Adds the entities. */
  open(kept: Iterable<PhoneSensor>): void {
    const { entities } = this.parts;
    this.tracker = entities.add(this.trackerDescription, still);
    for (const sensor of kept) this.addSensor(sensor, true);
    this.followNotifications();
  }

  /** Removes the entities; the registry remembers them. */
  close(): void {
    this.withdraw();
    for (const entity of [this.tracker, this.notifier, ...this.sensors.values()])
      if (entity !== undefined) this.parts.entities.remove(entity);
    this.tracker = undefined;
    this.notifier = undefined;
    this.sensors.clear();
  }

  /** Takes another registration of the same app. */
  update(registration: Registration): void {
    this.registration = registration;
    if (this.tracker !== undefined) this.parts.entities.redescribe(this.tracker, this.trackerDescription);
    this.withdraw();
    if (this.notifier !== undefined) this.parts.entities.remove(this.notifier);
    this.notifier = undefined;
    this.followNotifications();
  }

  locate(location: PhoneLocation, zones: readonly NamedZone[]): void {
    const { values, extra } = reportOf(location, zones);
    this.tracker?.report(values, { extra });
  }

  /** Registers a sensor, or changes it. Throws `too_many_requests` beyond 500 sensors. */
  async register(given: SensorToRegister): Promise<void> {
    const { store, isDeviceClass, setDisabled } = this.parts;
    const sensor = sensorOf(this.registration.entry_id, given, isDeviceClass);
    const key = keyOf(sensor);
    const known = this.sensors.get(key);
    if (known === undefined && this.sensors.size >= MAX_SENSORS)
      throw fault('too_many_requests', 'too_many_phone_sensors', { max: MAX_SENSORS });
    await store.put(`${sensor.entry_id} ${key}`, sensor);
    if (known === undefined) this.addSensor(sensor, given.disabled !== true);
    else this.parts.entities.redescribe(known, this.sensorDescription(sensor));
    const entity = this.sensors.get(key);
    if (known !== undefined && given.disabled !== undefined && entity !== undefined)
      await setDisabled(entity.id, given.disabled);
    this.report(given);
  }

  /** Takes new states; each sensor on its own. */
  report({ type, unique_id, state, attributes, icon }: SensorUpdate): SensorResult {
    const entity = this.sensors.get(keyOf({ type, unique_id }));
    if (entity === undefined) {
      const message = `Entity is not registered: ${unique_id}`;
      return { success: false, error: { code: 'not_registered', message } };
    }
    if (icon !== undefined && (icon ?? undefined) !== entity.description.icon) {
      const { icon: _, domain, driver: __, ...rest } = entity.description;
      const description = { ...rest, domain: domain.name, ...(icon === null ? {} : { icon }) };
      this.parts.entities.redescribe(entity, description);
    }
    const { values, available } = valuesOf({ type, state });
    entity.report(values, { available, extra: attributes });
    return entity.entry?.disabled_by == null ? { success: true } : { success: true, is_disabled: true };
  }

  /** Sends a note over the channel, else through the push service. Throws `home_assistant_error` without a way. */
  notify(note: PhoneNote): void {
    if (this.channel.isOpen) this.channel.send(note);
    else if (this.mayUseCloud) this.sendToCloud(note);
    else throw fault('home_assistant_error', 'phone_not_connected', { phone: this.registration.device_name });
  }

  /** Whether each of its own entities is disabled, by the names the app knows. */
  get entityStates(): Record<string, { readonly disabled: boolean }> {
    const isDisabled = (entity: Entity): boolean => entity.entry?.disabled_by != null;
    const sensors = [...this.sensors].map(([key, entity]): [string, { disabled: boolean }] => [
      key.slice(key.indexOf(' ') + 1),
      { disabled: isDisabled(entity) },
    ]);
    const { device_id } = this.registration;
    const own =
      this.tracker === undefined ? [] : [[device_id, { disabled: isDisabled(this.tracker) }] as const];
    return Object.fromEntries([...own, ...sensors]);
  }

  private get mayUseCloud(): boolean {
    const { cloud_push, app_data } = this.registration;
    return cloud_push && typeof app_data.push_url === 'string';
  }

  private sendToCloud(note: PhoneNote): void {
    if (this.mayUseCloud) void sendToCloud(this.registration, note, this.parts);
    else this.parts.log.warn('A notification was not delivered', { phone: this.registration.device_name });
  }

  private get base() {
    return { platform: PLATFORM, configEntryId: this.registration.entry_id, device: this.device };
  }

  private get trackerDescription(): EntityDescription {
    return {
      ...this.base,
      domain: 'device_tracker',
      uniqueId: this.registration.device_id,
      name: null,
      capabilities: { source_type: 'gps', tracking_type: 'position' },
      values: { location: null },
      restoresValues: true,
    };
  }

  private sensorDescription(sensor: PhoneSensor): EntityDescription {
    const { type, name, unique_id, device_class, unit_of_measurement, state_class, entity_category, icon } =
      sensor;
    return {
      ...this.base,
      domain: type,
      uniqueId: `${this.registration.device_id}_${unique_id}`,
      name,
      ...(device_class === null ? {} : { deviceClass: device_class }),
      ...(unit_of_measurement === null ? {} : { unit: unit_of_measurement }),
      ...(state_class === null ? {} : { capabilities: { state_class } }),
      ...(entity_category === null ? {} : { entityCategory: entity_category }),
      ...(icon === null ? {} : { icon }),
      values: type === 'sensor' ? { value: null } : { on: null },
      restoresValues: true,
    };
  }

  private addSensor(sensor: PhoneSensor, isEnabled: boolean): void {
    const description = { ...this.sensorDescription(sensor), enabledByDefault: isEnabled };
    this.sensors.set(keyOf(sensor), this.parts.entities.add(description, still));
  }

  /** Offers the notify entity and service while notifications can reach the app. */
  private followNotifications(): void {
    if (!canBeNotified(this.registration)) return;
    const notify: Driver = {
      execute: ({ fields: { message, title }, patch }, entity) => {
        this.notify({ message: String(message), ...(title === undefined ? {} : { title: String(title) }) });
        entity.report(patch);
      },
    };
    const description: EntityDescription = {
      ...this.base,
      domain: 'notify',
      uniqueId: this.registration.device_id,
      name: null,
      features: ['title'],
      values: { sent_at: null },
      restoresValues: true,
    };
    this.notifier = this.parts.entities.add(description, notify);
    this.withdraw = this.parts.offerService(this);
  }
}

function keyOf({ type, unique_id }: Pick<PhoneSensor, 'type' | 'unique_id'>): string {
  return `${type} ${unique_id}`;
}

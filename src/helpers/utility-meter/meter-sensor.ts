import { type Clock, isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import type { ExactDecimal } from '../../core/exact-decimal.ts';
import { localIso } from '../../core/time-zone.ts';
import type { Values } from '../../domains/definition/define-domain.ts';
import { sensorDeviceClasses } from '../../domains/sensor/device-classes.ts';
import { sensorDomain } from '../../domains/sensor/sensor.ts';
import type { Driver } from '../../entities/entity/driver.ts';
import type { Entities } from '../../entities/entity/entities.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { EntityDescription } from '../../entities/entity/entity-description.ts';
import type { EntityRegistry } from '../../entities/registry/entity-registry.ts';
import { MeterCount, type MeterMemory, type MeterRules, type Reading } from './meter-count.ts';

/** What identifies and describes the sensor of a meter or of one of its tariffs. */
export interface MeterSensorSettings {
  readonly name: string;
  readonly objectId: string;
  readonly uniqueId: string | undefined;
  readonly entryId: string | undefined;
  /** The device of the source. */
  readonly deviceId: () => string | undefined;
  /** Undefined for a meter without tariffs. */
  readonly tariff: string | undefined;
  /** The entity whose states it counts. */
  readonly source: string;
  readonly rules: MeterRules;
}

/** The dependencies of `MeterSensor`. */
export interface MeterSensorParts {
  readonly entities: Entities;
  readonly registry: EntityRegistry;
  readonly clock: Clock;
  readonly timeZone: () => string;
}

/** The end of a period as it was planned, to find out what was missed while the server was off. */
export interface PlannedReset {
  readonly at: number;
  readonly pattern: string;
}

/** The sensor that shows what a meter counts, by itself or in one tariff. */
export class MeterSensor implements Driver {
  readonly tariff: string | undefined;
  readonly entity: Entity;
  readonly count: MeterCount;
  /** What was planned before the restart. */
  readonly planned: PlannedReset | undefined;
  private readonly settings: MeterSensorSettings;
  private readonly parts: MeterSensorParts;
  private deviceClass: string | undefined;
  private described: EntityDescription;
  private isCollecting = false;
  private nextReset: PlannedReset | undefined;

  constructor(settings: MeterSensorSettings, parts: MeterSensorParts) {
    this.settings = settings;
    this.parts = parts;
    this.tariff = settings.tariff;
    const { uniqueId } = settings;
    const entry =
      uniqueId === undefined ? undefined : parts.registry.find('sensor', 'utility_meter', uniqueId);
    this.deviceClass = entry?.original_device_class ?? undefined;
    this.described = this.description(entry?.unit_of_measurement ?? null);
    this.entity = parts.entities.add(this.described);
    const { memory, planned, deviceClass, source } = remembered(this.entity.values);
    this.deviceClass = deviceClass ?? this.deviceClass;
    this.count = new MeterCount(settings.rules, memory, parts.clock.now());
    this.planned = planned;
    if (source !== settings.source) this.count.pause();
  }

  /** The values of a sensor are not set by commands. */
  execute(): void {}

  /** Begins to count from zero with the first reading of the source; a sensor that has counted keeps its value. */
  start(unit: string | null, deviceClass: string | undefined): void {
    this.deviceClass ??= deviceClass;
    this.count.start(unit);
  }

  /** Counts a change of the source. Returns whether it has another quantity than before, so that counting began again at 0. */
  read(after: Reading, before: Reading | null, deviceClass: string | undefined): boolean {
    const isAnother = this.count.read(after, before);
    if (isAnother) this.deviceClass = deviceClass;
    return isAnother;
  }

  /** Writes the state. */
  show(update: {
    readonly isCollecting: boolean;
    readonly nextReset: PlannedReset | undefined;
    readonly available: boolean;
    readonly context?: Context | undefined;
  }): void {
    this.isCollecting = update.isCollecting;
    this.nextReset = update.nextReset;
    this.write(update.context, update.available);
  }

  /** Ends the period. */
  reset(at: number, context: Context): void {
    this.count.reset(at);
    this.write(context);
  }

  calibrate(value: ExactDecimal, context: Context): void {
    this.count.calibrate(value);
    this.write(context);
  }

  remove(): void {
    this.parts.entities.remove(this.entity);
  }

  private write(context?: Context, available = this.entity.isAvailable): void {
    const { entities } = this.parts;
    const { unit } = this.count;
    const next = this.description(unit);
    const { unit: shownUnit, deviceClass } = this.described;
    const values = this.values();
    if (next.unit !== shownUnit || next.deviceClass !== deviceClass) {
      this.described = next;
      entities.redescribe(this.entity, next, { ...this.entity.values, ...values });
    }
    const extra = this.attributes();
    this.entity.report(values, { extra, available, ...(context === undefined ? {} : { context }) });
  }

  private values(): Values {
    const { value, ...memory } = this.count.memory;
    const { uniqueId, source } = this.settings;
    const meter: MeterValues = {
      ...memory,
      deviceClass: this.deviceClass ?? null,
      planned: this.nextReset ?? null,
      owner: uniqueId ?? null,
      source,
    };
    return { value, last_reset: memory.lastReset === null ? null : isoTime(memory.lastReset), meter };
  }

  private attributes(): Values {
    const { lastPeriod, lastReset, lastReading } = this.count.memory;
    return {
      status: this.isCollecting ? 'collecting' : 'paused',
      last_period: lastPeriod,
      last_valid_state: lastReading ?? 'None',
      ...(this.tariff === undefined ? {} : { tariff: this.tariff }),
      ...(lastReset === null ? {} : { last_reset: isoTime(lastReset) }),
      ...(this.nextReset === undefined
        ? {}
        : { next_reset: localIso(this.nextReset.at, this.parts.timeZone()) }),
    };
  }

  private description(unit: string | null): EntityDescription {
    const { name, objectId, uniqueId, entryId, rules } = this.settings;
    const deviceId = this.settings.deviceId();
    const energy = sensorDeviceClasses.get('energy')?.units ?? [];
    const deviceClass = this.deviceClass ?? (unit !== null && energy.includes(unit) ? 'energy' : undefined);
    const allowed = sensorDeviceClasses.get(deviceClass ?? '')?.stateClasses;
    const isTotal = rules.isNet || allowed?.includes('total_increasing') === false;
    return {
      domain: sensorDomain,
      platform: 'utility_meter',
      ...{ name, objectId },
      icon: 'mdi:counter',
      capabilities: { state_class: isTotal ? 'total' : 'total_increasing' },
      ...(uniqueId === undefined ? {} : { uniqueId }),
      ...(entryId === undefined ? {} : { configEntryId: entryId }),
      ...(deviceId === undefined ? {} : { deviceId }),
      ...(unit === null ? {} : { unit }),
      ...(deviceClass === undefined ? {} : { deviceClass }),
      values: { value: null },
      restoresValues: true,
      savedImmediately: true,
      // An entity ID may have belonged to another meter that was removed.
      fit: (values) => (ownerOf(values) === (uniqueId ?? null) ? values : { value: null }),
      driver: this,
    };
  }
}

function ownerOf({ meter }: Values): unknown {
  return (meter as { readonly owner?: unknown } | undefined)?.owner;
}

/** What the values of a sensor say about its meter. */
interface Remembered {
  readonly memory?: MeterMemory;
  readonly planned?: PlannedReset | undefined;
  readonly deviceClass?: string | undefined;
  readonly source?: string;
}

/** The values of a meter besides its state. */
interface MeterValues extends Omit<MeterMemory, 'value'> {
  readonly deviceClass: string | null;
  readonly planned: PlannedReset | null;
  readonly owner: string | null;
  readonly source: string;
}

function remembered(values: Values): Remembered {
  const { value = null, meter } = values as { readonly value?: string | null; readonly meter?: MeterValues };
  if (meter === undefined) return {};
  const { deviceClass, planned, source, lastPeriod, lastReset, lastReading, readAt, unit } = meter;
  return {
    memory: { value, lastPeriod, lastReset, lastReading, readAt, unit },
    planned: planned ?? undefined,
    deviceClass: deviceClass ?? undefined,
    source,
  };
}

import type { Undo } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { exactDecimalOf } from '../../core/exact-decimal.ts';
import { type State, UNAVAILABLE } from '../../core/state.ts';
import type { EntryParts, OpenHelper } from '../entries/entry-kind.ts';
import type { MeterRules, Reading } from './meter-count.ts';
import { MeterReset } from './meter-reset.ts';
import { MeterSensor, type MeterSensorSettings } from './meter-sensor.ts';
import { TariffSelect } from './tariff-select.ts';

/** A meter, of an entry or of the settings file. */
export interface MeterSettings {
  readonly name: string;
  readonly objectId: string;
  readonly entryId: string | undefined;
  /** The unique ID of the select, and of the sensor of a tariff; undefined for unregistered entities. */
  readonly uniqueIdOf: (tariff: string | undefined) => string | undefined;
  readonly selectId: string | undefined;
  /** The entity ID of what it counts. */
  readonly source: string;
  readonly tariffs: readonly string[];
  /** When it is reset; undefined for never. */
  readonly cron: string | undefined;
  readonly rules: MeterRules;
  /** Whether it stays available without its source. */
  readonly isAlwaysAvailable: boolean;
}

/** A meter with its sensors: follows the source, the tariff and the clock. */
export class UtilityMeter implements OpenHelper {
  private readonly settings: MeterSettings;
  private readonly parts: EntryParts;
  private readonly reset: MeterReset;
  private readonly select: TariffSelect | undefined;
  private readonly sensors: MeterSensor[] = [];
  private readonly undos: Undo[] = [];
  private isSourceAvailable = true;
  /** Whether the last reading precedes the next state of the source, whatever that one has been restored to. */
  private continues = false;
  /** States that arrived while the past is being asked. */
  private waiting: (() => void)[] | undefined;

  /** Throws for a pattern that is not valid, and for unique IDs that are in use. */
  constructor(settings: MeterSettings, parts: EntryParts) {
    this.settings = settings;
    this.parts = parts;
    const { cron: pattern, tariffs, source } = settings;
    const timeZone = (): string => parts.home.facts.time_zone;
    this.reset = new MeterReset(
      { pattern, timeZone, sensors: this.sensors, onReset: () => this.show() },
      parts.clock,
    );
    try {
      if (tariffs.length > 0) this.select = this.addSelect();
      for (const tariff of tariffs.length > 0 ? tariffs : [undefined]) this.addSensor(tariff, timeZone);
    } catch (error) {
      this.close();
      throw error;
    }
    const present = parts.states.get(source);
    const { readAt } = this.active?.count.memory ?? {};
    this.continues = present !== undefined && readAt != null && present.last_updated <= readAt;
    const now = parts.clock.now();
    this.resetMissed(now);
    this.reset.plan(now);
    this.show();
    this.undos.push(
      parts.watch.follow([source], (after, before) => {
        if (this.waiting === undefined) this.take(after, before);
        else this.waiting.push(() => this.take(after, before));
      }),
      parts.bus.on('core_config_updated', () => this.reset.runDue()),
    );
  }

  close(): void {
    this.reset.stop();
    for (const undo of this.undos.splice(0)) undo();
    for (const sensor of this.sensors) sensor.remove();
    this.select?.remove();
  }

  /** The sensor that counts now. */
  private get active(): MeterSensor | undefined {
    const { select } = this;
    return select === undefined
      ? this.sensors[0]
      : this.sensors.find(({ tariff }) => tariff === select.selected);
  }

  private addSelect(): TariffSelect {
    const { name, objectId, entryId, selectId: uniqueId, tariffs } = this.settings;
    return new TariffSelect(
      {
        ...{ name, objectId, entryId, uniqueId, tariffs },
        deviceId: () => this.deviceId(),
        sensors: this.sensors,
        onSelect: (context) => {
          this.continues = false;
          for (const { count } of this.sensors) count.pause();
          this.show(context);
        },
      },
      this.parts.entities,
    );
  }

  private addSensor(tariff: string | undefined, timeZone: () => string): void {
    const { name, objectId, entryId, uniqueIdOf, source, rules } = this.settings;
    const settings: MeterSensorSettings = {
      ...{ tariff, entryId, source, rules },
      name: tariff === undefined ? name : `${name} ${tariff}`,
      objectId: tariff === undefined ? objectId : `${objectId} ${tariff}`,
      uniqueId: uniqueIdOf(tariff),
      deviceId: () => this.deviceId(),
    };
    this.sensors.push(new MeterSensor(settings, { ...this.parts, timeZone }));
  }

  /** The device of the source: the meter is shown with it. */
  private deviceId(): string | undefined {
    return this.parts.registry.get(this.settings.source)?.device_id ?? undefined;
  }

  private take(after: State | null, before: State | null): void {
    if (this.reset.isDue()) this.reset.runDue();
    const isGone = after === null || after.state === UNAVAILABLE;
    const isAvailable = !isGone || this.settings.isAlwaysAvailable;
    const isNewlyAvailable = isAvailable !== this.isSourceAvailable;
    this.isSourceAvailable = isAvailable;
    const reading = isGone ? undefined : readingOf(after);
    if (reading !== undefined && reading.value !== null) this.count(reading, after, before);
    else if (isNewlyAvailable) this.show();
  }

  private count(reading: Reading, after: State | null, before: State | null): void {
    const deviceClass = textOf(after?.attributes.device_class);
    const isFirst = this.sensors.some(({ count }) => !count.hasStarted);
    for (const sensor of this.sensors) sensor.start(reading.unit, deviceClass);
    const { active } = this;
    if (active === undefined) return;
    if (active.read(reading, this.former(active, before), deviceClass))
      this.parts.log.warn(
        `${active.entity.id} counts from 0 again: ${this.settings.source} changed its unit to ${reading.unit}`,
      );
    if (isFirst) this.show();
    else this.showOne(active);
  }

  /** The state of the source before the present one. */
  private former({ count }: MeterSensor, before: State | null): Reading | null {
    const { lastReading, unit, readAt } = count.memory;
    const isRestored = this.continues && before !== null && lastReading !== null;
    this.continues = false;
    if (before === null) return null;
    const former = readingOf(before);
    if (!isRestored || former.value === null) return former;
    return { value: exactDecimalOf(lastReading) ?? null, unit, at: readAt ?? former.at };
  }

  private show(context?: Context): void {
    for (const sensor of this.sensors) this.showOne(sensor, context);
  }

  private showOne(sensor: MeterSensor, context?: Context): void {
    const isCollecting = sensor === this.active;
    const available = !isCollecting || this.isSourceAvailable;
    sensor.show({ isCollecting, nextReset: this.reset.next, available, context });
  }

  /** Resets the sensors for the periods that ended while the server was off. */
  private resetMissed(now: number): void {
    const { planned } = this.sensors[0] ?? {};
    const isDue = planned !== undefined && planned.at <= now;
    if (!isDue || planned.pattern !== this.settings.cron) return;
    const last = this.reset.resetAll(planned.at, now);
    const { rules } = this.settings;
    if (rules.isResetting || rules.hasDeltas || this.parts.past === undefined) return;
    this.waiting = [];
    this.split(planned.at, last)
      .catch((error) =>
        this.parts.log.warn(`The history of ${this.settings.source} could not be read`, { error }),
      )
      .finally(() => {
        const { waiting = [] } = this;
        this.waiting = undefined;
        for (const take of waiting) take();
      });
  }

  /** Assigns what the source metered while the server was off to the periods it belongs to, if that was recorded. */
  private async split(first: number, last: number): Promise<void> {
    const { active: sensor, reset } = this;
    const { past } = this.parts;
    const { unit, lastReading, readAt } = sensor?.count.memory ?? {};
    if (past === undefined || sensor === undefined || lastReading == null || readAt == null) return;
    const at = async (time: number) => {
      const question = { entityId: this.settings.source, after: readAt, at: time, unit: unit ?? null };
      return exactDecimalOf((await past.readingAt(question)) ?? '') ?? null;
    };
    const begin = last > first ? await at(reset.lastBefore(last)) : null;
    const end = await at(last);
    if (end === null || (begin === null && last > first) || this.undos.length === 0) return;
    sensor.count.amendPeriod({ begin, end });
    this.showOne(sensor);
  }
}

function readingOf({ state, attributes, last_updated: at }: State): Reading {
  return {
    value: exactDecimalOf(state) ?? null,
    unit: textOf(attributes.unit_of_measurement) ?? null,
    at,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

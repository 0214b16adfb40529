import { objectIdOf } from '../core/entity-id.ts';
import { conversionOf, isUnitOf } from '../core/units.ts';
import { floatText } from '../domains/definition/number-text.ts';
import { sensorDomain } from '../domains/sensor/sensor.ts';
import type { Entity } from '../entities/entity/entity.ts';
import type { EntityDescription } from '../entities/entity/entity-description.ts';
import type { DerivedSensor, SensorParts } from './derived-sensor.ts';
import type { PowerSource } from './power-source.ts';
import { nameOfSource, readingOf } from './source-state.ts';

const NAMES = { grid: 'Grid Power', battery: 'Battery Power' } as const;
const WATT = 'W';

/** The power of a sensor with the opposite sign, or the difference of two. */
export class PowerSensor implements DerivedSensor {
  private readonly source: PowerSource;
  private readonly parts: SensorParts;
  private readonly entity: Entity;
  private unit: string;

  constructor(source: PowerSource, parts: SensorParts) {
    this.source = source;
    this.parts = parts;
    this.unit = this.unitOfSource();
    this.entity = parts.entities.add(this.description());
  }

  sources(): readonly string[] {
    const { from, to } = this.source;
    return from === null ? [to] : [from, to];
  }

  update(): void {
    const unit = this.unitOfSource();
    if (unit !== this.unit) {
      this.unit = unit;
      this.parts.entities.redescribe(this.entity, this.description());
    }
    const value = this.power();
    this.entity.report(
      { value: value === undefined ? null : floatText(value) },
      { available: value !== undefined },
    );
  }

  retire(): void {
    this.entity.setAvailable(false);
  }

  remove(): void {
    this.parts.entities.remove(this.entity);
  }

  /** Undefined while a source shows no number. */
  private power(): number | undefined {
    const { from, to } = this.source;
    const { states } = this.parts;
    const minus = readingOf(to, states);
    if (minus === undefined) return undefined;
    if (from === null) return -minus;
    const plus = readingOf(from, states);
    return plus === undefined ? undefined : this.watts(from, plus) - this.watts(to, minus);
  }

  private watts(id: string, value: number): number {
    const unit = this.parts.states.get(id)?.attributes.unit_of_measurement;
    return typeof unit === 'string' ? (conversionOf('power', unit, WATT)?.apply(value) ?? value) : value;
  }

  private unitOfSource(): string {
    const { from, to } = this.source;
    const unit = this.parts.states.get(to)?.attributes.unit_of_measurement;
    return from === null && typeof unit === 'string' && isUnitOf('power', unit) ? unit : WATT;
  }

  private description(): EntityDescription {
    const { entityId, from, to, kind } = this.source;
    const slug = (id: string): string => id.replaceAll('.', '_');
    const form = from === null ? `inverted_${slug(to)}` : `combined_${slug(from)}_${slug(to)}`;
    return {
      domain: sensorDomain,
      platform: 'energy',
      uniqueId: `energy_power_${kind}_${form}`,
      objectId: objectIdOf(entityId),
      name: from === null ? `${nameOfSource(to, this.parts.states)} Inverted` : NAMES[kind],
      deviceClass: 'power',
      unit: this.unit,
      capabilities: { state_class: 'measurement' },
      available: false,
      values: { value: null },
      driver: { execute: () => undefined },
    };
  }
}

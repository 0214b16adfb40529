import { isoTime } from '../core/clock.ts';
import { decimalOf } from '../core/coerce.ts';
import { objectIdOf } from '../core/entity-id.ts';
import { priceAt } from '../core/tariff.ts';
import { floatText } from '../domains/definition/number-text.ts';
import { sensorDomain } from '../domains/sensor/sensor.ts';
import type { Entity } from '../entities/entity/entity.ts';
import { type CostValues, NOTHING_COUNTED, nextCost } from './cost-meter.ts';
import { type CostSource, costEntityId } from './cost-source.ts';
import type { DerivedSensor, SensorParts } from './derived-sensor.ts';
import { nameOfSource } from './source-state.ts';

const SUFFIX = { cost: 'Cost', compensation: 'Compensation' } as const;

/** The cost of what a meter counts, or the compensation for it, since its first reading. */
export class CostSensor implements DerivedSensor {
  private readonly parts: SensorParts;
  private readonly entity: Entity;
  private source: CostSource;
  private counted: CostValues;

  constructor(source: CostSource, parts: SensorParts) {
    this.source = source;
    this.parts = parts;
    const { entities, states, home } = parts;
    const { meter, kind, flow } = source;
    this.entity = entities.add({
      domain: sensorDomain,
      platform: 'energy',
      uniqueId: `${entities.get(meter)?.entry?.id ?? meter}_${kind}_${flow}`,
      objectId: objectIdOf(costEntityId(source)),
      name: `${nameOfSource(meter, states)} ${SUFFIX[flow]}`,
      deviceClass: 'monetary',
      unit: home.facts.currency,
      capabilities: { state_class: 'total' },
      visibleByDefault: false,
      restoresValues: true,
      values: { ...NOTHING_COUNTED },
      driver: { execute: () => undefined },
    });
    this.counted = countedOf(this.entity);
  }

  setPrices({ price, tariff }: Pick<CostSource, 'price' | 'tariff'>): void {
    this.source = { ...this.source, price, tariff };
  }

  sources(): readonly string[] {
    const { meter, price } = this.source;
    return typeof price === 'string' ? [meter, price] : [meter];
  }

  update(): void {
    const { states, clock, home } = this.parts;
    const { meter, tariff } = this.source;
    // Energy used before the first tariff has no price: it is not counted with the price of that tariff.
    const price = priceAt(tariff, clock.now(), home.facts.time_zone) ?? this.source.price ?? 0;
    const next = nextCost({ ...this.source, price }, this.counted, {
      meter: states.get(meter),
      price: typeof price === 'string' ? states.get(price) : undefined,
      now: isoTime(clock.now()),
    });
    if (next === this.counted && this.entity.isAvailable) return;
    this.counted = next;
    const value = next.value === null ? null : floatText(next.value);
    this.entity.report({ ...next, value }, { available: true });
  }

  retire(): void {
    this.counted = NOTHING_COUNTED;
    this.entity.report({ ...NOTHING_COUNTED }, { available: false });
  }

  remove(): void {
    this.parts.entities.remove(this.entity);
  }
}

/** What was counted before a restart. */
function countedOf({ values }: Entity): CostValues {
  const { value, last_reset, counted, meter_reset, before_zero } = values;
  const text = (one: unknown): string | null => (typeof one === 'string' ? one : null);
  return {
    value: decimalOf(String(value)) ?? null,
    last_reset: text(last_reset),
    counted: typeof counted === 'number' ? counted : null,
    meter_reset: text(meter_reset),
    before_zero: typeof before_zero === 'number' ? before_zero : null,
  };
}

import type { Attributes } from '../../core/state.ts';
import type { StateClass } from '../../domains/sensor/device-classes.ts';
import { sensorDomain } from '../../domains/sensor/sensor.ts';
import type { EntityDescription } from '../../entities/entity/entity-description.ts';
import type { EntryParts, HelperSource } from './entry-kind.ts';
import { helperIdentity } from './helper-identity.ts';

/** What a computed sensor shows besides its value; it follows from the source. */
export interface SensorTraits {
  readonly unit?: string | undefined;
  readonly deviceClass?: string | undefined;
  readonly stateClass?: StateClass | undefined;
  readonly icon?: string | undefined;
}

/** The sensor entity of a helper. */
export class ComputedSensor {
  private readonly parts: Pick<EntryParts, 'entities'>;
  private readonly describe: (traits: SensorTraits) => EntityDescription;
  private readonly entity;
  private traits: SensorTraits;

  /** With `restores`, the reported values are there again after a restart. */
  constructor(
    source: HelperSource,
    parts: Pick<EntryParts, 'entities' | 'registry'>,
    { platform, sourceId, traits, restores = false }: ComputedSensorForm,
  ) {
    this.parts = parts;
    this.traits = traits;
    this.describe = ({ unit, deviceClass, stateClass, icon }) => ({
      domain: sensorDomain,
      platform,
      ...helperIdentity(source, sourceId, parts.registry),
      capabilities: stateClass === undefined ? {} : { state_class: stateClass },
      ...(unit === undefined ? {} : { unit }),
      ...(deviceClass === undefined ? {} : { deviceClass }),
      ...(icon === undefined ? {} : { icon }),
      restoresValues: restores,
      values: { value: null },
      driver: { execute: () => undefined },
    });
    this.entity = parts.entities.add(this.describe(traits));
  }

  get values(): Readonly<Record<string, unknown>> {
    return this.entity.values;
  }

  get unit(): string | undefined {
    return this.traits.unit;
  }

  /** Shows other traits from now on. */
  show(traits: SensorTraits): void {
    const before = JSON.stringify(this.describe(this.traits));
    this.traits = traits;
    const described = this.describe(traits);
    if (JSON.stringify(described) !== before) this.parts.entities.redescribe(this.entity, described);
  }

  report(
    values: { readonly value: string | null; readonly [name: string]: string | number | null },
    extra: Attributes,
  ): void {
    this.entity.report(values, { available: true, extra });
  }

  setUnavailable(): void {
    this.entity.setAvailable(false);
  }

  remove(): void {
    this.parts.entities.remove(this.entity);
  }
}

/** What is constant of a computed sensor, and its first traits. */
export interface ComputedSensorForm {
  readonly platform: string;
  /** The entity whose device it is shown with. */
  readonly sourceId: string;
  readonly traits: SensorTraits;
  readonly restores?: boolean;
}

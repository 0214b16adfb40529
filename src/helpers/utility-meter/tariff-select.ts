import type { Context } from '../../core/context.ts';
import type { Values } from '../../domains/definition/define-domain.ts';
import { selectDomain } from '../../domains/select/select.ts';
import type { Driver, EntityHandle } from '../../entities/entity/driver.ts';
import type { Entities } from '../../entities/entity/entities.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { MeterSensor, MeterSensorSettings } from './meter-sensor.ts';

/** What identifies the select of a meter, and what it does. */
export interface TariffSelectSettings
  extends Pick<MeterSensorSettings, 'name' | 'objectId' | 'uniqueId' | 'entryId' | 'deviceId'> {
  readonly tariffs: readonly string[];
  /** Called when a tariff was selected. */
  readonly onSelect: (context: Context) => void;
  /** The sensors of all tariffs. */
  readonly sensors: readonly MeterSensor[];
}

/** The select entity by which users choose the tariff that counts. */
export class TariffSelect implements Driver {
  readonly entity: Entity;
  private readonly settings: TariffSelectSettings;
  private readonly entities: Entities;

  constructor(settings: TariffSelectSettings, entities: Entities) {
    this.settings = settings;
    this.entities = entities;
    const { name, objectId, uniqueId, entryId, tariffs } = settings;
    const deviceId = settings.deviceId();
    const [first = null] = tariffs;
    const owner = uniqueId ?? null;
    const initial = { option: first, owner };
    this.entity = entities.add({
      domain: selectDomain,
      platform: 'utility_meter',
      ...{ name, objectId },
      icon: 'mdi:clock-outline',
      capabilities: { options: [...tariffs] },
      ...(uniqueId === undefined ? {} : { uniqueId }),
      ...(entryId === undefined ? {} : { configEntryId: entryId }),
      ...(deviceId === undefined ? {} : { deviceId }),
      values: initial,
      restoresValues: true,
      savedImmediately: true,
      // A tariff may have been renamed or removed, and an entity ID may have belonged to another meter.
      fit: (values) => (values.owner === owner && tariffs.includes(String(values.option)) ? values : initial),
      driver: this,
    });
  }

  /** The selected tariff. */
  get selected(): string {
    return String(this.entity.values.option);
  }

  /** The sensors of all tariffs. */
  get sensors(): readonly MeterSensor[] {
    return this.settings.sensors;
  }

  execute({ patch }: { readonly patch: Values }, entity: EntityHandle, context: Context): void {
    const { option } = patch;
    if (option === this.selected) return;
    entity.report({ option });
    this.settings.onSelect(context);
  }

  remove(): void {
    this.entities.remove(this.entity);
  }
}

import type { Domain, Values } from '../../domains/definition/define-domain.ts';
import type { ShownQuantityName } from '../../domains/definition/shown-units.ts';
import type { DeviceDescription } from '../registry/device-registry.ts';
import type { Driver } from './driver.ts';

/** The description with which a source adds an entity. */
export interface EntityDescription {
  readonly domain: Domain;
  /** The integration that provides it, such as `demo` or `mqtt`. */
  readonly platform: string;
  /** The config entry it belongs to, if that is not the one of its platform. */
  readonly configEntryId?: string;
  /** Constant, and unique per domain and platform; without one the entity is not registered. */
  readonly uniqueId?: string;
  /** The suggested object ID; by default the slug of the device name and the entity's own name. */
  readonly objectId?: string;
  /** The entity's own name; null for the main entity of a device, which takes the device's name. */
  readonly name: string | null;
  readonly device?: DeviceDescription;
  /** A device of another integration that it belongs to, such as that of a helper's source; it does not name it. */
  readonly deviceId?: string;
  readonly deviceClass?: string;
  /** The unit in which the source reports readings. */
  readonly unit?: string;
  /**
   * The units of the source by quantity, if they differ from the domain's defaults; `home` for those of the
   * home.
   */
  readonly nativeUnits?: Readonly<Partial<Record<ShownQuantityName, string>>>;
  /** The step for displayed temperatures: 0.1, 0.5 or 1; by default 0.1 °C and 1 °F. */
  readonly precision?: number;
  readonly icon?: string;
  readonly picture?: string;
  readonly attribution?: string;
  readonly entityCategory?: 'config' | 'diagnostic';
  /** The initial registry options, by domain. */
  readonly options?: Readonly<Record<string, Record<string, unknown>>>;
  readonly enabledByDefault?: boolean;
  readonly visibleByDefault?: boolean;
  /** The source never confirms commands, so the state is the last command. */
  readonly assumedState?: boolean;
  /** The source does not know its values after a restart: the last ones are restored. */
  readonly restoresValues?: boolean;
  /** Each state is durable before its caller is answered, because users set it and do not repeat it. */
  readonly savedImmediately?: boolean;
  /**
   * Adjusts restored values to the current capabilities; `changedAt` is the last state change in milliseconds
   * since 1970.
   */
  readonly fit?: (values: Values, changedAt: number) => Values;
  /** Every report counts as a change, even if nothing differs. */
  readonly forceUpdate?: boolean;
  /** The supported features, by the domain's names. */
  readonly features?: readonly string[];
  readonly capabilities?: Values;
  /** The capabilities stored in the registry; all by default. */
  readonly registered?: readonly string[];
  /** The initial values. */
  readonly values?: Values;
  readonly available?: boolean;
  readonly driver: Driver;
}

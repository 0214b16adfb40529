import type { Domain, Values } from '../../domains/definition/define-domain.ts';
import type { ShownQuantityName } from '../../domains/definition/shown-units.ts';
import type { DeviceDescription } from '../registry/device-registry.ts';
import type { Driver } from './driver.ts';

/** What a source says of an entity when it brings it into the house. */
export interface EntityDescription {
  readonly domain: Domain;
  /** The integration it belongs to, e.g. `demo` or `mqtt`. */
  readonly platform: string;
  /** Never changes and is unique in domain and platform; without it the entity is not in the registry. */
  readonly uniqueId?: string;
  /** The wished part after the dot; by default the slug of device name and own name. */
  readonly objectId?: string;
  /** The name of its own; null makes it the main entity of its device, which lends its name. */
  readonly name: string | null;
  readonly device?: DeviceDescription;
  readonly deviceClass?: string;
  /** The unit its source tells its readings in. */
  readonly unit?: string;
  /** The units of its source by quantity, where they are not the usual ones of its domain; `home` are those of the home. */
  readonly nativeUnits?: Readonly<Partial<Record<ShownQuantityName, string>>>;
  /** The step temperatures are shown in: 0.1, 0.5 or 1; by default tenths of °C and whole °F. */
  readonly precision?: number;
  readonly icon?: string;
  readonly picture?: string;
  readonly attribution?: string;
  readonly entityCategory?: 'config' | 'diagnostic';
  /** What the registry keeps as options when it first sees the entity, by domain. */
  readonly options?: Readonly<Record<string, Record<string, unknown>>>;
  readonly enabledByDefault?: boolean;
  readonly visibleByDefault?: boolean;
  /** The source never confirms: what is shown is what was last commanded. */
  readonly assumedState?: boolean;
  /** The source does not know its values after a restart: the entity takes up those it had. */
  readonly remembersValues?: boolean;
  /** Each of its states is to outlive the process at once, before the caller who made it is answered: it is what people said, and they say it once. */
  readonly keptAtOnce?: boolean;
  /** Makes values taken up fit what the entity can be now; `changedAt` is when its state last changed, in milliseconds since 1970. */
  readonly fit?: (values: Values, changedAt: number) => Values;
  /** Every report counts as a change, equal ones too. */
  readonly forceUpdate?: boolean;
  /** Names of the domain's features it has. */
  readonly features?: readonly string[];
  readonly capabilities?: Values;
  /** Which of the capabilities the registry remembers, where that is not all. */
  readonly registered?: readonly string[];
  /** What is known at first. */
  readonly values?: Values;
  readonly available?: boolean;
  readonly driver: Driver;
}

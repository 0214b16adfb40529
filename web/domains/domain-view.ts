import type { Entity, Guess } from '../state/entity.ts';
import type { TextKey } from '../texts/catalog.ts';

/** The color of something active; the style sheet defines it by this name. */
export type Tone =
  | 'light'
  | 'on'
  | 'heat'
  | 'cool'
  | 'open'
  | 'water'
  | 'media'
  | 'good'
  | 'danger'
  | 'quiet';

/** The service call of a tap on an entity. */
export interface Tap {
  readonly domain: string;
  readonly service: string;
  readonly guess?: Guess;
  /** The state if the entity is a switch to screen readers; undefined for a button. */
  readonly isOn?: boolean;
}

/** A value in percent that the tile of an entity has a slider for. */
export interface TileValue {
  readonly label: TextKey;
  readonly value: number;
  /** The service call for another value. */
  readonly set: (value: number) => Omit<Tap, 'isOn'> & { readonly data: Readonly<Record<string, unknown>> };
}

/** One icon, or one each for inactive and active. */
export type IconPath = string | readonly [rest: string, active: string];

/** What changes to states are called in the logbook, by state. */
export type Changes = Readonly<Record<string, TextKey>>;

/** A numeric attribute that is plotted with the state. */
export interface PlottedAttribute {
  readonly name: string;
  readonly label: TextKey;
  /** Attributes with the same unit share an axis. */
  readonly unit: '%' | '°';
  /** What the attribute is multiplied by to have that unit; then whole numbers are shown. */
  readonly scale?: number;
}

/** How the app shows the entities of one domain; only the icon is required. */
export interface DomainView {
  readonly icon: IconPath | ((entity: Entity) => IconPath);
  /** Icons by device class; they take precedence. */
  readonly classIcons?: Readonly<Record<string, IconPath>>;
  /** The color of an active entity; `on` by default, and `danger` in an error state. */
  readonly tone?: Tone;
  /** The color of particular states; it takes precedence. */
  readonly stateTone?: (entity: Entity) => Tone | undefined;
  /** The state is not an activity: a number, a text, a time. */
  readonly isNeverActive?: true;
  /** The service call of a tap; a tap opens the dialog by default. */
  readonly tap?: (entity: Entity) => Tap | undefined;
  /** The value to slide in the tile; undefined if there is none at present. */
  readonly tileValue?: (entity: Entity) => TileValue | undefined;
  /** The state is a point in time. */
  readonly isMoment?: true;
  /** The state is a number set in steps. */
  readonly isNumber?: true;
  /** The state is a user-written text, shown unchanged. */
  readonly isFreeText?: true;
  /** The text of particular states; the others are looked up in the catalog. */
  readonly stateText?: (entity: Entity) => string | undefined;
  /** The catalog group with the texts of on and off, if it depends on the entity. */
  readonly stateWords?: (entity: Entity) => string | undefined;
  /** Numeric attributes that are plotted with the state. */
  readonly plotted?: readonly PlottedAttribute[];
  /** What changes to states are called in the logbook; the others name the state. */
  readonly changes?: Changes | ((entity: Entity) => Changes | undefined);
  /** What the logbook calls a new state that is a point in time. */
  readonly momentText?: TextKey;
  /** The possible states, if there are only a few; forms offer them. */
  readonly states?: readonly string[];
}

export const ON_OFF_STATES = ['on', 'off'];

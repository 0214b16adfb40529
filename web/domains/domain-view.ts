import type { Entity, Guess } from '../state/entity.ts';

/** The color something active is shown in; the style sheet knows the colors by these names. */
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

/** What a tap on an entity asks for. */
export interface Tap {
  readonly domain: string;
  readonly service: string;
  readonly guess?: Guess;
  /** Whether the entity is a switch to those who do not see it, and how it stands; a button otherwise. */
  readonly isOn?: boolean;
}

/** One drawing, or one for rest and one for activity. */
export type Drawing = string | readonly [rest: string, active: string];

/** How the app shows the entities of one domain. All but the icon may be left out. */
export interface DomainView {
  readonly icon: Drawing | ((entity: Entity) => Drawing);
  /** Icons by device class, which go before the one of the domain. */
  readonly classIcons?: Readonly<Record<string, Drawing>>;
  /** The color of an active entity, `on` where nothing is said; danger where the state is an error. */
  readonly tone?: Tone;
  /** The color of some states, which goes before that of the domain. */
  readonly stateTone?: (entity: Entity) => Tone | undefined;
  /** The state is no activity: a number, a text, a time. */
  readonly isNeverActive?: true;
  /** What a tap does; without one it opens the dialog. */
  readonly tap?: (entity: Entity) => Tap | undefined;
  /** The state is a point in time. */
  readonly isMoment?: true;
  /** The state is a number that is set in steps. */
  readonly isNumber?: true;
  /** People wrote the state: it stands as it is. */
  readonly isFreeText?: true;
  /** The state in words where the catalog has none for it. */
  readonly stateText?: (entity: Entity) => string | undefined;
  /** The group of the catalog that has the words for its state, where it is not `state.<domain>`. */
  readonly stateWords?: (entity: Entity) => string | undefined;
  /** The states to choose from in forms, where these are few. */
  readonly states?: readonly string[];
}

export const ON_OFF_STATES = ['on', 'off'];

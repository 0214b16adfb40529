import type { nothing, TemplateResult } from 'lit';
import type { Entity, Guess } from '../state/entity.ts';
import type { House } from '../state/house.ts';

/** What a control draws with and acts through. */
export interface ControlView {
  readonly house: House;
  readonly entity: Entity;
  /** Nothing can be pressed: the device is away, or the user may only look. */
  readonly isLocked: boolean;
  /** Calls a service of the entity's domain on it; what fails is said at the edge of the window. */
  act(service: string, data?: Readonly<Record<string, unknown>>, guess?: Guess): void;
}

/** The big control of one domain, as it stands in the dialog of an entity. */
export type Control = (view: ControlView) => TemplateResult | typeof nothing;

import type { nothing, TemplateResult } from 'lit';
import type { Entity, Guess } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';

/** What a control renders and acts with. */
export interface ControlView {
  readonly home: HomeStore;
  readonly entity: Entity;
  /** Whether controls are disabled: the device is unavailable, or the user lacks permission. */
  readonly isLocked: boolean;
  /** Calls a service of the entity's domain; errors are shown as a toast. */
  act(service: string, data?: Readonly<Record<string, unknown>>, guess?: Guess): void;
}

/** The control of one domain in the dialog of an entity. */
export type Control = (view: ControlView) => TemplateResult | typeof nothing;

import type { Context } from '../core/context.ts';
import type { Command, Values } from '../domains/define-domain.ts';
import type { Entity } from './entity.ts';

/** Carries commands to whatever stands behind an entity. Commands are not states: what became of one is reported to the entity. */
export interface Driver {
  /** Does what the command says. A failure the caller should hear of is thrown; data a service answers is returned. */
  execute(command: Command<Values>, entity: Entity, context: Context): unknown;
  /** Asks the source for its present values, for sources that do not tell by themselves. */
  refresh?(entity: Entity): void | Promise<void>;
}

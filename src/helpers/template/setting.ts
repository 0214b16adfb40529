import type { Clock, Undo } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import type { Log } from '../../core/log.ts';
import type { Picture } from '../../entities/entity/driver.ts';
import type { Entities } from '../../entities/entity/entities.ts';
import type { Variables } from '../../jinja/template.ts';
import type { TemplateService } from '../../templates/template-service.ts';

/** A parsed sequence of actions. */
export interface Runnable {
  /** Resolves when all actions are done; rejects if one fails. */
  run(variables: Variables, context: Context): Promise<unknown>;
}

/** Triggers, and the conditions and actions evaluated before the entities are rendered, as written. */
export interface TriggeredBlock {
  readonly triggers: unknown;
  readonly conditions?: unknown;
  readonly actions?: unknown;
  readonly variables?: unknown;
}

/** The automation functions that template entities need. */
export interface Automatic {
  /** Throws `invalid_format` for an invalid sequence. */
  parseActions(config: unknown, name: string): Runnable;
  /** Throws `invalid_format` for an invalid block. */
  check(block: TriggeredBlock): void;
  /** Calls `listener` with the variables whenever the block is triggered. Throws `invalid_format`. */
  follow(
    block: TriggeredBlock,
    name: string,
    listener: (variables: Variables, context: Context) => void,
  ): Undo;
}

/** The dependencies of template entities. */
export interface TemplateSetting {
  readonly entities: Entities;
  readonly templates: TemplateService;
  readonly clock: Clock;
  readonly log: Log;
  readonly automatic: Automatic;
  readonly fetchPicture: (url: string, verifySsl: boolean) => Promise<Picture>;
}

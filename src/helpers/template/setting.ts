import type { Clock, Undo } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import type { Log } from '../../core/log.ts';
import type { Picture } from '../../entities/entity/driver.ts';
import type { Entities } from '../../entities/entity/entities.ts';
import type { Variables } from '../../jinja/template.ts';
import type { TemplateService } from '../../templates/template-service.ts';

/** Actions, ready to run. */
export interface Runnable {
  /** Settles when all is done; throws what failed. */
  run(variables: Variables, context: Context): Promise<unknown>;
}

/** Triggers with what is looked at and done before the entities behind them are rendered, as people write it. */
export interface TriggeredBlock {
  readonly triggers: unknown;
  readonly conditions?: unknown;
  readonly actions?: unknown;
  readonly variables?: unknown;
}

/** What template entities need of automations. */
export interface Automatic {
  /** Throws `invalid_format` for what is no sequence of actions. */
  parseActions(config: unknown, name: string): Runnable;
  /** Throws `invalid_format` for what cannot be followed. */
  check(block: TriggeredBlock): void;
  /** Calls back with the variables of each time the triggers fire and the conditions hold. Throws `invalid_format`. */
  follow(block: TriggeredBlock, name: string, hear: (variables: Variables, context: Context) => void): Undo;
}

/** What template entities stand on. */
export interface TemplateSetting {
  readonly entities: Entities;
  readonly templates: TemplateService;
  readonly clock: Clock;
  readonly log: Log;
  readonly automatic: Automatic;
  readonly fetchPicture: (url: string, verifySsl: boolean) => Promise<Picture>;
}

import { fullAccess } from '../../core/access.ts';
import type { Undo } from '../../core/clock.ts';
import { type Context, newContext } from '../../core/context.ts';
import { messageOf } from '../../core/errors.ts';
import { TemplateError, type Variables } from '../../jinja/template.ts';
import { ConditionFailure } from '../config/condition.ts';
import { isConfig } from '../config/fields.ts';
import { Mentions } from '../config/mentions.ts';
import { NoWaits } from '../config/no-waits.ts';
import { noNames } from '../config/scope.ts';
import type { TriggerFired } from '../config/trigger.ts';
import { withDefaults } from '../config/variables.ts';
import { parseConditions, testAll } from '../parsing/parse-conditions.ts';
import { parseTriggers } from '../parsing/parse-triggers.ts';
import type { RunsParts } from '../runs/runner.ts';
import { RunEnded } from '../runs/signals.ts';
import { helpFor } from './automation-config.ts';
import { prepareActions } from './execute-script.ts';

/** Triggers, conditions and actions that belong to no automation, as configured. */
export interface LooseBlock {
  readonly triggers: unknown;
  readonly conditions?: unknown;
  readonly actions?: unknown;
  readonly variables?: unknown;
}

/**
 * Called each time the triggers have fired, the conditions are met and the actions are done, with the
 * resulting variables.
 */
type Listener = (variables: Variables, context: Context) => void;

/** Runs triggers and actions for other parts of the server, such as template entities. */
export class LooseAutomation {
  private readonly parts: RunsParts;

  constructor(parts: RunsParts) {
    this.parts = parts;
  }

  /** Parses actions; the result runs them with full permissions. Throws `ConfigProblem`. */
  parseActions(sequence: unknown): { run(variables: Variables, context: Context): Promise<unknown> } {
    const run = prepareActions(sequence, this.parts);
    return {
      run: async (variables, context) => (await run({ variables, context, access: fullAccess })).answer,
    };
  }

  /** Throws `ConfigProblem` for an invalid block. */
  check(block: LooseBlock): void {
    this.read(block);
  }

  /** Listens until undone; `name` is for the log. Throws `ConfigProblem`. */
  follow(block: LooseBlock, name: string, listener: Listener): Undo {
    const { setting } = this.parts;
    const { triggers, conditions, run } = this.read(block);
    const tree = isConfig(block.variables) ? block.variables : {};
    const fired = async (firing: TriggerFired): Promise<void> => {
      firing.answer?.(null);
      const context = newContext(setting.clock.now(), null, firing.context?.id ?? null);
      const given = Object.assign(noNames(), firing.own, { trigger: firing.trigger });
      const { rendering } = setting;
      const variables = withDefaults(tree, given, (one, seen) => rendering.value(one, seen), rendering);
      if (!testAll(conditions, { setting, variables }, 'condition')) return;
      const seen =
        run === undefined ? variables : (await run({ variables, context, access: fullAccess })).variables;
      listener(seen, context);
    };
    const undo = triggers.attach({
      setting,
      variables: noNames(),
      waits: () => new NoWaits(),
      fire: (firing) =>
        setting.bus.afterwards(() => void fired(firing).catch((error) => this.logError(name, error))),
    });
    return undo ?? (() => {});
  }

  private read({ triggers, conditions, actions }: LooseBlock) {
    const { rendering } = this.parts.setting;
    const help = helpFor(new Mentions(), (text) => rendering.check(text));
    return {
      triggers: parseTriggers(triggers, ['triggers'], help),
      conditions: parseConditions(conditions, ['conditions'], help),
      run: actions == null ? undefined : prepareActions(actions, this.parts),
    };
  }

  private logError(name: string, error: unknown): void {
    if (error instanceof RunEnded) return;
    const { log } = this.parts.setting;
    const isReported = error instanceof TemplateError || error instanceof ConditionFailure;
    log.error(`${name} failed: ${messageOf(error)}`, isReported ? {} : { error });
  }
}

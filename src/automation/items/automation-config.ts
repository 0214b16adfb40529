import { messageOf } from '../../core/errors.ts';
import { parseActions } from '../actions/index.ts';
import type { Condition } from '../config/condition.ts';
import { configFault, type Path } from '../config/config-problem.ts';
import { type Config, Fields } from '../config/fields.ts';
import { Mentions } from '../config/mentions.ts';
import { type OnMissed, parseOnMissed } from '../config/on-missed.ts';
import type { ParseHelp } from '../config/parse-help.ts';
import { parseRunMode, parseStoredTraces, type RunMode } from '../config/run-mode.ts';
import type { TriggerList } from '../config/trigger.ts';
import { parseConditions } from '../parsing/parse-conditions.ts';
import { parseTriggers } from '../parsing/parse-triggers.ts';
import type { Block } from '../runs/run.ts';

/** A parsed automation. */
export interface AutomationPlan {
  readonly id: string | undefined;
  readonly alias: string | undefined;
  readonly triggers: TriggerList;
  readonly conditions: readonly Condition[];
  readonly block: Block;
  /** The variables of a run: `trigger_variables`, rendered again, and `variables`. */
  readonly variables: Config;
  readonly triggerVariables: Config;
  /** Whether it is on after a start, regardless of its previous state. */
  readonly initialState: boolean | undefined;
  readonly mode: RunMode;
  readonly storedTraces: number;
  readonly onMissed: OnMissed;
  readonly mentions: Mentions;
}

/**
 * Parses the configuration of an automation, with its blueprint already filled in. Throws `ConfigProblem`.
 */
export function parseAutomation(config: Config, checkTemplate: (text: string) => void): AutomationPlan {
  const mentions = new Mentions();
  const help = helpFor(mentions, checkTemplate);
  const fields = new Fields(config, [], help);
  fields.raw('description');
  fields.raw('use_blueprint');
  fields.raw('hide_entity');
  if (fields.raw('alias') === null) throw fields.wrong('alias', 'expects_text');
  const triggerVariables = variablesOf(fields, 'trigger_variables');
  const plan: AutomationPlan = {
    id: fields.optionalText('id'),
    alias: fields.optionalText('alias'),
    triggers: either(fields, 'triggers', 'trigger', (value, path) => parseTriggers(value, path, help)),
    conditions: conditionsOf(fields, help),
    block: either(fields, 'actions', 'action', (value, path) => parseActions(value, path, help)),
    variables: { ...triggerVariables, ...variablesOf(fields, 'variables') },
    triggerVariables,
    initialState: fields.has('initial_state') ? fields.boolean('initial_state', true) : undefined,
    mode: parseRunMode(fields),
    storedTraces: parseStoredTraces(fields),
    onMissed: parseOnMissed(fields),
    mentions,
  };
  fields.finish();
  return plan;
}

/** The helpers of parsers, with a template check that may throw anything. */
export function helpFor(mentions: Mentions, checkTemplate: (text: string) => void): ParseHelp {
  return {
    mentions,
    checkTemplate: (text, path) => {
      try {
        checkTemplate(text);
      } catch (error) {
        throw configFault('invalid_template', path, { reason: messageOf(error) });
      }
    },
  };
}

/** A map of names to values, which may contain templates. */
export function variablesOf(fields: Fields, key: string): Config {
  fields.tree(key);
  return fields.raw(key) === null ? {} : (fields.object(key) ?? {});
}

function conditionsOf(fields: Fields, help: ParseHelp): readonly Condition[] {
  const key = oneOf(fields, 'conditions', 'condition');
  return key === undefined ? [] : parseConditions(fields.raw(key), fields.at(key), help);
}

function either<T>(fields: Fields, key: string, old: string, parse: (value: unknown, path: Path) => T): T {
  const given = oneOf(fields, key, old);
  if (given === undefined) throw configFault('required_key_is_missing', fields.at(key), { name: key });
  return parse(fields.raw(given), fields.at(given));
}

function oneOf(fields: Fields, key: string, old: string): string | undefined {
  if (fields.has(key) && fields.has(old)) throw configFault('both_keys_given', fields.at(old), { old, key });
  return fields.has(key) ? key : fields.has(old) ? old : undefined;
}

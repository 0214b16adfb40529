import { parseActions } from '../actions/index.ts';
import { configFault } from '../config/config-problem.ts';
import { type Config, Fields, isConfig } from '../config/fields.ts';
import { Mentions } from '../config/mentions.ts';
import { type OnMissed, parseOnMissed } from '../config/on-missed.ts';
import { parseRunMode, parseStoredTraces, type RunMode } from '../config/run-mode.ts';
import type { Block } from '../runs/run.ts';
import { helpFor, variablesOf } from './automation-config.ts';

/** A parsed script. */
export interface ScriptPlan {
  readonly alias: string | undefined;
  readonly description: string;
  readonly icon: string | undefined;
  readonly block: Block;
  readonly variables: Config;
  /** The fields of its service, for forms. */
  readonly fields: Readonly<Record<string, Config>>;
  readonly mode: RunMode;
  readonly storedTraces: number;
  readonly onMissed: OnMissed;
  readonly mentions: Mentions;
}

const KEY = /^[a-z\d]+(?:_[a-z\d]+)*$/;

/** Parses the configuration of a script, with its blueprint already filled in. Throws `ConfigProblem`. */
export function parseScript(key: string, config: Config, checkTemplate: (text: string) => void): ScriptPlan {
  if (!KEY.test(key)) throw configFault('not_a_slug', [], { key: JSON.stringify(key) });
  const mentions = new Mentions();
  const help = helpFor(mentions, checkTemplate);
  const fields = new Fields(config, [], help);
  fields.raw('use_blueprint');
  const plan: ScriptPlan = {
    alias: fields.optionalText('alias'),
    description: fields.raw('description') === null ? '' : (fields.optionalText('description') ?? ''),
    icon: fields.raw('icon') === null ? undefined : fields.optionalText('icon'),
    block: parseActions(fields.need('sequence'), fields.at('sequence'), help),
    variables: variablesOf(fields, 'variables'),
    fields: declaredFields(fields),
    mode: parseRunMode(fields),
    storedTraces: parseStoredTraces(fields),
    onMissed: parseOnMissed(fields),
    mentions,
  };
  fields.finish();
  return plan;
}

function declaredFields(fields: Fields): Readonly<Record<string, Config>> {
  const declared = fields.raw('fields') === null ? {} : (fields.object('fields') ?? {});
  const result: Record<string, Config> = Object.create(null);
  for (const [name, value] of Object.entries(declared)) {
    const path = [...fields.at('fields'), name];
    if (value !== null && !isConfig(value)) throw configFault('expected_an_object', path);
    result[name] = value ?? {};
  }
  return result;
}

import { cut, show } from '../../core/parse.ts';
import { configFault, type Path } from '../config/config-problem.ts';
import { parseEnabled } from '../config/enabled.ts';
import { Fields } from '../config/fields.ts';
import type { ParseHelp } from '../config/parse-help.ts';
import type { Action, Block } from '../runs/run.ts';
import type { ActionHelp, ActionKind } from './action.ts';
import { chooseAction } from './choose.ts';
import { conditionAction } from './condition.ts';
import { conversationResponseAction } from './conversation-response.ts';
import { delayAction } from './delay.ts';
import { deviceAction } from './device.ts';
import { eventAction } from './event.ts';
import { ifAction } from './if.ts';
import { itemsOf, objectOf } from './items.ts';
import { parallelAction } from './parallel.ts';
import { repeatAction } from './repeat.ts';
import { sceneAction } from './scene.ts';
import { sequenceAction } from './sequence.ts';
import { serviceAction } from './service.ts';
import { stopAction } from './stop.ts';
import { variablesAction } from './variables.ts';
import { waitForTriggerAction } from './wait-for-trigger.ts';
import { waitTemplateAction } from './wait-template.ts';

/** Every kind of action, in the order in which their keys are matched. */
export const actionKinds: readonly ActionKind[] = [
  delayAction,
  waitTemplateAction,
  conditionAction,
  eventAction,
  deviceAction,
  sceneAction,
  repeatAction,
  chooseAction,
  waitForTriggerAction,
  variablesAction,
  ifAction,
  serviceAction,
  stopAction,
  parallelAction,
  sequenceAction,
  conversationResponseAction,
];

/** Parses one action or a list of them. Throws `ConfigProblem`. */
export function parseActions(config: unknown, path: Path, help: ParseHelp): Block {
  const inner: ActionHelp = {
    checkTemplate: (text, at) => help.checkTemplate(text, at),
    mentions: help.mentions,
    block: (block, at) => parseActions(block, at, inner),
  };
  return itemsOf(config, path).map((item) => parseAction(item.config, item.path, inner));
}

function parseAction(given: unknown, path: Path, help: ActionHelp): Action {
  const config = objectOf(given, path);
  const kind = actionKinds.find(({ keys }) => keys.some((key) => Object.hasOwn(config, key)));
  if (kind === undefined)
    throw configFault('undetermined_action', path, { keys: cut(show(Object.keys(config))) });
  const { alias, enabled, continue_on_error: _continues, note: _note, ...own } = config;
  const common = new Fields(config, path, help);
  const continueOnError = common.boolean('continue_on_error', false);
  if (kind === conditionAction && common.has('continue_on_error'))
    throw configFault('condition_continue_on_error', common.at('continue_on_error'));
  const perform = new Fields(own, path, help).parsed((fields) => kind.parse(fields, help));
  const label =
    alias === undefined || alias === null ? kind.keys[0].replaceAll('_', ' ') : common.text('alias');
  return { label, enabled: parseEnabled(enabled, path, help), continueOnError, perform };
}

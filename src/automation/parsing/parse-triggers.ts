import type { Undo } from '../../core/clock.ts';
import { messageOf } from '../../core/errors.ts';
import { message } from '../../core/messages.ts';
import { show } from '../../core/parse.ts';
import type { Variables } from '../../jinja/template.ts';
import type { Value } from '../../jinja/values/context.ts';
import { emptyDict } from '../../jinja/values/empty-dict.ts';
import { truth } from '../../jinja/values/protocol.ts';
import type { AutomationContext } from '../config/automation-context.ts';
import { ConfigProblem, configFault, type Path, wrongValue } from '../config/config-problem.ts';
import { parseEnabled } from '../config/enabled.ts';
import { type Config, checkTree, Fields, isConfig } from '../config/fields.ts';
import { limitedTree } from '../config/limited.ts';
import type { ParseHelp } from '../config/parse-help.ts';
import type {
  Attachment,
  Firing,
  Trigger,
  TriggerFired,
  TriggerKind,
  TriggerList,
} from '../config/trigger.ts';
import { purposeTriggers } from '../entity-triggers/index.ts';
import type { PurposeTrigger } from '../entity-triggers/purpose.ts';
import { triggerKinds } from '../triggers/index.ts';

const KINDS: ReadonlyMap<string, TriggerKind> = new Map(triggerKinds.map((kind) => [kind.name, kind]));
const PURPOSES: ReadonlyMap<string, PurposeTrigger> = new Map(purposeTriggers.map((one) => [one.key, one]));
/** The keys that all triggers share. */
const COMMON: ReadonlySet<string> = new Set([
  ...['trigger', 'platform', 'id', 'alias', 'note', 'enabled', 'variables', 'options'],
]);

const NONE: Variables = Object.freeze(Object.create(null));

interface Listed {
  readonly trigger: Trigger;
  readonly platform: string;
  readonly id: string | undefined;
  readonly alias: string | null;
  /** A text is a template. */
  readonly enabled: boolean | string;
  readonly variables: Config | undefined;
}

/** Parses one trigger or a list of them; null or undefined as an empty list. Throws `ConfigProblem`. */
export function parseTriggers(config: unknown, path: Path, help: ParseHelp): TriggerList {
  const listed = flatten(config, path).map(({ one, at }) => parseOne(one, at, help));
  return {
    length: listed.length,
    attach: (attachment) => {
      const undos: Undo[] = [];
      for (const [index, one] of listed.entries()) {
        try {
          if (isEnabled(one.enabled, attachment)) undos.push(attachOne(one, index, attachment));
        } catch (error) {
          const text = messageOf(error);
          attachment.setting.log.error(`Trigger ${index} (${one.platform}) cannot be attached: ${text}`);
        }
      }
      if (undos.length === 0) return null;
      return () => {
        for (const undo of undos.splice(0)) undo();
      };
    },
  };
}

/** One trigger, a list, or a list with nested `{triggers: […]}`, flattened. */
function flatten(config: unknown, path: Path): { readonly one: Config; readonly at: Path }[] {
  if (config === undefined || config === null) return [];
  const list = Array.isArray(config) ? config : [config];
  return list.flatMap((one, index) => {
    const at = Array.isArray(config) ? [...path, index] : path;
    if (!isConfig(one)) throw wrongValue('expects_trigger', one, at);
    const keys = Object.keys(one);
    const isGroup = keys.length === 1 && keys[0] === 'triggers';
    return isGroup ? flatten(one.triggers, [...at, 'triggers']) : [{ one, at }];
  });
}

function parseOne(config: Config, path: Path, help: ParseHelp): Listed {
  const platform = platformOf(config, path);
  const { id, alias, variables, options } = config;
  if (id !== undefined && typeof id !== 'string') throw wrongValue('expects_text', id, [...path, 'id']);
  if (alias !== undefined && typeof alias !== 'string')
    throw wrongValue('expects_text', alias, [...path, 'alias']);
  const enabled = parseEnabled(config.enabled, path, help);
  if (variables !== undefined && !isConfig(variables))
    throw wrongValue('expects_object', variables, [...path, 'variables']);
  checkTree(variables, [...path, 'variables'], help);
  if (options !== undefined && options !== null && !isConfig(options))
    throw wrongValue('expects_object', options, [...path, 'options']);
  const own = Object.fromEntries(Object.entries(config).filter(([key]) => !COMMON.has(key)));
  return {
    trigger: parseKind(platform, own, { options: options ?? {}, path, help }),
    platform,
    id,
    alias: alias ?? null,
    enabled,
    variables,
  };
}

interface KindConfig {
  readonly options: Config;
  readonly path: Path;
  readonly help: ParseHelp;
}

function parseKind(platform: string, own: Config, { options, path, help }: KindConfig): Trigger {
  const kind = KINDS.get(platform);
  if (kind !== undefined) return new Fields({ ...own, ...options }, path, help).parsed(kind.parse);
  const { target, ...rest } = own;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) throw configFault('unknown_config_key', [...path, unknown], { key: unknown });
  const purpose = PURPOSES.get(platform);
  if (purpose === undefined) throw new Error(`There is no trigger ${platform}`);
  return purpose.parse({ target, options, path, help });
}

function platformOf({ trigger, platform }: Config, path: Path): string {
  if (trigger !== undefined && platform !== undefined)
    throw configFault('both_keys_given', [...path, 'platform'], { old: 'platform', key: 'trigger' });
  const name = trigger ?? platform;
  if (name === undefined) throw configFault('required_value_missing', [...path, 'trigger']);
  if (typeof name === 'string' && (KINDS.has(name) || PURPOSES.has(name))) return name;
  const given = typeof name === 'string' ? name : show(name);
  const key = trigger === undefined ? 'platform' : 'trigger';
  throw new ConfigProblem(message('invalid_trigger', { trigger: given }), [...path, key]);
}

function attachOne(one: Listed, index: number, attachment: Parameters<TriggerList['attach']>[0]): Undo {
  const { setting, variables } = attachment;
  const { passed, owner } = attachment;
  const own: Attachment = {
    setting,
    variables,
    waits: attachment.waits(index),
    ...(owner === undefined ? {} : { owner }),
    fire: (firing) => {
      const fired = complete(one, index, { firing, setting, variables });
      if (fired !== null) attachment.fire(fired);
    },
    ...(passed === undefined
      ? {}
      : {
          passed: (firing: Firing, reason: string) =>
            passed(firedOf(firing, { index, trigger: triggerValue(one, index, firing), own: NONE }), reason),
        }),
  };
  return one.trigger.attach(own);
}

function isEnabled(enabled: boolean | string, place: Pick<Attachment, 'setting' | 'variables'>): boolean {
  return typeof enabled === 'boolean' ? enabled : truth(limitedTree(place, enabled));
}

interface Scope {
  readonly firing: Firing;
  readonly setting: AutomationContext;
  readonly variables: Variables;
}

/** Null if the trigger's own variables fail, which is logged. */
function complete(one: Listed, index: number, { firing, setting, variables }: Scope): TriggerFired | null {
  const trigger = triggerValue(one, index, firing);
  if (one.variables === undefined) return firedOf(firing, { index, trigger, own: NONE });
  const own: Record<string, Value> = Object.create(null);
  try {
    for (const [key, value] of Object.entries(one.variables))
      own[key] = setting.rendering.tree(value, { ...variables, ...own, trigger });
  } catch (error) {
    const text = messageOf(error);
    setting.log.error(`The variables of trigger ${index} (${one.platform}) failed: ${text}`);
    return null;
  }
  return firedOf(firing, { index, trigger, own });
}

function firedOf(
  { variables, description, context, answer }: Firing,
  { index, trigger, own }: Omit<TriggerFired, keyof Firing>,
): TriggerFired {
  return { variables, description, context, answer, index, trigger, own };
}

function triggerValue(one: Listed, index: number, { variables, description }: Firing): Variables {
  const value = emptyDict();
  value.id = one.id ?? String(index);
  value.idx = String(index);
  value.alias = one.alias;
  value.platform = one.platform;
  Object.assign(value, variables);
  if (description !== undefined) value.description = description;
  return value;
}

import { message } from '../../core/messages.ts';
import { show } from '../../core/parse.ts';
import { TemplateError } from '../../jinja/template.ts';
import { truth } from '../../jinja/values/protocol.ts';
import { conditionKinds } from '../conditions/index.ts';
import { every, logicalNames, parseLogical } from '../conditions/logical.ts';
import { parseTemplateCondition } from '../conditions/template.ts';
import {
  type Condition,
  type ConditionContext,
  ConditionFailure,
  type ConditionKind,
  type Test,
} from '../config/condition.ts';
import { ConfigProblem, configFault, type Path, wrongValue } from '../config/config-problem.ts';
import { parseEnabled } from '../config/enabled.ts';
import { type Config, Fields, isConfig } from '../config/fields.ts';
import { limitedTree } from '../config/limited.ts';
import type { ParseHelp } from '../config/parse-help.ts';
import { isTemplate } from '../config/rendering.ts';
import { purposeConditions } from '../entity-triggers/index.ts';
import type { PurposeCondition } from '../entity-triggers/purpose.ts';

const KINDS: ReadonlyMap<string, ConditionKind> = new Map(conditionKinds.map((kind) => [kind.name, kind]));
const PURPOSES: ReadonlyMap<string, PurposeCondition> = new Map(
  purposeConditions.map((one) => [one.key, one]),
);
/** The keys that all conditions share. */
const COMMON: ReadonlySet<string> = new Set(['condition', 'alias', 'note', 'enabled', 'options']);

/** Parses one condition or a list of them; null or undefined as an empty list. Throws `ConfigProblem`. */
export function parseConditions(config: unknown, path: Path, help: ParseHelp): readonly Condition[] {
  if (config === undefined || config === null) return [];
  if (!Array.isArray(config)) return [parseCondition(config, path, help)];
  return config.map((one, index) => parseCondition(one, [...path, index], help));
}

/**
 * Parses one condition: an object, a template, or the short form of and, or and not. Throws `ConfigProblem`.
 */
export function parseCondition(config: unknown, path: Path, help: ParseHelp): Condition {
  if (typeof config === 'string' && isTemplate(config))
    return whole(parseTemplateCondition(config, path, help), true, 'template');
  if (!isConfig(config)) throw wrongValue('expects_condition', config, path);
  const { alias } = config;
  if (alias !== undefined && alias !== null && typeof alias !== 'string' && typeof alias !== 'number')
    throw wrongValue('expects_text', alias, [...path, 'alias']);
  const enabled = parseEnabled(config.enabled, path, help);
  return whole(parseKind(config, path, help), enabled, String(config.condition));
}

function parseKind(config: Config, path: Path, help: ParseHelp): Test {
  const own = Object.fromEntries(Object.entries(config).filter(([key]) => !COMMON.has(key)));
  const parse = (list: unknown, at: Path): readonly Condition[] => parseConditions(list, at, help);
  const { condition, options } = config;
  if (condition === undefined) {
    const short = logicalNames.find((name) => Object.hasOwn(config, name));
    if (short === undefined) throw configFault('required_value_missing', [...path, 'condition']);
    const { [short]: list, ...rest } = own;
    return parseLogical(short, { conditions: list, ...rest }, { path, help, parse, key: short });
  }
  if (Array.isArray(condition))
    return parseLogical('and', { ...own, conditions: condition }, { path, help, parse, key: 'condition' });
  const logical = logicalNames.find((name) => name === condition);
  if (logical !== undefined) return parseLogical(logical, own, { path, help, parse, key: 'conditions' });
  if (options !== undefined && options !== null && !isConfig(options))
    throw wrongValue('expects_object', options, [...path, 'options']);
  const name = typeof condition === 'string' ? condition : '';
  const kind = KINDS.get(name);
  if (kind !== undefined) return new Fields({ ...own, ...options }, path, help).parsed(kind.parse);
  const purpose = PURPOSES.get(name);
  if (purpose !== undefined) {
    const { target, ...rest } = own;
    const [unknown] = Object.keys(rest);
    if (unknown !== undefined) throw configFault('unknown_config_key', [...path, unknown], { key: unknown });
    return purpose.parse({ target, options: options ?? {}, path, help });
  }
  const given = typeof condition === 'string' ? condition : show(condition);
  throw new ConfigProblem(message('invalid_condition', { condition: given }), [...path, 'condition']);
}

/** A condition with the common features: it can be disabled, and it is traced. */
function whole(test: Test, enabled: boolean | string, name: string): Condition {
  return {
    test: (context, path) => {
      const step = context.tracer?.step(path);
      try {
        const result = isEnabled(enabled, context)
          ? test(
              context,
              path,
              (values) => step?.result(values),
              (text) => {
                step?.warned(text);
                context.warn?.(text);
              },
            )
          : null;
        step?.result({ result });
        return result;
      } catch (error) {
        const failure = error instanceof TemplateError ? new ConditionFailure(error.reason) : error;
        const located = failure instanceof ConditionFailure ? failure.in(name) : failure;
        step?.error(located);
        throw located;
      }
    },
  };
}

function isEnabled(enabled: boolean | string, { setting }: ConditionContext): boolean {
  if (typeof enabled === 'boolean') return enabled;
  return truth(limitedTree({ setting, variables: {} }, enabled));
}

/**
 * Whether all are met: false as soon as one is not, despite earlier failures. Throws `ConditionFailure` if
 * that cannot be decided.
 */
export function testAll(conditions: readonly Condition[], context: ConditionContext, path: string): boolean {
  return every(conditions, context, { path, name: 'condition' });
}

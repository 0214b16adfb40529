import type { Json } from '../../core/json.ts';
import type { State } from '../../core/state.ts';
import type {
  Becomes,
  Chosen,
  Happens,
  Is,
  Option,
  PurposeTarget,
} from '../../domains/definition/entity-triggers.ts';
import type { Measure } from '../../domains/definition/measure.ts';
import type { AutomationContext } from '../config/automation-context.ts';
import { Fields } from '../config/fields.ts';
import type { Attachment } from '../config/trigger.ts';
import { fixedFor, triggerBehavior } from './behavior.ts';
import { CONDITION_BEHAVIOR, FOR, TRIGGER_BEHAVIOR } from './describe.ts';
import { type EntityTriggerFacts, entityTrigger, isKnown } from './entity-trigger.ts';
import type { Description, PurposeCondition, PurposeConfig, PurposeTrigger } from './purpose.ts';
import { fitsFilter, parseTriggerTarget, targetEntities } from './target.ts';
import { describeThreshold, type Mode, parseThreshold, type Reading, type Within } from './threshold.ts';

/** The properties that all triggers and conditions over entities share. */
interface Facts {
  readonly key: string;
  readonly target: PurposeTarget;
  readonly options?: readonly Option[];
}

/** A trigger over entities; lasting ones have `behavior` and `for`. `read` parses its other options. */
function firing(
  { key, target }: Facts,
  kind: { readonly duration: boolean; readonly fromUnknown?: boolean; readonly own: Description['fields'] },
  read: (fields: Fields, config: PurposeConfig) => Pick<EntityTriggerFacts, 'is' | 'leads'>,
): PurposeTrigger {
  const { duration, fromUnknown = false, own } = kind;
  return {
    key,
    target,
    fields: duration ? { behavior: TRIGGER_BEHAVIOR, for: FOR, ...own } : own,
    parse: (config) => {
      const fields = fieldsOf(config);
      const length = duration ? fixedFor(fields) : 0;
      const behavior = duration ? triggerBehavior(fields) : 'each';
      const tests = read(fields, config);
      fields.finish();
      return entityTrigger({
        target,
        resolved: resolvedTarget(config),
        behavior,
        length,
        fromUnknown,
        ...tests,
      });
    },
  };
}

/** Fires when an entity enters a state. `was` restricts the previous state. */
export function becomes(facts: Becomes & Facts): PurposeTrigger {
  const { options = [], is, was = (state, chosen) => !is(state, chosen) } = facts;
  return firing(facts, { duration: true, own: described(options) }, (fields) => {
    const chosen = choose(options, fields);
    return {
      is: (state) => is(state, chosen),
      leads: (from, to) => was(from, chosen) || facts.again?.(from, to) === true,
    };
  });
}

/** Fires on each change of an entity without a lasting state: a press, a selection, a text. */
export function happens(facts: Happens & Facts): PurposeTrigger {
  const { options = [], fromUnknown = false, leads = (from, to) => from.state !== to.state } = facts;
  return firing(facts, { duration: false, fromUnknown, own: described(options) }, (fields) => {
    const chosen = choose(options, fields);
    return { is: (state) => facts.is?.(state, chosen) !== false, leads };
  });
}

/** Reads the value of an entity; undefined if it has none. */
export type ReadValue = (state: State, setting: AutomationContext) => Reading | undefined;

type NumericFacts = Facts & { readonly value: ReadValue; readonly measure: Measure };

/** Fires when a value changes and meets the threshold. */
export function valueChanges(facts: NumericFacts): PurposeTrigger {
  const { measure, value } = facts;
  const own = { threshold: describeThreshold('changed', measure) };
  return firing(facts, { duration: false, own }, (fields, config) => ({
    is: isWithin(value, thresholdOf(config, fields, 'changed', measure)),
    leads: (from, to, { setting }) => value(from, setting)?.number !== value(to, setting)?.number,
  }));
}

/** Fires when a value crosses the threshold. */
export function valueCrosses(facts: NumericFacts): PurposeTrigger {
  const { measure, value } = facts;
  const own = { threshold: describeThreshold('crossed', measure) };
  return firing(facts, { duration: true, own }, (fields, config) => {
    const is = isWithin(value, thresholdOf(config, fields, 'crossed', measure));
    return { is, leads: (from, _to, attachment) => !is(from, attachment) };
  });
}

function isWithin(
  value: ReadValue,
  within: Within,
): (state: State, attachment: Pick<Attachment, 'setting'>) => boolean {
  return (state, { setting }) => {
    const reading = value(state, setting);
    return reading !== undefined && within(reading, setting) === true;
  };
}

type Test = (state: State, chosen: Chosen, setting: AutomationContext) => boolean;

/** Holds if any of the entities matches, or all of those with a known state. */
export function stateIs(facts: Is & Facts): PurposeCondition {
  const { options = [], is } = facts;
  return condition(facts, described(options), (fields) => {
    const chosen = choose(options, fields);
    return (state) => is(state, chosen);
  });
}

/** Holds while a value meets the threshold. */
export function valueIs(facts: NumericFacts): PurposeCondition {
  const { measure, value } = facts;
  return condition(facts, { threshold: describeThreshold('is', measure) }, (fields, config) => {
    const within = thresholdOf(config, fields, 'is', measure);
    return (state, _chosen, setting) => isWithin(value, within)(state, { setting });
  });
}

function condition(
  { key, target }: Facts,
  own: Readonly<Record<string, Json>>,
  read: (fields: Fields, config: PurposeConfig) => Test,
): PurposeCondition {
  return {
    key,
    target,
    fields: { behavior: CONDITION_BEHAVIOR, for: FOR, ...own },
    parse: (config) => {
      const fields = fieldsOf(config);
      const behavior = fields.oneOf('behavior', ['any', 'all'], 'any');
      const length = fixedFor(fields);
      const test = read(fields, config);
      fields.finish();
      const resolved = resolvedTarget(config);
      return ({ setting }) => {
        const now = setting.clock.now();
        const is = (state: State): boolean =>
          test(state, {}, setting) && (length === 0 || now - state.last_changed > length);
        const states = targetEntities(resolved, target, setting).flatMap(
          (id) => setting.states.get(id) ?? [],
        );
        const known = states.filter((state) => isKnown(state) && fitsFilter(state, target.entity));
        return behavior === 'any' ? known.some(is) : known.every(is);
      };
    },
  };
}

function thresholdOf({ path, help }: PurposeConfig, fields: Fields, mode: Mode, measure: Measure): Within {
  const value = fields.raw('threshold');
  return parseThreshold(value, { path: [...path, 'options', 'threshold'], help, mode, measure });
}

/** The options of a configuration. */
export function fieldsOf({ options, path, help }: PurposeConfig): Fields {
  return new Fields(options, [...path, 'options'], help);
}

function resolvedTarget({ target, path, help }: PurposeConfig): ReturnType<typeof parseTriggerTarget> {
  return parseTriggerTarget(target, [...path, 'target'], help);
}

function described(options: readonly Option[]): Readonly<Record<string, Json>> {
  return Object.fromEntries(options.map(({ name, field }) => [name, field]));
}

function choose(options: readonly Option[], fields: Fields): Chosen {
  return Object.fromEntries(options.map((option) => [option.name, option.read(fields)]));
}

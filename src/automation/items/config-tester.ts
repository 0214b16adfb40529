import type { Access } from '../../core/access.ts';
import type { Undo } from '../../core/clock.ts';
import type { CpuBudget } from '../../core/cpu-budget.ts';
import { fault, faultOf, HubError, type Translation, translationFor } from '../../core/errors.ts';
import { sees, visiblePresentIds } from '../../entities/visibility/visible-state.ts';
import type { Variables } from '../../jinja/template.ts';
import { parseActions } from '../actions/index.ts';
import { type AutomationContext, contextFor } from '../config/automation-context.ts';
import { type Condition, ConditionFailure } from '../config/condition.ts';
import { ConfigProblem } from '../config/config-problem.ts';
import { Mentions, refuseUnknownDevices } from '../config/mentions.ts';
import { NoWaits } from '../config/no-waits.ts';
import type { ParseHelp } from '../config/parse-help.ts';
import { purposeConditions, purposeTriggers } from '../entity-triggers/index.ts';
import type { Description } from '../entity-triggers/purpose.ts';
import { fitsFilter, isNamedTarget, parseTriggerTarget, reachedBy } from '../entity-triggers/target.ts';
import { MAX_TRIED, requireItemSize } from '../item-files/item-size.ts';
import { parseCondition, parseConditions } from '../parsing/parse-conditions.ts';
import { parseTriggers } from '../parsing/parse-triggers.ts';
import { scheduleEach } from '../schedule/schedule-at.ts';
import { mqttDescription } from '../triggers/mqtt.ts';
import { helpFor } from './automation-config.ts';
import { displayJson } from './display-json.ts';

/** The result of testing a condition. */
export interface Answer {
  /** Null if the condition is disabled. */
  readonly result: boolean | null;
  readonly template_errors?: readonly string[];
}

/** Whether a part of a configuration is valid. */
interface Validity {
  readonly valid: boolean;
  readonly error: string | null;
  readonly error_translation?: Translation | undefined;
}

const SECOND = 1000;
/**
 * Milliseconds an evaluation may take without a pause after it, and the length of that pause as a multiple of
 * the time taken.
 */
const QUICK = 10;
const REST = 50;

/** Tests triggers and conditions for the automation editor. */
export class ConfigTester {
  private readonly setting: AutomationContext;
  private readonly cpuBudget: CpuBudget;

  constructor(setting: AutomationContext, cpuBudget: CpuBudget) {
    this.setting = setting;
    this.cpuBudget = cpuBudget;
  }

  /** Reports each time one of the triggers fires, as JSON. Throws `ConfigProblem`. */
  followTrigger(config: unknown, variables: Variables, report: (json: string) => void): Undo {
    requireItemSize(config, MAX_TRIED);
    const mentions = new Mentions();
    const triggers = parseTriggers(config, [], this.help(mentions));
    refuseUnknownDevices(mentions, this.setting.home, 'home_assistant_error');
    const undo = triggers.attach({
      setting: this.setting,
      variables,
      waits: () => new NoWaits(),
      fire: ({ trigger, context, answer }) => {
        report(`{"variables":{"trigger":${displayJson(trigger)}},"context":${JSON.stringify(context)}}`);
        answer?.(null);
      },
    });
    return undo ?? (() => {});
  }

  /** Tests a condition once. Throws `home_assistant_error` with the reason if it cannot be evaluated. */
  test(config: unknown, variables: Variables): Answer {
    return this.evaluate(this.readCondition(config, new Mentions()), variables, this.setting);
  }

  /**
   * Tests a condition now and after relevant changes; reports each changed result. Throws if it is invalid.
   */
  followCondition(config: unknown, access: Access, report: (json: string) => void): Undo {
    const { clock, bus } = this.setting;
    const mentions = new Mentions();
    const condition = this.readCondition(config, mentions);
    checkSight(mentions, access, this.setting.states);
    const setting = contextFor(this.setting, access);
    let last: string | undefined;
    let isDue = false;
    let isOver = false;
    let restsUntil = 0;
    const evaluate = (): void => {
      isDue = false;
      const startedAt = clock.now();
      if (isOver || startedAt < restsUntil || (last !== undefined && this.cpuBudget.isUsedUp(access))) return;
      const answer = this.cpuBudget.spend(access, () =>
        JSON.stringify(this.answerOrError(condition, setting)),
      );
      // A slow condition is tested less often, so that it does not block the server.
      const took = clock.now() - startedAt;
      restsUntil = took > QUICK ? startedAt + took * REST : 0;
      if (answer === last) return;
      last = answer;
      report(answer);
    };
    const askSoon = (): void => {
      if (isDue) return;
      isDue = true;
      clock.soon(evaluate);
    };
    evaluate();
    const undos = [
      bus.on('state_changed', askSoon),
      scheduleEach(clock, (after) => (Math.floor(after / SECOND) + 1) * SECOND, evaluate),
    ];
    return () => {
      isOver = true;
      for (const undo of undos) undo();
    };
  }

  /** Whether each given part is valid, and if not, why. */
  validate(parts: Readonly<Record<string, unknown>>, access: Access): Readonly<Record<string, Validity>> {
    return this.cpuBudget.spend(access, () => this.judge(parts));
  }

  private judge(parts: Readonly<Record<string, unknown>>): Readonly<Record<string, Validity>> {
    const mentions = new Mentions();
    const help = this.help(mentions);
    const readers: Readonly<Record<string, (config: unknown) => unknown>> = {
      triggers: (config) => parseTriggers(config, [], help),
      conditions: (config) => parseConditions(config, [], help),
      actions: (config) => parseActions(config, [], help),
    };
    const checked = Object.entries(parts).flatMap(([key, config]): (readonly [string, Validity])[] => {
      const read = Object.hasOwn(readers, key) ? readers[key] : undefined;
      return read === undefined || config === undefined
        ? []
        : [
            [
              key,
              validity(() => {
                mentions.used.clear();
                requireItemSize(config, MAX_TRIED);
                read(config);
                refuseUnknownDevices(mentions, this.setting.home, 'invalid_format');
              }),
            ],
          ];
    });
    return Object.fromEntries(checked);
  }

  /** The target and the option fields of each trigger or condition, by key. */
  descriptions(of: 'triggers' | 'conditions'): Readonly<Record<string, Description>> {
    const all = of === 'triggers' ? purposeTriggers : purposeConditions;
    const described = all.map(({ key, target, fields }): [string, Description] => [
      key,
      target === undefined ? { fields } : { target, fields },
    ]);
    const hasMqtt = of === 'triggers' && this.setting.ports.mqtt !== undefined;
    return Object.fromEntries(hasMqtt ? [...described, ['mqtt', mqttDescription]] : described);
  }

  /** The keys that apply to an entity of a target. */
  fitting(
    of: 'triggers' | 'conditions',
    target: unknown,
    { access, expandGroup }: { readonly access: Access; readonly expandGroup: boolean },
  ): readonly string[] {
    const aim = parseTriggerTarget(target, ['target'], this.help(new Mentions()));
    const reached = reachedBy(aim, this.setting, expandGroup && access).filter(({ state }) =>
      sees(access, state.entity_id),
    );
    const all = of === 'triggers' ? purposeTriggers : purposeConditions;
    return all.flatMap(({ key, target: wanted }) => {
      if (wanted === undefined) return [];
      const isAll = wanted.primary_entities_only === false;
      const fits = reached.some(
        ({ state, isPrimary }) =>
          (isPrimary || isAll || isNamedTarget(aim, state.entity_id)) && fitsFilter(state, wanted.entity),
      );
      return fits ? [key] : [];
    });
  }

  private help(mentions: Mentions): ParseHelp {
    return helpFor(mentions, (text) => this.setting.rendering.check(text));
  }

  private readCondition(config: unknown, mentions: Mentions): Condition {
    requireItemSize(config, MAX_TRIED);
    try {
      return parseCondition(config, ['condition'], this.help(mentions));
    } catch (error) {
      if (error instanceof ConfigProblem && error.reason?.key === 'invalid_condition')
        throw fault('home_assistant_error', error.reason.key, error.reason.parameters);
      throw error;
    }
  }

  private evaluate(condition: Condition, variables: Variables, setting: AutomationContext): Answer {
    const errors = new Set<string>();
    try {
      const warn = (text: string): unknown => errors.add(text);
      const result = condition.test({ setting, variables, warn }, 'condition');
      return errors.size === 0 ? { result } : { result, template_errors: [...errors] };
    } catch (error) {
      if (!(error instanceof ConditionFailure)) throw error;
      throw faultOf('home_assistant_error', error.reason);
    }
  }

  private answerOrError(
    condition: Condition,
    setting: AutomationContext,
  ): Answer | { readonly error: string } {
    try {
      return this.evaluate(condition, {}, setting);
    } catch (error) {
      if (error instanceof HubError) return { error: error.message };
      throw error;
    }
  }
}

/**
 * Callers who may only read part of the home can only refer to that part by name; missing and hidden entities
 * are answered alike.
 */
function checkSight(
  { entities, devices, areas, floors, labels }: Mentions,
  access: Access,
  states: AutomationContext['states'],
): void {
  if (access.mayRead === null) return;
  const isVague = [devices, areas, floors, labels].some((set) => set.size > 0);
  if (isVague || visiblePresentIds([...entities], access, states).length < entities.size)
    throw fault('unauthorized', 'unauthorized_to_test_hidden');
}

function validity(read: () => unknown): Validity {
  try {
    read();
    return { valid: true, error: null };
  } catch (error) {
    if (error instanceof HubError)
      return { valid: false, error: error.message, error_translation: translationFor(error) };
    throw error;
  }
}

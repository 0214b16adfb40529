import type { StateChange } from '../../core/bus.ts';
import type { Undo } from '../../core/clock.ts';
import { type Context, newContext } from '../../core/context.ts';
import { HubError } from '../../core/errors.ts';
import type { Values } from '../../domains/definition/define-domain.ts';
import type { Driver, EntityHandle, Picture } from '../../entities/entity/driver.ts';
import { hidingFailure } from '../../entities/visibility/hiding-failure.ts';
import { TemplateError, type Variables } from '../../jinja/template.ts';
import type { Value } from '../../jinja/values/context.ts';
import { TemplateHost } from '../../templates/host.ts';
import { Reads } from '../../templates/reads.ts';
import { StateValue } from '../../templates/state-value.ts';
import { Delay } from './delay.ts';
import type { TemplateConfig } from './fields.ts';
import type { Runnable, TemplateSetting } from './setting.ts';
import type { Reading, TemplateKind } from './template-kind.ts';
import { attributeOf, booleanOf, textOf } from './values.ts';

/** The maximum renders per event loop tick, since entities may trigger each other, and the pause after. */
const MAX_PER_TICK = 200;
const REST = 1000;

/** The dependencies of `TemplateEntity`. */
export interface TemplateEntityParts {
  readonly kind: TemplateKind;
  readonly config: TemplateConfig;
  /** The variables of its block and its own, some of them templates, in order. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly setting: TemplateSetting;
  /** Whether triggers determine when it is rendered. */
  readonly isTriggered: boolean;
  /** Called when its name changes. */
  readonly rename: (name: string) => void;
}

/** Renders the templates of one entity and carries out its commands. */
export class TemplateEntity implements Driver {
  private readonly parts: TemplateEntityParts;
  private readonly readings: readonly Reading[];
  private readonly runnables = new Map<string, Runnable>();
  private readonly reported = new Set<string>();
  private readonly delay: Delay | undefined;
  private entity: EntityHandle | undefined;
  private lastName: string | undefined;
  private rendersInTurn = 0;
  /** Consecutive renders caused only by its own changes. */
  private rendersOfItself = 0;
  private unfollow: Undo = () => {};
  private wake: Undo | undefined;
  private lastReads = new Reads();
  private host: TemplateHost;
  private given: Variables = {};

  /** Throws `invalid_format` for invalid actions. */
  constructor(parts: TemplateEntityParts, name: string) {
    this.parts = parts;
    const { kind, config, setting } = parts;
    this.readings = kind.readings(config).filter(({ template }) => template !== undefined);
    for (const key of kind.actionKeys) {
      const sequence = (config as Readonly<Record<string, unknown>>)[key];
      if (sequence !== undefined)
        this.runnables.set(key, setting.automatic.parseActions(sequence, `${name} ${key}`));
    }
    const delays = kind.delays?.(config);
    this.host = new TemplateHost(setting.templates.home);
    if (delays !== undefined)
      this.delay = new Delay(delays, setting.clock, (source) => this.renderAny(source, this.variablesNow()));
  }

  attach(entity: EntityHandle): Undo {
    this.entity = entity;
    if (!this.parts.isTriggered) this.follow();
    return () => {
      this.unfollow();
      this.wake?.();
      this.wake = undefined;
      this.delay?.end();
      this.entity = undefined;
    };
  }

  private follow(): void {
    this.unfollow = this.parts.setting.templates.follow({ refresh: (change) => this.renderAgain(change) });
  }

  /** Renders all templates after a trigger has fired. */
  triggered(variables: Variables, context: Context): void {
    this.given = variables;
    this.host = new TemplateHost(this.parts.setting.templates.home);
    this.renderAll(context);
  }

  async execute(...[command, entity, context, access]: Parameters<Driver['execute']>): Promise<unknown> {
    const { kind, config } = this.parts;
    const chosen = kind.actions?.(command, config)?.find(({ key }) => this.runnables.has(key));
    if (chosen !== undefined) {
      const variables = { ...this.variablesNow(), ...chosen.variables };
      const how = { seesAll: access === undefined || access.mayRead === null, log: this.parts.setting.log };
      await hidingFailure(entity.id, how, () => this.runnables.get(chosen.key)?.run(variables, context));
    }
    const assumed = this.assumed(command.patch);
    if (Object.keys(assumed).length > 0) entity.report(assumed, { context });
    return kind.answer?.(command, entity.values);
  }

  async picture(entity: EntityHandle): Promise<Picture | undefined> {
    const url = this.parts.kind.pictureUrl?.(entity.values);
    const { verify_ssl: verify = true } = this.parts.config as { readonly verify_ssl?: boolean };
    return url === undefined ? undefined : this.parts.setting.fetchPicture(url, verify);
  }

  /** The values of a command that no template provides; they are assumed to be reached. */
  private assumed(patch: Values): Values {
    if (this.parts.config.optimistic === true) return patch;
    const reported = new Set(this.readings.flatMap(({ reports }) => reports));
    return Object.fromEntries(Object.entries(patch).filter(([name]) => !reported.has(name)));
  }

  /** Renders now, for `homeassistant.update_entity`. */
  refresh(): void {
    this.renderAgain();
  }

  private renderAgain(change?: StateChange): { readonly reads: Reads; readonly failed: boolean } {
    const isOwn = change !== undefined && change.entity_id === this.entity?.id;
    this.rendersOfItself = isOwn ? this.rendersOfItself + 1 : 0;
    this.rendersInTurn += 1;
    if (this.rendersInTurn === 1) this.parts.setting.clock.soon(() => (this.rendersInTurn = 0));
    const isInCircles = this.rendersInTurn > MAX_PER_TICK;
    if (isInCircles || this.rendersOfItself > this.readings.length) {
      this.warn('the template', 'reads what it changes itself, and is not rendered again for that');
      if (isInCircles) this.rest();
      return { reads: this.lastReads, failed: false };
    }
    this.host = new TemplateHost(this.parts.setting.templates.home);
    const failed = this.renderAll();
    this.lastReads = this.host.reads;
    return { reads: this.lastReads, failed };
  }

  /** Resumes after a pause, so that the last change is rendered in the end. */
  private rest(): void {
    this.wake ??= this.parts.setting.clock.after(REST, () => {
      this.wake = undefined;
      this.unfollow();
      this.follow();
    });
  }

  /** Returns whether a template failed, which leaves its dependencies unknown. */
  private renderAll(context?: Context): boolean {
    const { entity } = this;
    if (entity === undefined) return false;
    const variables = this.variablesNow();
    let failed = false;
    const render = (key: string, source: string): Value => {
      try {
        return this.renderText(source, variables);
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        failed = true;
        this.warn(key, error.message);
        return undefined;
      }
    };
    const { config } = this.parts;
    const patch: Record<string, unknown> = {};
    const capabilities: Record<string, unknown> = {};
    let mainFailed = false;
    for (const reading of this.readings) {
      const value = render(reading.key, reading.template ?? '');
      if (value === undefined && reading.isMain === true) mainFailed = true;
      const reported = reading.read(value ?? null);
      if (typeof reported === 'string') {
        this.warn(reading.key, `gave ${JSON.stringify(textOf(value)?.slice(0, 100))}, expected ${reported}`);
        if (reading.isMain === true) Object.assign(patch, nulls(reading));
      } else if (reading.isCapability === true) Object.assign(capabilities, reported);
      else Object.assign(patch, reported, this.stamp(reading, reported, entity));
    }
    const available =
      config.availability === undefined ? !mainFailed : isYes(render('availability', config.availability));
    const extra = this.extras(render);
    this.nameNow(render);
    this.show(entity, { patch, capabilities, available, extra, context });
    return failed;
  }

  private show(
    entity: EntityHandle,
    update: {
      readonly patch: Record<string, unknown>;
      readonly capabilities: Values;
      readonly available: boolean;
      readonly extra: Values;
      readonly context: Context | undefined;
    },
  ): void {
    const { patch, capabilities, available, extra } = update;
    const changed = Object.entries(capabilities).some(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(entity.capabilities[name]),
    );
    if (changed) entity.setCapabilities({ ...entity.capabilities, ...capabilities });
    const context = update.context === undefined ? {} : { context: this.childOf(update.context) };
    if (this.delay !== undefined && 'on' in patch) {
      const on = patch.on as boolean | null;
      delete patch.on;
      entity.report(patch, { available, extra, ...context });
      this.delay.say(on, entity.values.on, (shown) => entity.report({ on: shown }, context));
      return;
    }
    entity.report(patch, { available, extra, ...context });
  }

  private childOf(context: Context): Context {
    return newContext(this.parts.setting.clock.now(), null, context.id);
  }

  private stamp(reading: Reading, reported: Values, entity: EntityHandle): Values {
    if (reading.stamps === undefined || Object.keys(reported).length === 0) return {};
    const isNew = Object.entries(reported).some(([name, value]) => entity.values[name] !== value);
    return isNew || this.parts.isTriggered ? { [reading.stamps]: this.parts.setting.clock.now() } : {};
  }

  private extras(render: (key: string, source: string) => Value): Values {
    const { icon, picture, attributes } = this.parts.config;
    const extra: Record<string, unknown> = Object.create(null);
    for (const [name, source] of Object.entries(attributes ?? {})) {
      const value = render(`attribute ${name}`, source);
      extra[name] = value === undefined ? null : attributeOf(value);
    }
    const shownIcon = icon === undefined ? undefined : textOf(render('icon', icon));
    const shownPicture = picture === undefined ? undefined : textOf(render('picture', picture));
    if (shownIcon) extra.icon = shownIcon;
    if (shownPicture) extra.entity_picture = shownPicture;
    return extra;
  }

  private nameNow(render: (key: string, source: string) => Value): void {
    const { name } = this.parts.config;
    if (name === undefined || !/\{[{%#]/.test(name)) return;
    const text = textOf(render('name', name)) ?? '';
    if (text === '' || text === this.lastName) return;
    this.lastName = text;
    this.parts.rename(text);
  }

  /** `this`, the trigger's variables, and the entity's own variables in order. */
  private variablesNow(): Variables {
    const { home } = this.parts.setting.templates;
    const state = this.entity === undefined ? undefined : home.states.get(this.entity.id);
    const variables: Record<string, Value> = {
      ...this.given,
      this: state === undefined ? null : new StateValue(state, this.host, false),
    };
    for (const [name, source] of Object.entries(this.parts.variables)) {
      if (!Object.hasOwn(this.given, name)) variables[name] = this.renderAny(source, variables);
    }
    return variables;
  }

  private renderText(source: string, variables: Variables): Value {
    return this.parts.setting.templates.renderNative(source, variables, { host: this.host });
  }

  private renderAny(source: unknown, variables: Variables): Value {
    try {
      if (typeof source === 'string') return this.renderText(source, variables);
      if (Array.isArray(source)) return source.map((one) => this.renderAny(one, variables));
      if (typeof source !== 'object' || source === null) return source;
      return Object.fromEntries(
        Object.entries(source).map(([key, one]) => [key, this.renderAny(one, variables)]),
      );
    } catch (error) {
      if (!(error instanceof HubError)) throw error;
      this.warn('variables', error.message);
      return null;
    }
  }

  /** Logs each problem once. */
  private warn(key: string, text: string): void {
    const line = `${this.entity?.id}: ${key} ${text}`;
    if (this.reported.has(line) || this.reported.size > 100) return;
    this.reported.add(line);
    this.parts.setting.log.warn(line);
  }
}

/** If the availability template fails, the entity stays available. */
function isYes(value: Value): boolean {
  return value === undefined || booleanOf(value);
}

function nulls({ reports }: Reading): Values {
  return Object.fromEntries(reports.map((name) => [name, null]));
}

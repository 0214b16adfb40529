import type { Undo } from '../../core/clock.ts';
import { fault, messageOf } from '../../core/errors.ts';
import { plainNumbers } from '../../core/json.ts';
import type { Log } from '../../core/log.ts';
import { show } from '../../core/parse.ts';
import type { Command, Values } from '../../domains/definition/define-domain.ts';
import type { Driver, EntityHandle } from '../../entities/entity/driver.ts';
import type { Value } from '../../jinja/values/context.ts';
import type { TemplateService } from '../../templates/template-service.ts';
import type { CommonConfig } from './fields.ts';
import { firstAt, readJsonPath } from './json-path.ts';
import type { Poll } from './poll.ts';
import type { Received } from './received.ts';

/** What a polled entity reads and does. */
export interface PolledBehavior {
  /** The template of the value, if there is one. */
  readonly valueTemplate: string | undefined;
  /** What a failed template gives; by default null. */
  readonly onError?: string;
  /** Whether the entity stays available, with unknown values, when there is no text. */
  readonly staysAvailable?: boolean;
  /** The values, from the text that was received or rendered. A text says what it should have been. */
  read(text: string | null): Values | string;
  /** Carries out a command; the values it gives are assumed. */
  execute?(command: Command<Values>): Promise<Values | undefined>;
}

/** The dependencies of `PolledEntity`. */
export interface PolledEntityParts {
  readonly config: CommonConfig;
  readonly behavior: PolledBehavior;
  /** Undefined for an entity that is never read. */
  readonly poll: Poll | undefined;
  readonly place: string;
  readonly templates: TemplateService;
  readonly log: Log;
}

/** An entity whose state is read from a text that is polled. */
export class PolledEntity implements Driver {
  private readonly parts: PolledEntityParts;
  private entity: EntityHandle | undefined;
  private readonly reported = new Set<string>();

  constructor(parts: PolledEntityParts) {
    this.parts = parts;
  }

  attach(entity: EntityHandle): Undo {
    this.entity = entity;
    const undo = this.parts.poll?.follow((received) => this.take(received));
    if (this.parts.poll === undefined) this.showFixed(entity);
    return () => {
      undo?.();
      this.entity = undefined;
    };
  }

  async execute(command: Command<Values>, entity: EntityHandle): Promise<void> {
    const { behavior, poll } = this.parts;
    if (behavior.execute === undefined)
      throw fault('home_assistant_error', 'service_not_taken', { id: entity.id, service: command.service });
    const assumed = await behavior.execute(command);
    if (assumed !== undefined) entity.report(assumed);
    if (poll !== undefined) await poll.refresh();
  }

  async refresh(): Promise<void> {
    await this.parts.poll?.refresh();
  }

  /** Shows what was received; without anything, the entity is unavailable. */
  private take(received: Received | undefined): void {
    const { entity } = this;
    if (entity === undefined) return;
    if (received === undefined) {
      this.takeNothing(entity);
      return;
    }
    const variables = this.variablesOf(received);
    if (!this.isAvailable(variables)) {
      entity.setAvailable(false);
      return;
    }
    const { behavior } = this.parts;
    const text = this.valueOf(received.text, variables);
    const read = behavior.read(text);
    const isWrong = typeof read === 'string';
    if (isWrong) this.warn('value', `${show(text)} is not ${read}`);
    const values = isWrong ? behavior.read(null) : read;
    entity.report(typeof values === 'string' ? {} : values, {
      available: true,
      extra: this.extrasOf(received, variables),
    });
  }

  private takeNothing(entity: EntityHandle): void {
    const { behavior } = this.parts;
    const values = behavior.staysAvailable === true ? behavior.read(null) : '';
    if (typeof values === 'string') entity.setAvailable(false);
    else entity.report(values, { available: true });
  }

  private showFixed(entity: EntityHandle): void {
    const { icon, picture } = this.parts.config;
    if (icon !== undefined || picture !== undefined) entity.setExtraAttributes(this.shown({}));
  }

  private variablesOf(received: Received): Values {
    const { templates } = this.parts;
    const state = this.entity === undefined ? undefined : templates.home.states.get(this.entity.id);
    const { json } = received;
    return {
      value: received.text,
      ...(json === undefined ? {} : { value_json: json }),
      this: state?.toJSON() ?? null,
    };
  }

  private valueOf(text: string, variables: Values): string | null {
    const { valueTemplate, onError } = this.parts.behavior;
    if (valueTemplate === undefined) return text;
    const rendered = this.render('value_template', valueTemplate, variables);
    return rendered === undefined ? (onError ?? null) : rendered.trim();
  }

  /** If the template fails, the entity is available. */
  private isAvailable(variables: Values): boolean {
    const { availability } = this.parts.config;
    if (availability === undefined) return true;
    const text = this.render('availability', availability, variables)?.trim().toLowerCase();
    return (
      text === undefined || (text !== '' && !['false', 'no', 'off', 'disable', '0', 'none'].includes(text))
    );
  }

  private extrasOf(received: Received, variables: Values): Values {
    return { ...this.attributesOf(received), ...this.shown(variables) };
  }

  private shown(variables: Values): Values {
    const { icon, picture } = this.parts.config;
    const shownIcon = icon === undefined ? '' : this.render('icon', icon, variables)?.trim();
    const shownPicture = picture === undefined ? '' : this.render('picture', picture, variables)?.trim();
    return {
      ...(shownIcon ? { icon: shownIcon } : {}),
      ...(shownPicture ? { entity_picture: shownPicture } : {}),
    };
  }

  private attributesOf({ json }: Received): Values {
    const { json_attributes: names = [], json_attributes_path: path } = this.parts.config;
    if (names.length === 0) return {};
    const found = path === undefined || json === undefined ? json : firstAt(json, readJsonPath(path) ?? []);
    const object = Array.isArray(found) ? found[0] : found;
    if (typeof object !== 'object' || object === null || Array.isArray(object)) {
      this.warn('json_attributes', 'found no JSON object');
      return {};
    }
    const members = object as Readonly<Record<string, unknown>>;
    return Object.fromEntries(
      names.flatMap((name) => (Object.hasOwn(members, name) ? [[name, plainNumbers(members[name])]] : [])),
    );
  }

  private render(key: string, source: string, variables: Values): string | undefined {
    const { templates } = this.parts;
    try {
      return templates.render(source, variables as Readonly<Record<string, Value>>, {
        host: templates.quiet,
      });
    } catch (error) {
      this.warn(key, messageOf(error));
      return undefined;
    }
  }

  /** Logs each problem once. */
  private warn(key: string, reason: string): void {
    const line = `${this.parts.place}: ${this.entity?.id}: ${key}: ${reason}`;
    if (this.reported.has(line) || this.reported.size > 20) return;
    this.reported.add(line);
    this.parts.log.warn(line);
  }
}

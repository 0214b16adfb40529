import { isObject, parseBoolean } from '../../core/coerce.ts';
import { type EntityId, isEntityId } from '../../core/entity-id.ts';
import { type Message, type MessageKey, message } from '../../core/messages.ts';
import { show } from '../../core/parse.ts';
import { type ConfigProblem, configFault, type Path, wrongValue } from './config-problem.ts';
import { type Duration, parseDuration } from './duration.ts';
import type { ParseHelp } from './parse-help.ts';
import { isTemplate } from './rendering.ts';

export type Config = Readonly<Record<string, unknown>>;

const REGISTRY_ID = /^[\da-f]{32}$/;

/** One object of a configuration, parsed key by key; each problem names the key and the value. */
export class Fields {
  readonly config: Config;
  readonly path: Path;
  private readonly help: ParseHelp;
  private readonly known = new Set<string>();

  constructor(config: Config, path: Path, help: ParseHelp) {
    this.config = config;
    this.path = path;
    this.help = help;
  }

  /** The path of a key's value. */
  at(key: string): Path {
    return [...this.path, key];
  }

  /** Whether the key is present, with any value. */
  has(key: string): boolean {
    return Object.hasOwn(this.config, key);
  }

  /** The value as written; undefined if the key is absent. */
  raw(key: string): unknown {
    this.known.add(key);
    return this.has(key) ? this.config[key] : undefined;
  }

  /** The value of a required key. */
  need(key: string): unknown {
    const value = this.raw(key);
    if (value === undefined || value === null) throw configFault('required_value_missing', this.at(key));
    return value;
  }

  /** The problem for a value other than expected. */
  wrong(key: string, expected: MessageKey | Message): ConfigProblem {
    return wrongValue(expected, this.raw(key), this.at(key));
  }

  /** A required text; a number counts as text. */
  text(key: string): string {
    return textOf(this.need(key)) ?? this.fail(key, 'expects_text');
  }

  /** Undefined if the key is absent or null. */
  optionalText(key: string): string | undefined {
    return (this.raw(key) ?? undefined) === undefined ? undefined : this.text(key);
  }

  /** One text or a list of them. */
  texts(key: string): readonly string[] {
    const value = this.need(key);
    const list = Array.isArray(value) ? value : [value];
    return list.map((one, index) => {
      const text = textOf(one);
      if (text !== undefined) return text;
      throw wrongValue('expects_text', one, Array.isArray(value) ? [...this.at(key), index] : this.at(key));
    });
  }

  /** One of a few words, in any case; `otherwise`, if given, if the key is absent. */
  oneOf<const W extends string>(key: string, words: readonly W[], otherwise?: W): W {
    if (otherwise !== undefined && this.raw(key) === undefined) return otherwise;
    const value = this.need(key);
    const lowerCase = typeof value === 'string' ? value.toLowerCase() : value;
    return (
      words.find((word) => word === lowerCase) ??
      this.fail(key, message('expects_one_of', { words: words.join(', ') }))
    );
  }

  /** One of a few words, or a list of them, which may not be empty. */
  someOf<const W extends string>(key: string, words: readonly W[]): readonly W[] {
    const value = this.need(key);
    const list = Array.isArray(value) ? value : [value];
    return list.map(
      (one, index) =>
        words.find((word) => word === one) ??
        this.failAt([...this.at(key), ...(Array.isArray(value) ? [index] : [])], one, words),
    );
  }

  /** A boolean as in YAML and templates; `otherwise` if the key is absent. */
  boolean(key: string, otherwise: boolean): boolean {
    const value = this.raw(key);
    if (value === undefined) return otherwise;
    return readBoolean(value) ?? this.fail(key, 'expects_boolean');
  }

  /**
   * Entity IDs or registry entry IDs: a list, one text, or a text with commas; optionally only of some
   * domains.
   */
  entities(key: string, domains?: readonly string[]): readonly EntityId[] {
    const value = this.need(key);
    const list = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [value];
    const ids = list.map((one, index) => {
      const path = Array.isArray(value) ? [...this.at(key), index] : this.at(key);
      return entityId(one, path, domains);
    });
    for (const id of ids) this.help.mentions.entities.add(id);
    return [...new Set(ids)];
  }

  /** One entity ID or registry entry ID. */
  entity(key: string, domains?: readonly string[]): EntityId {
    const id = entityId(this.need(key), this.at(key), domains);
    this.help.mentions.entities.add(id);
    return id;
  }

  /** A template, or plain text; YAML booleans become Python's text for them. */
  template(key: string): string {
    const value = this.need(key);
    const text = typeof value === 'boolean' ? (value ? 'True' : 'False') : this.text(key);
    this.help.checkTemplate(text, this.at(key));
    return text;
  }

  /** Like `template`; undefined if the key is absent or null. */
  optionalTemplate(key: string): string | undefined {
    return (this.raw(key) ?? undefined) === undefined ? undefined : this.template(key);
  }

  /** A duration, possibly a template; undefined if absent. */
  duration(key: string, options?: { readonly signed?: boolean }): Duration | undefined {
    const value = this.raw(key);
    if (value === undefined || value === null) return undefined;
    return parseDuration(value, this.at(key), this.help, options);
  }

  /** Milliseconds, possibly negative, without templates. */
  offset(key: string): number {
    const offset = this.duration(key, { signed: true });
    if (offset === undefined) return 0;
    return offset.fixed ?? this.fail(key, 'expects_fixed_duration');
  }

  /** A tree of values that may contain templates. */
  tree(key: string): unknown {
    const value = this.raw(key);
    checkTree(value, this.at(key), this.help);
    return value;
  }

  /** An object; undefined if the key is absent. */
  object(key: string): Config | undefined {
    const value = this.raw(key);
    if (value === undefined) return undefined;
    return isConfig(value) ? value : this.fail(key, 'expects_object');
  }

  /** Parses the object; keys that `parse` does not read are rejected. */
  parsed<T>(parse: (fields: Fields, help: ParseHelp) => T): T {
    const result = parse(this, this.help);
    this.finish();
    return result;
  }

  /** Rejects the keys that were not read. */
  finish(): void {
    for (const key of Object.keys(this.config)) {
      if (!this.known.has(key))
        throw configFault('unknown_key_with', this.at(key), { key, value: show(this.config[key]) });
    }
  }

  private fail(key: string, expected: MessageKey | Message): never {
    throw this.wrong(key, expected);
  }

  private failAt(path: Path, value: unknown, words: readonly string[]): never {
    throw wrongValue(message('expects_one_of', { words: words.join(', ') }), value, path);
  }
}

/** The boolean a value stands for: itself, a number, or a word; undefined for anything else. */
export function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  return typeof value === 'string' ? parseBoolean(value) : undefined;
}

/** Whether a value is a configuration object. */
export function isConfig(value: unknown): value is Config {
  return isObject(value);
}

/** Checks each template in a tree of values. */
export function checkTree(value: unknown, path: Path, help: ParseHelp): void {
  if (typeof value === 'string') {
    if (isTemplate(value)) help.checkTemplate(value, path);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkTree(item, [...path, index], help);
  } else if (isConfig(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (isTemplate(key)) help.checkTemplate(key, [...path, key]);
      checkTree(item, [...path, key], help);
    }
  }
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

function entityId(value: unknown, path: Path, domains: readonly string[] | undefined): EntityId {
  const id = typeof value === 'string' ? value.trim().toLowerCase() : '';
  if (REGISTRY_ID.test(id)) return id;
  if (!isEntityId(id)) throw wrongValue('expects_entity_id', value, path);
  if (domains !== undefined && !domains.includes(id.slice(0, id.indexOf('.'))))
    throw wrongValue(message('expects_entity_of', { domains: domains.join(', ') }), value, path);
  return id;
}

import { z } from 'zod';
import type { Undo } from '../../core/clock.ts';
import { slugify, uniqueId } from '../../core/entity-id.ts';
import { HubError } from '../../core/errors.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Entity } from '../../entities/entity.ts';
import type { Collection } from '../../storage/documents.ts';
import type { TemplateConfig } from './fields.ts';
import type { TemplateSetting } from './setting.ts';
import type { TemplateKind } from './template-kind.ts';

/** A template entity made in the app: its domain as `template_type`, and the settings as in the file. */
export const StoredTemplate = z.looseObject({ id: z.string(), template_type: z.string(), name: z.string() });
type Item = z.infer<typeof StoredTemplate>;

/** What happened to an item. */
interface Change {
  readonly change_type: 'added' | 'updated' | 'removed';
  readonly item: Item;
}

/** What the collection needs. */
export interface TemplateHelperParts {
  readonly store: Collection<Item>;
  /** What its entities stand on; made when the first is. */
  readonly setting: () => Promise<TemplateSetting>;
}

/** Template entities made in the app: `template/list`, `create`, `update`, `delete`. */
export class TemplateHelpers implements Part {
  readonly name = 'template helpers';
  readonly domain = 'template';
  private readonly parts: TemplateHelperParts;
  private readonly living = new Map<string, Entity>();
  private readonly listeners = new Set<(change: Change) => void>();

  constructor(parts: TemplateHelperParts) {
    this.parts = parts;
  }

  async start(): Promise<void> {
    for (const item of this.parts.store.entries.values()) {
      try {
        await this.add(item);
      } catch (error) {
        const { log } = await this.parts.setting();
        log.error(`The template ${item.id} cannot be used`, { error });
      }
    }
  }

  stop(): void {}

  list(): Item[] {
    return [...this.parts.store.entries.values()];
  }

  /** The entity of an item, where it has one. */
  entityId(id: string): string | undefined {
    return this.living.get(id)?.id;
  }

  /** Makes an entity; settles when it is durable. Throws `invalid_format`. */
  async create(fields: unknown): Promise<Item> {
    const given = fields as Readonly<Record<string, unknown>>;
    const name = nameOf(given);
    const taken = this.parts.store.entries;
    const item = { ...given, id: uniqueId(slugify(name), (id) => taken.has(id)), name } as Item;
    await this.read(item);
    await this.parts.store.put(item.id, item);
    await this.add(item);
    this.tell({ change_type: 'added', item });
    return item;
  }

  /** Replaces the settings; the domain stays. */
  async update(id: string, fields: unknown): Promise<Item> {
    const before = this.known(id);
    const given = fields as Readonly<Record<string, unknown>>;
    const item = { ...given, id, name: nameOf(given), template_type: before.template_type };
    await this.read(item);
    await this.parts.store.put(id, item);
    await this.drop(id, false);
    await this.add(item);
    this.tell({ change_type: 'updated', item });
    return item;
  }

  /** Takes an entity out of the house; settles when that is durable. */
  async delete(id: string): Promise<void> {
    const item = this.known(id);
    await this.parts.store.delete(id);
    await this.drop(id, true);
    this.tell({ change_type: 'removed', item });
  }

  subscribe(listener: (change: Change) => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private async add(item: Item): Promise<void> {
    const { kind, config } = await this.read(item);
    const { addTemplateEntity } = await import('./add-entity.ts');
    const block = { uniqueId: undefined, triggered: undefined, variables: {} };
    const setting = await this.parts.setting();
    const { entity } = addTemplateEntity(setting, block, { kind, config: { ...config, unique_id: item.id } });
    this.living.set(item.id, entity);
  }

  private async drop(id: string, forgets: boolean): Promise<void> {
    const entity = this.living.get(id);
    const { entities } = await this.parts.setting();
    this.living.delete(id);
    if (entity === undefined) return;
    if (forgets) await entities.forget(entity);
    else entities.remove(entity);
  }

  /** Checks an item, its actions among it. */
  private async read(item: Item): Promise<{ readonly kind: TemplateKind; readonly config: TemplateConfig }> {
    const { id: _id, template_type: domain, ...config } = item;
    const { readItem, templateKind } = await import('./blocks.ts');
    const kind = templateKind(domain);
    if (kind === undefined)
      throw new HubError(
        'invalid_format',
        `template_type ${JSON.stringify(domain)} is no domain of templates`,
      );
    const read = readItem(kind, config, []);
    if ('text' in read) throw new HubError('invalid_format', read.text);
    const { automatic } = await this.parts.setting();
    for (const key of kind.actionKeys) {
      const sequence = config[key];
      if (sequence !== undefined) automatic.parseActions(sequence, `${item.name} ${key}`);
    }
    return read;
  }

  private known(id: string): Item {
    const item = this.parts.store.entries.get(id);
    if (item === undefined) throw new HubError('not_found', `Unable to find template_id ${id}`);
    return item;
  }

  private tell(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }
}

function nameOf({ name }: Readonly<Record<string, unknown>>): string {
  if (typeof name !== 'string' || name.trim() === '')
    throw new HubError('invalid_format', `Expected a name. Got ${JSON.stringify(name ?? null)}`);
  return name.trim();
}

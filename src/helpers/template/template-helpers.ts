import { z } from 'zod';
import type { Undo } from '../../core/clock.ts';
import { uniqueId } from '../../core/entity-id.ts';
import { fault, faultOf, HubError } from '../../core/errors.ts';
import type { Part } from '../../core/lifecycle.ts';
import { type Message, message } from '../../core/messages.ts';
import { show } from '../../core/parse.ts';
import { slugify } from '../../core/slug.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { Collection } from '../../storage/documents.ts';
import type { Block, BlockItem } from './blocks.ts';
import type { TemplateBlueprints } from './blueprint-use.ts';
import type { TemplateSetting } from './setting.ts';

/** A template entity created in the app: its settings as in the file, or its blueprint. */
export const StoredTemplate = z.looseObject({ id: z.string(), template_type: z.string(), name: z.string() });
type Item = z.infer<typeof StoredTemplate>;

/** A change of an item. */
interface Change {
  readonly change_type: 'added' | 'updated' | 'removed';
  readonly item: Item;
}

/** The dependencies of `TemplateHelpers`. */
export interface TemplateHelperParts {
  readonly store: Collection<Item>;
  /** The dependencies of its entities, created with the first of them. */
  readonly setting: () => Promise<TemplateSetting>;
  readonly blueprints: TemplateBlueprints;
}

/** An active entity, and the function that detaches its triggers. */
interface Living {
  readonly entity: Entity;
  readonly end: Undo;
}

/** Template entities created in the app: `template/list`, `create`, `update`, `delete`. */
export class TemplateHelpers implements Part {
  readonly name = 'template helpers';
  readonly domain = 'template';
  private readonly parts: TemplateHelperParts;
  private readonly living = new Map<string, Living>();
  private readonly listeners = new Set<(change: Change) => void>();

  constructor(parts: TemplateHelperParts) {
    this.parts = parts;
  }

  async start(): Promise<void> {
    for (const item of this.list()) await this.tryToAdd(item);
  }

  stop(): void {
    for (const { end } of this.living.values()) end();
  }

  /** Recreates the entities that use blueprints. */
  async reload(): Promise<void> {
    for (const item of this.list()) {
      if (item.use_blueprint === undefined) continue;
      await this.drop(item.id, false);
      await this.tryToAdd(item);
    }
  }

  /** The items that use a blueprint, for messages. */
  blueprintUses(path: string): Message[] {
    return this.list().flatMap(({ id, use_blueprint: use }) =>
      (use as { readonly path?: unknown } | undefined)?.path === path
        ? [message('template_entity_of_app', { id })]
        : [],
    );
  }

  list(): Item[] {
    return [...this.parts.store.entries.values()];
  }

  /** An item without its templates, which may refer to any entity. */
  publicItem({ id, name, icon, template_type }: Item): Item {
    return { id, name, template_type, ...(icon === undefined ? {} : { icon }) };
  }

  /** The entity ID of an item, if it has one. */
  entityId(id: string): string | undefined {
    return this.living.get(id)?.entity.id;
  }

  /** Creates an entity; resolves when it is durable. Throws `invalid_format`. */
  async create(fields: unknown): Promise<Item> {
    const given = fields as Readonly<Record<string, unknown>>;
    const name = nameOf(given);
    const taken = this.parts.store.entries;
    const made = { ...given, id: uniqueId(slugify(name), (id) => taken.has(id)), name } as Item;
    const { kind } = await this.read(made);
    const item = { ...made, template_type: kind.domain.name };
    await this.parts.store.put(item.id, item);
    await this.add(item);
    this.notify({ change_type: 'added', item });
    return item;
  }

  /** Replaces the settings; the domain stays. */
  async update(id: string, fields: unknown): Promise<Item> {
    const before = this.known(id);
    const given = fields as Readonly<Record<string, unknown>>;
    const made = { ...given, id, name: nameOf(given), template_type: before.template_type };
    const { kind } = await this.read(made);
    const item = { ...made, template_type: kind.domain.name };
    await this.parts.store.put(id, item);
    await this.drop(id, false);
    await this.add(item);
    this.notify({ change_type: 'updated', item });
    return item;
  }

  /** Deletes an entity; resolves when that is durable. */
  async delete(id: string): Promise<void> {
    const item = this.known(id);
    await this.parts.store.delete(id);
    await this.drop(id, true);
    this.notify({ change_type: 'removed', item });
  }

  /** Follows an item that was put back or taken away. */
  async restored(id: string, now: Item | undefined, was: Item | undefined): Promise<void> {
    await this.drop(id, false);
    const { entities } = await this.parts.setting();
    const isThere = now !== undefined && entities.isRegistered(now.template_type, 'template', id);
    if (isThere) await this.tryToAdd(now);
    const item = now ?? was;
    if (item === undefined) return;
    const change_type = now === undefined ? 'removed' : was === undefined ? 'added' : 'updated';
    this.notify({ change_type, item });
  }

  subscribe(listener: (change: Change) => void): Undo {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private async tryToAdd(item: Item): Promise<void> {
    try {
      await this.add(item);
    } catch (error) {
      const { log } = await this.parts.setting();
      const reason = error instanceof HubError ? `: ${error.message}` : '';
      log.error(`The template ${item.id} cannot be used${reason}`, reason === '' ? { error } : {});
    }
  }

  private async add(item: Item): Promise<void> {
    const { kind, config, block } = await this.read(item);
    const { addTemplateEntity } = await import('./add-entity.ts');
    const setting = await this.parts.setting();
    const described = { kind, config: { ...config, unique_id: item.id } };
    const { entity, driver } = addTemplateEntity(setting, { ...block, uniqueId: undefined }, described);
    const end =
      block.triggered === undefined
        ? () => {}
        : setting.automatic.follow(block.triggered, `template ${item.id}`, (variables, context) =>
            driver.triggered(variables, context),
          );
    this.living.set(item.id, { entity, end });
  }

  private async drop(id: string, forgets: boolean): Promise<void> {
    const living = this.living.get(id);
    const { entities } = await this.parts.setting();
    this.living.delete(id);
    if (living === undefined) return;
    const { entity, end } = living;
    end();
    if (forgets) await entities.forget(entity);
    else entities.remove(entity);
  }

  /** Validates an item with its actions and triggers. */
  private async read(item: Item): Promise<ReadTemplate> {
    const read = await (item.use_blueprint === undefined ? readPlain(item) : this.readFilled(item));
    const { kind, config, block } = read;
    const { automatic } = await this.parts.setting();
    for (const key of kind.actionKeys) {
      const sequence = config[key as keyof typeof config];
      if (sequence !== undefined) automatic.parseActions(sequence, `${item.name} ${key}`);
    }
    if (block.triggered !== undefined) automatic.check(block.triggered);
    return read;
  }

  /** Applies the blueprint of an item. */
  private async readFilled({ id: _id, template_type: _type, ...use }: Item): Promise<ReadTemplate> {
    const [{ readBlock }, { blockOf }] = await Promise.all([
      import('./blocks.ts'),
      import('./blueprint-use.ts'),
    ]);
    const { blueprints } = this.parts;
    await blueprints.refresh();
    const filled = blockOf(use, blueprints);
    if (!('config' in filled)) throw filled.problem;
    const { block, problems } = readBlock(filled.config, []);
    const [problem] = problems;
    if (problem !== undefined) throw faultOf('invalid_format', problem.reason);
    const [item] = block?.items ?? [];
    if (block === undefined || item === undefined) throw new Error('A filled block without an entity');
    return { ...item, block };
  }

  private known(id: string): Item {
    const item = this.parts.store.entries.get(id);
    if (item === undefined) throw fault('not_found', 'unable_to_find_template_id', { id });
    return item;
  }

  private notify(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }
}

function nameOf({ name }: Readonly<Record<string, unknown>>): string {
  if (typeof name !== 'string' || name.trim() === '')
    throw fault('invalid_format', 'expected_name', { name: JSON.stringify(name ?? null) });
  return name.trim();
}

/** A parsed item. */
type ReadTemplate = Omit<BlockItem, 'path'> & { readonly block: Pick<Block, 'triggered' | 'variables'> };

async function readPlain({ id: _id, template_type: domain, ...config }: Item): Promise<ReadTemplate> {
  const { readItem, templateKind } = await import('./blocks.ts');
  const kind = templateKind(String(domain));
  if (kind === undefined) throw fault('invalid_format', 'invalid_template_type', { domain: show(domain) });
  const read = readItem(kind, config, []);
  if ('reason' in read) throw faultOf('invalid_format', read.reason);
  return { ...read, block: { triggered: undefined, variables: {} } };
}

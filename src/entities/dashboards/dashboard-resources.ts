import { z } from 'zod';
import { hexId } from '../../core/context.ts';
import { fault } from '../../core/errors.ts';
import type { Collection } from '../../storage/documents.ts';

export const RESOURCE_TYPES = ['css', 'js', 'module', 'html'] as const;

/** A script or style sheet that clients load with dashboards, for cards of third parties. */
export interface DashboardResource {
  readonly id: string;
  readonly type: (typeof RESOURCE_TYPES)[number];
  readonly url: string;
}

/** A resource as it is stored, with its place in the list. */
export const StoredResource = z.object({
  id: z.string(),
  type: z.enum(RESOURCE_TYPES),
  url: z.string(),
  position: z.number(),
});
export type StoredResource = z.infer<typeof StoredResource>;

/** The fields of a resource. */
export type ResourceFields = Partial<Pick<DashboardResource, 'type' | 'url'>>;

/** The resources of dashboards, in the order in which clients load them. */
export class DashboardResources {
  private readonly store: Collection<StoredResource>;
  private readonly ofFile: readonly DashboardResource[] | undefined;

  /** `ofFile` are the resources of the settings file, which replace the stored ones. */
  constructor(store: Collection<StoredResource>, ofFile?: readonly DashboardResource[]) {
    this.store = store;
    this.ofFile = ofFile;
  }

  get mode(): 'storage' | 'yaml' {
    return this.ofFile === undefined ? 'storage' : 'yaml';
  }

  list(): DashboardResource[] {
    if (this.ofFile !== undefined) return [...this.ofFile];
    return [...this.store.entries.values()].sort((a, b) => a.position - b.position).map(shown);
  }

  async create(fields: Required<ResourceFields>): Promise<DashboardResource> {
    this.refuseFile();
    const position = 1 + Math.max(0, ...[...this.store.entries.values()].map((other) => other.position));
    const item = { id: hexId(), ...fields, position };
    await this.store.put(item.id, item);
    return shown(item);
  }

  /** Throws `not_found` for an unknown ID. */
  async update(id: string, fields: ResourceFields): Promise<DashboardResource> {
    const item = { ...this.known(id), ...fields };
    await this.store.put(id, item);
    return shown(item);
  }

  /** Throws `not_found` for an unknown ID. */
  async delete(id: string): Promise<void> {
    this.known(id);
    await this.store.delete(id);
  }

  private refuseFile(): void {
    if (this.ofFile !== undefined) throw fault('not_supported', 'resources_are_in_file');
  }

  private known(id: string): StoredResource {
    this.refuseFile();
    const item = this.store.entries.get(id);
    if (item === undefined) throw fault('not_found', 'unable_to_find_item', { domain: 'resource', id });
    return item;
  }
}

function shown({ id, type, url }: StoredResource): DashboardResource {
  return { id, type, url };
}

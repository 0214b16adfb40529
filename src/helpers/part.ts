import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import type { Entities } from '../entities/entity/entities.ts';
import type { PlainService } from '../entities/services/service.ts';
import type { Documents } from '../storage/documents.ts';
import { HelperCollection, StoredItem } from './helper-collection.ts';
import type { HelperItem } from './helper-kind.ts';
import { helperKinds, type KindParts } from './kinds/index.ts';

/** The dependencies of `Helpers`. */
export interface HelperParts extends KindParts {
  readonly documents: Pick<Documents, 'collection' | 'transact'>;
  readonly entities: Entities;
  readonly log: Log;
  /** Reads the items of a section of the settings file, by object ID. */
  readonly readSettings: (section: string) => Promise<ReadonlyMap<string, unknown>>;
}

/** All helpers: input_boolean, timer, schedule and others. */
export class Helpers implements Part {
  readonly name = 'helpers';
  readonly collections: readonly HelperCollection[];

  constructor(parts: HelperParts) {
    this.collections = helperKinds(parts).map((kind) => {
      const section = kind.domain.name;
      return new HelperCollection({
        kind,
        store: parts.documents.collection<HelperItem>(`helpers.${section}`, StoredItem),
        transact: (work) => parts.documents.transact(work),
        entities: parts.entities,
        log: parts.log,
        readSettings: () => parts.readSettings(section),
      });
    });
  }

  async start(): Promise<void> {
    for (const collection of this.collections) await collection.start();
  }

  stop(): void {
    for (const collection of this.collections) collection.stop();
  }

  /** The `reload` service of each domain that has one. */
  services(): PlainService[] {
    return this.collections
      .filter(({ kind }) => kind.reload === 'admin')
      .map((collection) => ({
        domain: collection.domain,
        name: 'reload',
        description: 'Reads the settings file again.',
        fields: {},
        admin: true,
        handle: () => collection.reload(),
      }));
  }
}

import { slugify } from '../../core/slug.ts';
import type { EntityDescription } from '../../entities/entity/entity-description.ts';
import type { EntityRegistry } from '../../entities/registry/entity-registry.ts';
import type { HelperSource } from './entry-kind.ts';

/** What identifies the entity of a helper, which is shown with the device of its source. */
export function helperIdentity(
  { name, objectId = slugify(name), entryId, uniqueId }: HelperSource,
  sourceId: string,
  registry: EntityRegistry,
): Pick<EntityDescription, 'name' | 'objectId' | 'uniqueId' | 'configEntryId' | 'deviceId'> {
  const deviceId = registry.get(sourceId)?.device_id ?? undefined;
  return {
    ...{ name, objectId },
    ...(uniqueId === undefined ? {} : { uniqueId }),
    ...(entryId === undefined ? {} : { configEntryId: entryId }),
    ...(deviceId === undefined ? {} : { deviceId }),
  };
}

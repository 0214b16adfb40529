import type { HomeModel } from '../../entities/home/home-model.ts';
import type { ConfigEntry } from '../../entities/registry/config-entries.ts';

/** Entities and devices of a disabled entry are disabled with it, and return with it. */
export async function disableWith(
  { entry_id, disabled_by }: ConfigEntry,
  { registry, devices }: Pick<HomeModel, 'registry' | 'devices'>,
): Promise<void> {
  const [from, to] = disabled_by === null ? ['config_entry', null] : [null, 'config_entry'];
  for (const one of [...devices.list()])
    if (one.config_entry_id === entry_id && one.disabled_by === from)
      await devices.update(one.id, { disabled_by: to });
  for (const one of [...registry.list()])
    if (one.config_entry_id === entry_id && one.disabled_by === from)
      await registry.update(one.entity_id, { disabled_by: to });
}

import type { ItemReferences } from '../../entities/visibility/related.ts';
import { isConfig } from '../config/fields.ts';
import type { Mentions } from '../config/mentions.ts';
import type { ConfigItem } from '../item-files/item-files.ts';

/** What an automation or script refers to, including its blueprint, for `search/related`. */
export function mentioningOf(
  type: ItemReferences['type'],
  one: {
    readonly entity: { readonly id: string };
    readonly read: { readonly item: ConfigItem };
    readonly plan: { readonly mentions: Mentions };
  },
): ItemReferences {
  const { config } = one.read.item;
  const use = isConfig(config) && isConfig(config.use_blueprint) ? config.use_blueprint.path : undefined;
  const { entities, devices, areas, floors, labels } = one.plan.mentions;
  const blueprints = new Set(typeof use === 'string' ? [use] : []);
  return { type, id: one.entity.id, entities, devices, areas, floors, labels, blueprints };
}

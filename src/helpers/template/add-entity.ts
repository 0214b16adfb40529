import { slugify } from '../../core/entity-id.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { EntityDescription } from '../../entities/entity/entity-description.ts';
import type { Block, BlockItem } from './blocks.ts';
import type { TemplateSetting } from './setting.ts';
import { TemplateEntity } from './template-entity.ts';

/** As much of a block as one entity of it needs. */
export type BlockOfEntity = Pick<Block, 'uniqueId' | 'triggered' | 'variables'>;

/** Brings an entity made of templates into the house. Throws `invalid_format` for actions that are none. */
export function addTemplateEntity(
  setting: TemplateSetting,
  block: BlockOfEntity,
  { kind, config }: Omit<BlockItem, 'path'>,
): { readonly driver: TemplateEntity; readonly entity: Entity } {
  const name = fixedName(config.name) ?? kind.domain.title;
  let added: Entity | undefined;
  const rename = (to: string): void => {
    // It is told while the entity is being added: a moment too early.
    setting.clock.soon(() => {
      if (added?.isLive !== true || added.description.name === to) return;
      setting.entities.redescribe(added, { ...added.description, name: to });
    });
  };
  const variables = { ...block.variables, ...config.variables };
  const isTriggered = block.triggered !== undefined;
  const driver = new TemplateEntity({ kind, config, variables, setting, isTriggered, rename }, name);
  const entity = setting.entities.add({ ...describe(block, { kind, config }, name), driver });
  added = entity;
  return { driver, entity };
}

/** The name where it is no template. */
function fixedName(name: string | undefined): string | undefined {
  return name === undefined || /\{[{%#]/.test(name) ? undefined : name;
}

function describe(
  block: BlockOfEntity,
  { kind, config }: Omit<BlockItem, 'path'>,
  name: string,
): Omit<EntityDescription, 'driver'> {
  const { deviceClass, unit, nativeUnits, features, capabilities, values } = kind.describe(config);
  const own = config.unique_id;
  const uniqueId = own === undefined || block.uniqueId === undefined ? own : `${block.uniqueId}-${own}`;
  const isTold = kind.readings(config).some(({ template }) => template !== undefined);
  const waits = Object.values(kind.delays?.(config) ?? {}).some((delay) => delay !== undefined);
  return {
    domain: kind.domain,
    platform: 'template',
    name,
    objectId: config.default_entity_id?.split('.')[1] ?? (slugify(name) || kind.domain.name),
    // What triggers tell is not told again after a restart, nor is what nobody tells; what waits shows what it showed.
    remembersValues: block.triggered !== undefined || !isTold || waits,
    ...(uniqueId === undefined ? {} : { uniqueId }),
    ...(deviceClass === undefined ? {} : { deviceClass }),
    ...(unit === undefined ? {} : { unit }),
    ...(nativeUnits === undefined ? {} : { nativeUnits }),
    ...(features === undefined ? {} : { features }),
    ...(capabilities === undefined ? {} : { capabilities }),
    ...(values === undefined ? {} : { values }),
  };
}

import { slugify } from '../../core/slug.ts';
import type { Entity } from '../../entities/entity/entity.ts';
import type { EntityDescription } from '../../entities/entity/entity-description.ts';
import type { Block, BlockItem } from './blocks.ts';
import type { TemplateSetting } from './setting.ts';
import { TemplateEntity } from './template-entity.ts';

/** The parts of a block that an entity needs. */
export type BlockOfEntity = Pick<Block, 'uniqueId' | 'triggered' | 'variables'>;

/** Adds a template entity to the home. Throws `invalid_format` for invalid actions. */
export function addTemplateEntity(
  setting: TemplateSetting,
  block: BlockOfEntity,
  { kind, config }: Omit<BlockItem, 'path'>,
): { readonly driver: TemplateEntity; readonly entity: Entity } {
  const name = fixedName(config.name) ?? kind.domain.title;
  let added: Entity | undefined;
  const rename = (to: string): void => {
    // Deferred, since it is called while the entity is still being added.
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

/** The name, unless it is a template. */
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
  const isReported = kind.readings(config).some(({ template }) => template !== undefined);
  const waits = Object.values(kind.delays?.(config) ?? {}).some((delay) => delay !== undefined);
  return {
    domain: kind.domain,
    platform: 'template',
    name,
    objectId: config.default_entity_id?.split('.')[1] ?? (slugify(name) || kind.domain.name),
    // Values that nothing renders after a restart: from triggers, without a template, or delayed.
    restoresValues: block.triggered !== undefined || !isReported || waits,
    ...(uniqueId === undefined ? {} : { uniqueId }),
    ...(deviceClass === undefined ? {} : { deviceClass }),
    ...(unit === undefined ? {} : { unit }),
    ...(nativeUnits === undefined ? {} : { nativeUnits }),
    ...(features === undefined ? {} : { features }),
    ...(capabilities === undefined ? {} : { capabilities }),
    ...(values === undefined ? {} : { values }),
  };
}

import { join } from 'node:path';
import { PictureFeeds } from '../api/picture-feeds.ts';
import { HubError } from '../core/errors.ts';
import type { EntityHandle } from '../entities/driver.ts';
import { compile } from '../jinja/template.ts';
import { AllowedFolders } from '../storage/allowed-folders.ts';
import type { Ground } from './ground.ts';

/** Carries out the services that write pictures to files, whatever the source of the picture. */
export function carryOutPictureFiles({
  options,
  house,
  clock,
}: Pick<Ground, 'options' | 'house' | 'clock'>): void {
  const { engine, entities } = house;
  const { dataDir, media } = options.settings;
  const folders = new AllowedFolders([join(dataDir, 'media'), ...media.folders]);
  const feeds = new PictureFeeds(clock);
  const save = async (name: string, { id }: EntityHandle): Promise<void> => {
    folders.locate(name);
    const entity = entities.get(id);
    if (entity?.driver.picture === undefined)
      throw new HubError('home_assistant_error', `${id} has no picture`);
    await folders.write(name, (await feeds.pictureOf(entity)).bytes);
  };
  engine.carryOut('camera', 'snapshot', ({ fields }, entity) =>
    save(fileName(fields.filename, entity), entity),
  );
  engine.carryOut('image', 'snapshot', ({ fields }, entity) => save(String(fields.filename), entity));
  engine.carryOut('camera', 'record', ({ fields }, entity) => {
    folders.locate(fileName(fields.filename, entity));
    throw new HubError('home_assistant_error', `${entity.id} does not support record service`);
  });
}

/** The name as its template gives it for this entity. */
function fileName(template: unknown, entity: EntityHandle): string {
  const { id: entity_id, state } = entity;
  const name = entity_id.slice(entity_id.indexOf('.') + 1);
  return compile(String(template)).render({ entity_id: { entity_id, name, state } });
}

import { join } from 'node:path';
import { PictureFeeds } from '../api/picture-feeds.ts';
import { every } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import type { Part } from '../core/lifecycle.ts';
import { type Message, message } from '../core/messages.ts';
import type { EntityHandle, Picture } from '../entities/entity/driver.ts';
import { findFfmpeg, NO_FFMPEG } from '../integrations/camera/ffmpeg.ts';
import { writeFilm } from '../integrations/camera/film-writer.ts';
import { compile } from '../jinja/template.ts';
import { AllowedFolders } from '../storage/allowed-folders.ts';
import type { HubContext } from './hub-context.ts';

/** Seconds. */
const MAX_FILM = 3600;

/** Executes the services that write pictures to files, for any source. The part ends active recordings. */
export function carryOutPictureFiles({
  options,
  home,
  clock,
}: Pick<HubContext, 'options' | 'home' | 'clock'>): Part {
  const { engine, entities } = home;
  const { dataDir, media } = options.settings;
  const log = options.logFile.log.named('camera');
  const folders = new AllowedFolders([join(dataDir, 'media'), ...media.folders]);
  const feeds = new PictureFeeds(clock);
  const save = async (name: string, { id }: EntityHandle): Promise<void> => {
    folders.locate(name);
    const entity = entities.get(id);
    if (entity?.driver.picture === undefined)
      throw fault('home_assistant_error', 'no_picture', { entity_id: id });
    await folders.write(name, (await feeds.pictureOf(entity)).bytes);
  };
  engine.carryOut('camera', 'snapshot', ({ fields }, entity) =>
    save(fileName(fields.filename, entity), entity),
  );
  engine.carryOut('image', 'snapshot', ({ fields }, entity) => save(String(fields.filename), entity));
  const recording = new Map<string, Promise<void>>();
  const abort = new AbortController();
  engine.carryOut('camera', 'record', async ({ fields }, handle) => {
    const name = fileName(fields.filename, handle);
    folders.locate(name);
    const seconds = Number(fields.duration);
    if (!(seconds >= 1 && seconds <= MAX_FILM))
      throw fault('service_validation_error', 'recording_length_not_possible', { count: seconds });
    const entity = entities.get(handle.id);
    const ffmpeg = findFfmpeg();
    const refuse = (reason: Message) =>
      fault('home_assistant_error', 'cannot_record', { entity_id: handle.id, reason });
    if (ffmpeg === undefined) throw refuse(NO_FFMPEG);
    if (entity === undefined || recording.has(handle.id)) throw refuse(message('is_recording_already'));
    let newest = await feeds.pictureOf(entity);
    if (!/^image\/(png|jpe?g)$/.test(newest.type))
      throw refuse(message('pictures_have_type', { type: newest.type.slice(0, 60) }));
    if (recording.has(handle.id)) throw refuse(message('is_recording_already'));
    const take = (picture: Picture): void => {
      if (picture.type === newest.type) newest = picture;
    };
    const leave =
      entity.driver.film?.(entity, { next: take, end: () => {} }) ??
      every(clock, 500, () => void feeds.pictureOf(entity).then(take, () => {}));
    const film = folders
      .grow(name, (path) =>
        writeFilm({ ffmpeg, path, seconds, newest: () => newest, signal: abort.signal }, clock),
      )
      .catch((error) => log.warn(`Could not write the recording of ${handle.id}`, { error }))
      .finally(() => {
        leave();
        recording.delete(handle.id);
        if (entity.isLive) entity.report({ recording: false });
      });
    recording.set(handle.id, film);
    entity.report({ recording: true });
  });
  return {
    name: 'films',
    start: () => {},
    stop: async () => {
      abort.abort();
      await Promise.all(recording.values());
    },
  };
}

/** Renders the file name's template for this entity. */
function fileName(template: unknown, entity: EntityHandle): string {
  const { id: entity_id, state } = entity;
  const name = entity_id.slice(entity_id.indexOf('.') + 1);
  return compile(String(template)).render({ entity_id: { entity_id, name, state } });
}

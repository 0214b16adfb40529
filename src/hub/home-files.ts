import { join } from 'node:path';
import type { Part } from '../core/lifecycle.ts';
import { HlsStreams } from '../integrations/camera/hls-streams.ts';
import type { Documents } from '../storage/documents.ts';
import { MediaFolders } from '../storage/media-folders.ts';
import { PictureStore, StoredPicture } from '../storage/picture-store.ts';
import type { HubContext, HubFiles } from './hub-context.ts';

/** Opens the uploaded pictures, the media of the home and the streams of cameras. */
export function openHomeFiles(
  { options: { settings }, clock }: Pick<HubContext, 'options' | 'clock'>,
  documents: Documents,
): HubFiles {
  const { dataDir, media } = settings;
  const stored = documents.collection('pictures', StoredPicture);
  const pictures = new PictureStore(join(dataDir, 'images'), stored, clock);
  const sweep: Part = { name: 'uploaded pictures', start: () => pictures.sweep(), stop: () => {} };
  const streams = new HlsStreams(clock);
  return {
    pictures,
    media: new MediaFolders([join(dataDir, 'media'), ...media.folders]),
    streams,
    parts: [sweep, streams],
  };
}

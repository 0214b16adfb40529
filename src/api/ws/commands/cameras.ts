import { z } from 'zod';
import type { Access } from '../../../core/access.ts';
import { fault, HubError, withCode } from '../../../core/errors.ts';
import type { Entities } from '../../../entities/entity/entities.ts';
import type { Entity } from '../../../entities/entity/entity.ts';
import { Names, object } from '../../shapes/plain-shapes.ts';
import { type Command, defineCommand } from '../command.ts';

/** The live streams of cameras that browsers play by themselves. */
export interface CameraStreams {
  /** Whether a camera can be streamed now. */
  canStream(camera: Entity): boolean;
  /** Starts a stream unless it runs, and returns the path of its playlist. Throws `home_assistant_error`. */
  open(camera: Entity): Promise<string>;
}

/** The dependencies of these commands. */
export interface CameraCommandParts {
  readonly entities: Pick<Entities, 'get'>;
  readonly streams: CameraStreams;
}

const entity_id = z.string().max(255);
const Preferences = object({ preload_stream: z.boolean(), orientation: z.int() });
/** Streams begin when somebody looks, and are shown as the camera sends them. */
const PREFERENCES = { preload_stream: false, orientation: 1 };

/** How cameras can be watched: by their pictures, and where ffmpeg is installed by HLS; not by WebRTC. */
export function cameraCommands({ entities, streams }: CameraCommandParts): Command[] {
  const cameraOf = (id: string, access: Access): Entity => {
    const camera = entities.get(id);
    if (camera?.domain.name !== 'camera' || !access.may('read', id))
      throw fault('not_found', 'entity_not_found');
    return camera;
  };
  const typesOf = (camera: Entity) => (streams.canStream(camera) ? ['hls'] : []);
  const webRtc = <Fields extends z.ZodRawShape>(
    name: string,
    code: 'webrtc_offer_failed' | 'webrtc_get_client_config_failed' | 'webrtc_candidate_failed',
    fields: Fields,
  ) =>
    defineCommand({
      type: `camera/webrtc/${name}`,
      permission: 'user',
      summary: 'Declines WebRTC, which no camera has',
      fields: { entity_id, ...fields },
      handle: ({ message, access }) => {
        const id = String((message as Readonly<Record<string, unknown>>).entity_id);
        throw fault(code, 'camera_without_webrtc', { id: cameraOf(id, access).id });
      },
    });
  return [
    defineCommand({
      type: 'camera/capabilities',
      permission: 'user',
      summary: 'How a camera can be streamed, besides its pictures',
      result: object({ frontend_stream_types: Names, two_way_audio: z.boolean() }),
      fields: { entity_id },
      handle: ({ message, access }) => ({
        frontend_stream_types: typesOf(cameraOf(message.entity_id, access)),
        two_way_audio: false,
      }),
    }),
    defineCommand({
      type: 'camera/stream',
      permission: 'user',
      summary: 'The path of the HLS playlist of a camera, whose stream starts now',
      result: object({ url: z.string() }),
      fields: { entity_id, format: z.literal('hls').default('hls') },
      handle: async ({ message, access }) => {
        const camera = cameraOf(message.entity_id, access);
        try {
          if (!streams.canStream(camera))
            throw fault('home_assistant_error', 'camera_without_stream', { id: camera.id });
          return { url: await streams.open(camera) };
        } catch (error) {
          if (!(error instanceof HubError)) throw error;
          throw withCode('start_stream_failed', error);
        }
      },
    }),
    defineCommand({
      type: 'camera/get_prefs',
      permission: 'user',
      summary: 'The preferences of a stream, which are the same for all',
      result: Preferences,
      fields: { entity_id },
      handle: ({ message, access }) => {
        cameraOf(message.entity_id, access);
        return PREFERENCES;
      },
    }),
    defineCommand({
      type: 'camera/update_prefs',
      permission: 'admin',
      summary: 'Declines other preferences of a stream',
      result: Preferences,
      fields: {
        entity_id,
        preload_stream: z.boolean().optional(),
        orientation: z.int().min(1).max(8).optional(),
      },
      handle: ({ message: { entity_id: id, preload_stream = false, orientation = 1 }, access }) => {
        cameraOf(id, access);
        if (preload_stream || orientation !== 1) throw fault('update_failed', 'camera_preferences_fixed');
        return PREFERENCES;
      },
    }),
    webRtc('get_client_config', 'webrtc_get_client_config_failed', {}),
    webRtc('offer', 'webrtc_offer_failed', { offer: z.string().max(100_000) }),
    webRtc('candidate', 'webrtc_candidate_failed', {
      session_id: z.string().max(200),
      candidate: z.record(z.string(), z.unknown()),
    }),
  ];
}

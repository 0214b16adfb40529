import { z } from 'zod';
import { schemaError } from '../../core/schema-error.ts';
import {
  type Command,
  defineDomain,
  defineService,
  type EntityView,
  simpleService,
} from '../definition/define-domain.ts';
import { entityIdsSchema } from '../definition/entity-list.ts';
import { custom, integer, oneOf, text } from '../definition/field.ts';

/** The reported values of a camera. */
export interface CameraValues {
  readonly [key: string]: unknown;
  readonly on?: boolean;
  readonly recording?: boolean;
  readonly streaming?: boolean;
  readonly motion_detection?: boolean;
}

/** The capabilities of a camera. */
export interface CameraCapabilities {
  readonly [key: string]: unknown;
  readonly model_name?: string;
  readonly brand?: string;
}

type CameraView = EntityView<CameraValues, CameraCapabilities>;

const filename = text({ required: true, template: true, example: '/media/{{ entity_id.name }}.jpg' });

const playersSchema = z
  .unknown()
  .refine((value): boolean => value !== null, schemaError('expects_media_players'))
  .pipe(entityIdsSchema)
  .refine((ids) => ids.every((id) => id.startsWith('media_player.')), {
    error: schemaError('expects_media_players'),
  });

/** Cameras. Their pictures are served over HTTP. */
export const cameraDomain = defineDomain<CameraValues, CameraCapabilities>({
  name: 'camera',
  title: 'Camera',
  states: ['idle', 'streaming', 'recording'],
  unrecorded: ['access_token', 'entity_picture'],
  features: { on_off: 1, stream: 2 },
  deviceClasses: [],
  attributes: {
    model_name: { description: 'Model of the camera.' },
    brand: { description: 'Manufacturer of the camera.' },
    motion_detection: { description: '`true` while motion detection is on, otherwise absent.' },
  },
  services: [
    simpleService<CameraValues>('turn_on', { on: true }),
    simpleService<CameraValues>('turn_off', { on: false, streaming: false, recording: false }),
    simpleService<CameraValues>('enable_motion_detection', { motion_detection: true }),
    simpleService<CameraValues>('disable_motion_detection', { motion_detection: false }),
    defineService({
      name: 'snapshot',
      fields: { filename },
      plan: (_camera: CameraView, fields): Command<CameraValues> => ({
        service: 'snapshot',
        fields,
        patch: {},
      }),
    }),
    defineService({
      name: 'play_stream',
      fields: {
        media_player: custom(
          playersSchema,
          { entity: { filter: [{ domain: ['media_player'] }] } },
          { required: true, example: 'media_player.living_room_tv' },
        ),
        format: oneOf(['hls'], { default: 'hls' }),
      },
      requires: [['stream']],
      plan: (_camera: CameraView, { media_player, format = 'hls' }): Command<CameraValues> => ({
        service: 'play_stream',
        fields: { media_player, format },
        patch: {},
      }),
    }),
    defineService({
      name: 'record',
      fields: {
        filename,
        duration: integer({ formMin: 1, formMax: 3600, unit: 'seconds', default: 30 }),
        lookback: integer({ formMin: 0, formMax: 300, unit: 'seconds', default: 0 }),
      },
      plan: (_camera: CameraView, { filename, duration = 30, lookback = 0 }): Command<CameraValues> => ({
        service: 'record',
        fields: { filename, duration, lookback },
        patch: {},
      }),
    }),
  ],
  presentCapabilities: () => ({}),
  present: ({ values, capabilities }) => ({
    state: values.recording === true ? 'recording' : values.streaming === true ? 'streaming' : 'idle',
    attributes: {
      model_name: capabilities.model_name,
      brand: capabilities.brand,
      motion_detection: values.motion_detection === true ? true : undefined,
    },
  }),
});

import { isoTime } from '../../core/clock.ts';
import { defineDomain, defineService, type EntityView } from '../definition/define-domain.ts';
import { text } from '../definition/field.ts';

/** The reported values of an image: its last change, in milliseconds since 1970. */
export interface ImageValues {
  readonly [key: string]: unknown;
  readonly updated_at: number | null;
}

/** Still pictures, served over HTTP. */
export const imageDomain = defineDomain<ImageValues, Record<string, never>>({
  name: 'image',
  title: 'Image',
  states: 'The time of the last change of the picture, in ISO 8601.',
  unrecorded: ['access_token', 'entity_picture'],
  features: {},
  deviceClasses: [],
  attributes: {},
  services: [
    defineService({
      name: 'snapshot',
      fields: {
        filename: text({ required: true, example: '/media/image.jpg' }),
      },
      plan: (_image: EntityView<ImageValues, Record<string, never>>, fields) => ({
        service: 'snapshot',
        fields,
        patch: {},
      }),
    }),
  ],
  present: ({ values: { updated_at } }) => ({
    state: updated_at == null ? null : isoTime(updated_at),
    attributes: {},
  }),
});

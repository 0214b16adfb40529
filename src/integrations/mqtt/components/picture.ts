import { cameraDomain } from '../../../domains/camera/camera.ts';
import { imageDomain } from '../../../domains/image/image.ts';
import { type Component, defineComponent } from '../entity/component.ts';
import { stateTopic, template, text, word } from '../schema/config-values.ts';
import { entityConfig } from '../schema/entity-schema.ts';

/** The bytes of a picture as base64 text, or undefined when it is none. */
function fromBase64(payload: Buffer): Buffer | undefined {
  const encoded = payload.toString('latin1').replace(/\s/g, '');
  if (encoded.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) return undefined;
  return Buffer.from(encoded, 'base64');
}

/** Magic bytes of picture types and their offset; anything else is treated as JPEG. */
const BEGINNINGS: readonly (readonly [type: string, at: number, bytes: Buffer])[] = [
  ['image/png', 0, Buffer.from([0x89, 0x50, 0x4e, 0x47])],
  ['image/gif', 0, Buffer.from('GIF8')],
  ['image/webp', 8, Buffer.from('WEBP')],
];

function typeOf(picture: Buffer): string {
  const known = BEGINNINGS.find(([, at, bytes]) => picture.subarray(at, at + bytes.length).equals(bytes));
  return known?.[0] ?? 'image/jpeg';
}

/** Cameras over MQTT: each message is a picture. */
export const cameraComponent: Component = defineComponent({
  name: 'camera',
  domain: cameraDomain,
  schema: entityConfig({ topic: stateTopic, image_encoding: word(['b64'], 'exact').optional() }),
  describe: () => ({ kind: 'MQTT Camera', values: {} }),
  readings: (config) => [
    {
      topic: config.topic,
      isMain: true,
      readBytes: (payload, context) => {
        const bytes = config.image_encoding === 'b64' ? fromBase64(payload) : Buffer.from(payload);
        if (bytes === undefined) return context.warn('the picture is no base64');
        context.keepPicture({ type: typeOf(bytes), bytes });
        return {};
      },
    },
  ],
});

/** Still pictures over MQTT: as bytes, or as a URL that is fetched on demand. */
export const imageComponent: Component = defineComponent({
  name: 'image',
  domain: imageDomain,
  schema: entityConfig(
    {
      image_topic: stateTopic.optional(),
      image_encoding: word(['b64', 'raw'], 'exact').optional(),
      content_type: text.optional(),
      url_topic: stateTopic.optional(),
      url_template: template.optional(),
    },
    ({ image_topic, url_topic, content_type }) => {
      if ((image_topic === undefined) === (url_topic === undefined))
        return 'there is exactly one of image_topic and url_topic';
      return url_topic !== undefined && content_type !== undefined
        ? 'url_topic excludes content_type'
        : undefined;
    },
  ),
  describe: () => ({ kind: 'MQTT Image', values: { updated_at: null } }),
  readings: (config) => [
    {
      topic: config.image_topic,
      isMain: true,
      readBytes: (payload, context) => {
        const bytes = config.image_encoding === 'b64' ? fromBase64(payload) : Buffer.from(payload);
        if (bytes === undefined) context.warn('the picture is no base64');
        else context.keepPicture({ type: config.content_type ?? typeOf(bytes), bytes });
        return { updated_at: context.now };
      },
    },
    {
      topic: config.url_topic,
      template: config.url_template,
      isMain: true,
      read: (payload, context) => {
        const isAddress = /^https?:\/\//.test(payload) && URL.canParse(payload);
        if (isAddress) context.keepPicture({ url: payload });
        else context.warn('it is no address');
        return { updated_at: context.now };
      },
    },
  ],
});

import { cameraDomain } from '../../../domains/camera/camera.ts';
import { type TasmotaDevice, type Translated, tasmotaKind } from './tasmota-kind.ts';

/** A camera: the URL of its picture, and its availability topic. */
interface TasmotaCamera {
  readonly picture: string;
  readonly presence: string;
}

/** Cameras, whose picture is fetched from the device on demand. */
export const tasmotaCamera = tasmotaKind<TasmotaCamera>({
  name: 'camera',
  domain: cameraDomain,
  describe: () => ({ values: {} }),
  readings: ({ picture, presence }) => [
    {
      topic: presence,
      read: (_text, context) => {
        context.keepPicture({ url: picture });
        return {};
      },
    },
  ],
});

/** The camera of a device. */
export function cameraOf({ announcement, topics, common }: TasmotaDevice): Translated {
  const side: TasmotaCamera = {
    picture: `http://${announcement.ip}/snapshot.jpg`,
    presence: topics.presence,
  };
  return { key: 'camera_camera_0', kind: 'camera', config: { ...common, name: null, side } };
}

import { z } from 'zod';
import { fault } from '../../core/errors.ts';
import { switchDomain } from '../../domains/switch/switch.ts';
import { RequestFailure } from '../../network/http-request.ts';
import { commonFields, deviceClass, period, template } from '../polled/fields.ts';
import { Poll } from '../polled/poll.ts';
import type { PolledEntities } from '../polled/polled-entities.ts';
import { Received } from '../polled/received.ts';
import { address, type RequestParts, requestFields, send, textOf, word } from './resource.ts';

/** `switch:` with `platform: rest`. */
export const restSwitchSchema = z.strictObject({
  platform: z.literal('rest'),
  scan_interval: period.default(30),
  ...requestFields,
  ...commonFields,
  resource: address,
  state_resource: address.optional(),
  method: word(['POST', 'PUT', 'PATCH']).default('POST'),
  body_on: template.default('ON'),
  body_off: template.default('OFF'),
  is_on_template: template.optional(),
  device_class: deviceClass(switchDomain.deviceClasses),
});

type Config = z.infer<typeof restSwitchSchema>;

/** Adds a switch that is read by GET and switched by sending a body. */
export function addRestSwitch(
  config: Config,
  entities: PolledEntities,
  parts: RequestParts & { readonly place: string },
): void {
  const { clock, log, place, templates } = parts;
  const { host } = new URL(config.resource);
  const fetch = async (): Promise<Received> => {
    const url = config.state_resource ?? config.resource;
    const { headers, bytes } = await send(config, { url, method: 'GET', isDigest: false }, parts);
    return new Received(textOf(bytes, headers['content-type'] ?? ''));
  };
  const set = async (on: boolean): Promise<void> => {
    const body = templates.render(on ? config.body_on : config.body_off, {}, { host: templates.quiet });
    const { resource: url, method } = config;
    try {
      const { status } = await send(config, { url, method, body, isDigest: false }, parts);
      if (status < 200 || status > 299)
        throw fault('home_assistant_error', 'rest_has_status', { host, status });
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      throw fault(
        'home_assistant_error',
        'host_gave_nothing',
        { host, reason: error.reason },
        { cause: error },
      );
    }
  };
  entities.add({
    ...{ domain: 'switch', defaultName: 'REST Switch', config, place, values: { on: null } },
    poll: new Poll({ title: host, place, interval: config.scan_interval, fetch, clock, log }),
    behavior: {
      valueTemplate: config.is_on_template,
      read: (text) => ({ on: isOn(text, config) }),
      execute: async ({ patch }) => {
        await set(patch.on === true);
        return { on: patch.on };
      },
    },
  });
}

function isOn(text: string | null, { is_on_template, body_on, body_off }: Config): boolean | null {
  if (is_on_template !== undefined) {
    const word = text?.toLowerCase();
    return word === 'true' ? true : word === 'false' ? false : null;
  }
  return text === body_on ? true : text === body_off ? false : null;
}

import { lightDomain } from '../../../domains/light/light.ts';
import { switchDomain } from '../../../domains/switch/switch.ts';
import type { Outcome } from '../entity/component.ts';
import { powerIn, reportOf } from './reports.ts';
import { onEach, relayName, type TasmotaDevice, type Translated, tasmotaKind } from './tasmota-kind.ts';

/** A relay: its topics, and its payloads for off and on. */
interface Relay {
  readonly relay: number;
  readonly topics: readonly string[];
  readonly command: string;
  readonly words: readonly [string, string];
}

const relay = {
  readings: (side: Relay) =>
    onEach(side.topics, (_text, context) => {
      const report = reportOf(context);
      const on = report === null ? undefined : powerIn(report, side);
      return on === undefined ? null : { on };
    }),
  command: (
    { service }: { readonly service: string },
    { side, values }: { readonly side: Relay; readonly values: { readonly on?: unknown } },
  ): Outcome => {
    const on = service === 'toggle' ? values.on !== true : service === 'turn_on';
    return { messages: [{ topic: side.command, payload: side.words[on ? 1 : 0] }] };
  },
};

/** Relays. */
export const relaySwitch = tasmotaKind<Relay>({
  name: 'relay',
  domain: switchDomain,
  describe: () => ({ values: { on: false } }),
  ...relay,
});

/** Relays that people have a lamp behind. */
export const relayLight = tasmotaKind<Relay>({
  name: 'lamp',
  domain: lightDomain,
  describe: () => ({ values: { on: false }, capabilities: { supported_color_modes: ['onoff'] } }),
  ...relay,
});

/** A relay as a switch or a light. */
export function relayOf(device: TasmotaDevice, i: number, domain: 'switch' | 'light'): Translated {
  const { announcement, topics, common } = device;
  const [off, on] = announcement.state;
  const side: Relay = {
    relay: i,
    topics: [topics.result, topics.state],
    command: topics.command(`Power${i + 1}`),
    words: [off, on],
  };
  return {
    key: `${domain}_relay_${i}`,
    kind: domain === 'switch' ? 'relay' : 'lamp',
    config: { ...common, name: relayName(announcement, i, domain), side },
  };
}

import { z } from 'zod';
import type { Bus } from '../../../core/bus.ts';
import type { Clock, Undo } from '../../../core/clock.ts';
import { newContext } from '../../../core/context.ts';
import type { DeviceRegistry } from '../../../entities/registry/device-registry.ts';
import type { Connection } from '../client/connection.ts';
import type { Message } from '../client/message.ts';
import { isJsonObject } from '../client/payload-json.ts';
import type { DeviceTrigger, DeviceTriggers, DiscoveredTrigger } from '../discovery/device-triggers.ts';
import type { RawConfig } from '../discovery/discovery-message.ts';
import type { Item, ItemKind } from '../discovery/item.ts';
import { DEVICE_FALLBACK_NAME } from '../entity/describe-entity.ts';
import { deviceDescription, deviceKeys } from '../schema/entity-schema.ts';
import { switchKey, switchMode } from './contact.ts';
import { at } from './reports.ts';
import type { TasmotaDevice, Translated } from './tasmota-kind.ts';

/** Something that is done with a button or an input of a device. */
interface TasmotaTrigger {
  readonly id: string;
  readonly mac: string;
  readonly type: string;
  readonly subtype: string;
  /** The topic, key and payload of the trigger. */
  readonly topic: string;
  readonly input: string;
  readonly word: string;
}

const PRESSES: Readonly<Record<string, string>> = {
  SINGLE: 'button_short_press',
  DOUBLE: 'button_double_press',
  TRIPLE: 'button_triple_press',
  QUAD: 'button_quadruple_press',
  PENTA: 'button_quintuple_press',
  HOLD: 'button_long_press',
};

/** The triggers of a device's buttons and inputs. */
export function triggersOf(device: TasmotaDevice): Translated[] {
  const { announcement } = device;
  const buttons = announcement.btn.flatMap((isThere, i) =>
    isThere > 0 && announcement.so['73'] === 1
      ? pressesOf(device).map(([word, type]) =>
          triggerOf(device, { type, word, subtype: `button_${i + 1}`, input: `Button${i + 1}` }),
        )
      : [],
  );
  const [, , toggled = 'TOGGLE', held = 'HOLD'] = announcement.state;
  const switches = announcement.swc.flatMap((_mode, i) => {
    const mode = switchMode(device, i);
    const own = { subtype: `switch_${i + 1}`, input: switchKey(device, i) };
    return [
      ...(mode?.toggled === undefined
        ? []
        : [triggerOf(device, { ...own, type: mode.toggled, word: toggled })]),
      ...(mode?.held === undefined ? [] : [triggerOf(device, { ...own, type: mode.held, word: held })]),
    ];
  });
  return [...buttons, ...switches];
}

/** The button events: by options, a device may report presses at once or swap single and double presses. */
function pressesOf({ announcement: { so } }: TasmotaDevice): [word: string, type: string][] {
  const all = Object.entries(PRESSES);
  if (so['13'] === 1) return all.slice(0, 1);
  if (so['11'] !== 1) return all;
  const [[single, short] = ['', ''], [double, twice] = ['', ''], ...others] = all;
  return [[single, twice], [double, short], ...others];
}

function triggerOf(
  { announcement: { mac }, topics, common }: TasmotaDevice,
  own: Pick<TasmotaTrigger, 'type' | 'subtype' | 'input' | 'word'>,
): Translated {
  const id = `${mac}_${own.subtype}_${own.word}`;
  const side: TasmotaTrigger = { ...own, id, mac, topic: topics.result };
  return { key: id, kind: 'trigger', config: { device: common.device, origin: common.origin, side } };
}

/** What triggers need. */
export interface TasmotaTriggerParts {
  readonly connection: Connection;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly devices: DeviceRegistry;
  readonly triggers: DeviceTriggers;
  readonly configEntryId: () => string;
}

const schema = z.object({ ...deviceKeys, side: z.custom<TasmotaTrigger>() });

/** The kind of item of a button or input: each action on it fires a `tasmota_event`. */
export function triggerKind(parts: TasmotaTriggerParts): ItemKind {
  return {
    make: (raw) => {
      const { device, side } = schema.parse(raw);
      if (device === undefined) throw new Error('A trigger of Tasmota has no device');
      const known = deviceDescription(device, DEVICE_FALLBACK_NAME);
      const { id } = parts.devices.ensure(parts.configEntryId(), known);
      return new TriggerItem(parts, id, side);
    },
  };
}

class TriggerItem implements Item, DiscoveredTrigger {
  readonly deviceId: string;
  readonly entryId = undefined;
  readonly keepsDevice = true;
  readonly canMigrate = false;
  private readonly parts: TasmotaTriggerParts;
  private side: TasmotaTrigger;
  private stop: Undo | undefined;

  constructor(parts: TasmotaTriggerParts, deviceId: string, side: TasmotaTrigger) {
    this.parts = parts;
    this.deviceId = deviceId;
    this.side = side;
    this.begin();
  }

  get trigger(): DeviceTrigger {
    const { type, subtype, id } = this.side;
    return { deviceId: this.deviceId, domain: 'tasmota', type, subtype, discoveryId: id };
  }

  update(raw: RawConfig): string | undefined {
    this.unload();
    this.side = schema.parse(raw).side;
    this.begin();
    return undefined;
  }

  unload(): void {
    this.parts.triggers.drop(this);
    this.stop?.();
    this.stop = undefined;
  }

  forget(): void {
    this.unload();
  }

  /** It is always subscribed: the event is public. */
  listen(): void {}

  connectionChanged(): void {}

  topics(): readonly string[] {
    return [this.side.topic];
  }

  private begin(): void {
    this.parts.triggers.put(this);
    this.stop = this.parts.connection.subscriptions.add(this.side.topic, 0, (message) =>
      this.onMessage(message),
    );
  }

  private onMessage(message: Message): void {
    const report = message.json();
    const { input, word, mac, subtype } = this.side;
    if (!isJsonObject(report) || at(report, [input, 'Action']) !== word) return;
    const { bus, clock } = this.parts;
    bus.fire('tasmota_event', { mac, source: subtype, event: word }, clock.now(), newContext(clock.now()));
  }
}

import type { Undo } from '../../../core/clock.ts';
import { fault } from '../../../core/errors.ts';
import { filterProblem } from '../../../core/mqtt-topic.ts';
import type { EntityRegistry } from '../../../entities/registry/entity-registry.ts';
import { sees, type Viewer } from '../../../entities/visibility/visible-state.ts';
import type { Message } from '../client/message.ts';
import type { Qos, Subscriptions } from '../client/subscriptions.ts';
import type { DeviceTrigger } from './device-triggers.ts';
import type { Item } from './item.ts';

/** A message for people to look at. */
export interface InspectedMessage {
  readonly topic: string;
  readonly payload: string;
  readonly qos: Qos;
  readonly retain: boolean;
}

/** A message as automations receive it. */
export interface ReceivedMessage {
  readonly topic: string;
  readonly payload: Buffer;
  readonly qos: Qos;
  readonly retain: boolean;
}

/** Subscribes to a filter; throws `invalid_format` for an invalid one. */
export function listenTo(
  subscriptions: Subscriptions,
  filter: string,
  qos: Qos,
  listener: (message: ReceivedMessage) => void,
): Undo {
  checkFilter(filter);
  return subscriptions.add(filter, qos, (message) => {
    const { topic, payload } = message;
    listener({ topic, payload, qos: message.qos, retain: message.retained });
  });
}

/** Subscribes to a filter for display to users; throws `invalid_format` for an invalid one. */
export function inspect(
  subscriptions: Subscriptions,
  filter: string,
  qos: Qos,
  listener: (message: InspectedMessage) => void,
): Undo {
  checkFilter(filter);
  return subscriptions.add(filter, qos, (message) => {
    listener({
      topic: message.topic,
      payload: shownPayload(message),
      qos: message.qos,
      retain: message.retained,
    });
  });
}

function checkFilter(filter: string): void {
  const problem = filterProblem(filter);
  if (problem !== undefined)
    throw fault('invalid_format', 'invalid_topic_filter_at_topic', { reason: problem });
}

function shownPayload(message: Message): string {
  const text = message.text();
  if (text !== undefined) return text;
  const bytes = [...message.payload].map((byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, '0')}`,
  );
  return `b'${bytes.join('')}'`;
}

/** How a device is connected, in Home Assistant's format, limited to entities the caller may read. */
export function deviceInfo(
  items: readonly { readonly item: Item; readonly topic: string }[],
  triggers: readonly DeviceTrigger[],
  { registry, viewer }: { readonly registry: EntityRegistry; readonly viewer: Viewer },
): unknown {
  const idOf = (item: Item): string | null => registry.byId(item.entryId ?? '')?.entity_id ?? null;
  const isSeen = (id: string | null): boolean => viewer.mayRead === null || (id !== null && sees(viewer, id));
  const subscriptions = (item: Item): unknown[] => item.topics().map((topic) => ({ topic, messages: [] }));
  return {
    entities: items
      .filter(({ item }) => item.entryId !== undefined && isSeen(idOf(item)))
      .map(({ item, topic }) => ({
        entity_id: idOf(item),
        subscriptions: subscriptions(item),
        discovery_data: { topic },
        transmitted: [],
      })),
    triggers: triggers.map(({ type, subtype }) => ({ type, subtype })),
  };
}

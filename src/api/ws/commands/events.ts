import { z } from 'zod';
import type { Bus, EventListener, HubEvent } from '../../../core/bus.ts';
import type { Clock, Undo } from '../../../core/clock.ts';
import { newContext } from '../../../core/context.ts';
import { fault } from '../../../core/errors.ts';
import { mayEverybodySubscribe, visibleEvent } from '../../../entities/visibility/visible-event.ts';
import { Nothing, object } from '../../shapes/plain-shapes.ts';
import { ContextShape, EventShape } from '../../shapes/state-shapes.ts';
import { Broadcast } from '../broadcast.ts';
import { type Command, defineCommand, defineSubscription, type Feed } from '../command.ts';
import { SharedFrames } from '../shared-frames.ts';

/** Subscribing to events [§6], unsubscribing and firing. */
export function eventCommands(parts: { readonly bus: Bus; readonly clock: Clock }): Command[] {
  const { bus, clock } = parts;
  const frames = new SharedFrames<HubEvent>((event) => event.toJsonText());
  const broadcasts = new EventBroadcasts(bus, frames);
  return [
    defineSubscription({
      type: 'subscribe_events',
      permission: 'user',
      summary: 'Events of one type, or of all types without `event_type` or with `*`',
      event: EventShape,
      fields: { event_type: z.string().default('*') },
      subscribe: ({ message, access }, feed) => {
        const { event_type: type } = message;
        if (!access.isAdmin && !mayEverybodySubscribe(type)) throw fault('unauthorized', 'unauthorized');
        // Fires on every unchanged write. Home Assistant does not send it to clients either, as it would
        // flood them.
        if (type === 'state_reported') return () => {};
        if (access.mayRead === null) return broadcasts.join(type, feed);
        return listen(bus, type, (event) => {
          const visible = visibleEvent(event, access);
          if (visible !== undefined) feed.frame(frames.frame(visible, feed.id));
        });
      },
    }),
    defineCommand({
      type: 'unsubscribe_events',
      permission: 'user',
      summary: 'Ends a subscription of any kind',
      result: Nothing,
      fields: { subscription: z.int().positive() },
      handle: ({ message, connection }) => {
        if (!connection.unsubscribe(message.subscription)) throw fault('not_found', 'subscription_not_found');
      },
    }),
    defineCommand({
      type: 'fire_event',
      permission: 'admin',
      summary: 'Fires an event',
      result: object({ context: ContextShape }),
      fields: { event_type: z.string(), event_data: z.record(z.string(), z.unknown()).optional() },
      handle: ({ message, caller }) => {
        const at = clock.now();
        const context = newContext(at, caller.user.id);
        bus.fireCustom(message.event_type, message.event_data ?? {}, at, context);
        return { context };
      },
    }),
  ];
}

function listen(bus: Bus, type: string, listener: EventListener): Undo {
  return type === '*' ? bus.onAll(listener) : bus.on(type, listener);
}

/** Broadcasts events to unlimited callers: subscribers of the same type and ID share one broadcast. */
class EventBroadcasts {
  private readonly bus: Bus;
  private readonly frames: SharedFrames<HubEvent>;
  private readonly byKey = new Map<string, { readonly broadcast: Broadcast; readonly mute: Undo }>();

  constructor(bus: Bus, frames: SharedFrames<HubEvent>) {
    this.bus = bus;
    this.frames = frames;
  }

  join(type: string, feed: Feed): Undo {
    const { id } = feed;
    const key = `${id} ${type}`;
    const entry = this.byKey.get(key) ?? this.open(key, type, id);
    const leave = entry.broadcast.join(feed);
    return () => {
      leave();
      if (!entry.broadcast.isEmpty) return;
      entry.mute();
      if (this.byKey.get(key) === entry) this.byKey.delete(key);
    };
  }

  private open(key: string, type: string, id: string): { broadcast: Broadcast; mute: Undo } {
    const broadcast = new Broadcast();
    const mute = listen(this.bus, type, (event) => broadcast.send(this.frames.frame(event, id)));
    const entry = { broadcast, mute };
    this.byKey.set(key, entry);
    return entry;
  }
}

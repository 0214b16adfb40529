import { z } from 'zod';
import type { Bus, EventListener, HubEvent } from '../../../core/bus.ts';
import type { Clock } from '../../../core/clock.ts';
import { newContext } from '../../../core/context.ts';
import { HubError } from '../../../core/errors.ts';
import { EVENTS_FOR_EVERYBODY, mayHear } from '../../readable-event.ts';
import { readableEvent } from '../../readable-state.ts';
import { type Command, defineCommand, defineSubscription } from '../command.ts';
import { SharedFrames } from '../shared-frames.ts';

/** Events over the WebSocket: listening [§6], no longer listening, firing. */
export function eventCommands(parts: { readonly bus: Bus; readonly clock: Clock }): Command[] {
  const { bus, clock } = parts;
  const frames = new SharedFrames<HubEvent>((event) => event.toJsonText());
  return [
    defineSubscription({
      type: 'subscribe_events',
      permission: 'user',
      summary: 'Events of one type, or of all types without `event_type` or with `*`',
      fields: { event_type: z.string().default('*') },
      subscribe: ({ message, access }, feed) => {
        const { event_type: type } = message;
        if (!access.isAdmin && !EVENTS_FOR_EVERYBODY.has(type))
          throw new HubError('unauthorized', 'Unauthorized');
        const { mayRead } = access;
        const send: EventListener = (event) => feed.frame(frames.frame(event, feed.id));
        const hear: EventListener =
          mayRead === null
            ? send
            : (event) => {
                if (mayHear(event, mayRead)) send(readableEvent(event, mayRead));
              };
        if (type === '*') return bus.onAll(hear);
        // Every equal write is one: the ecosystem keeps them from clients, who would drown.
        return type === 'state_reported' ? () => {} : bus.on(type, hear);
      },
    }),
    defineCommand({
      type: 'unsubscribe_events',
      permission: 'user',
      summary: 'Ends a subscription of any kind',
      fields: { subscription: z.int().positive() },
      handle: ({ message, connection }) => {
        if (!connection.unsubscribe(message.subscription))
          throw new HubError('not_found', 'Subscription not found.');
      },
    }),
    defineCommand({
      type: 'fire_event',
      permission: 'admin',
      summary: 'Fires an event',
      fields: { event_type: z.string(), event_data: z.record(z.string(), z.unknown()).optional() },
      handle: ({ message, caller }) => {
        const at = clock.now();
        const context = newContext(at, caller.user.id);
        bus.fire(message.event_type, message.event_data ?? {}, at, context);
        return { context };
      },
    }),
  ];
}

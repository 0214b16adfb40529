import type { Bus, EventListener } from '../../../core/bus.ts';
import type { Clock, Undo } from '../../../core/clock.ts';
import { visibleEvent } from '../../../entities/visibility/visible-event.ts';
import type { Route } from '../route.ts';

const IDLE = 50_000;
const PING = 'data: ping\n\n';

/** `/api/stream`: all events, or selected types, as server-sent events. */
export function streamRoutes(parts: { readonly bus: Bus; readonly clock: Clock }): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/stream',
      permission: 'admin',
      summary: 'Streams events as they happen',
      query: { restrict: 'Event types, separated by commas; all by default' },
      answers: { 200: 'An endless stream: `data: ` and an event as JSON, or `ping`' },
      produces: 'text/event-stream',
      handle: (request) => {
        const types = (request.query.get('restrict') ?? '').split(',').filter((type) => type !== '');
        const { caller } = request;
        return {
          status: 200,
          type: 'text/event-stream',
          body: PING,
          headers: ['Cache-Control', 'no-cache'],
          stream: ({ write, end }) => {
            const heartbeat = restartable(parts.clock, IDLE, () => write(PING));
            const undos: Undo[] = [heartbeat.stop];
            const listener: EventListener = (event) => {
              const received = visibleEvent(event, request.access);
              if (received === undefined) return;
              heartbeat.restart();
              write(`data: ${received.toJsonText()}\n\n`);
            };
            if (types.length === 0) undos.push(parts.bus.onAll(listener));
            else for (const type of new Set(types)) undos.push(parts.bus.on(type, listener));
            if (caller !== null) undos.push(caller.onRevoked(end));
            return () => {
              for (const undo of undos) undo();
            };
          },
        };
      },
    },
  ];
}

/** Runs `task` every `milliseconds`; a restart resets the interval. */
function restartable(
  clock: Clock,
  milliseconds: number,
  task: () => void,
): { restart: () => void; stop: Undo } {
  let cancel: Undo = () => {};
  const restart = (): void => {
    cancel();
    cancel = clock.after(milliseconds, () => {
      restart();
      task();
    });
  };
  restart();
  return { restart, stop: () => cancel() };
}

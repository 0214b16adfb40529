import type { Feed } from './command.ts';

/**
 * Sends an event for each change of a value to a client that keeps up, and only the latest value to one that does not. Call what it
 * returns after each change; `json` makes the event.
 */
export function latestEvent(
  feed: Pick<Feed, 'event' | 'isSlow' | 'whenCaughtUp'>,
  json: () => string,
): () => void {
  let isWaiting = false;
  const send = (): void => {
    isWaiting = feed.isSlow();
    if (isWaiting) feed.whenCaughtUp(send);
    else feed.event(json());
  };
  return () => {
    if (!isWaiting) send();
  };
}

import type { Feed } from './command.ts';

/**
 * Returns a function to call after each change of a value: it sends an event per change to a fast client, and
 * only the latest value to a slow one. `json` creates the event.
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

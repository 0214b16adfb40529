import type { Connection } from 'home-assistant-js-websocket';
import { type HomeFacts, readHome } from '../server/home-facts.ts';
import { useTimeZone } from './home-zone.ts';

/**
 * Calls back with the facts of the home, undefined if unavailable, now and after each change; also sets the
 * app's time zone. Returns a function that ends it.
 */
export function followHome(connection: Connection, tell: (home: HomeFacts | undefined) => void): () => void {
  const ask = (): void =>
    void readHome(connection).then(
      (home) => {
        useTimeZone(home.time_zone);
        tell(home);
      },
      () => tell(undefined),
    );
  const listening = connection.subscribeEvents(ask, 'core_config_updated');
  listening.catch(() => {});
  connection.addEventListener('ready', ask);
  ask();
  return () => {
    connection.removeEventListener('ready', ask);
    void listening.then((end) => end()).catch(() => {});
  };
}

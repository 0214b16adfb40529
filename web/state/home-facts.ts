import type { Connection } from 'home-assistant-js-websocket';
import { type HomeFacts, readHome } from '../server/home-facts.ts';
import { keepTimeOf } from './home-zone.ts';

/** Tells what the home says of itself, undefined where it does not say, now and after each change; its clocks are those of the app. The answer ends it. */
export function followHome(connection: Connection, tell: (home: HomeFacts | undefined) => void): () => void {
  const ask = (): void =>
    void readHome(connection).then(
      (home) => {
        keepTimeOf(home.time_zone);
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

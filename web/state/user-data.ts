import type { Connection } from 'home-assistant-js-websocket';

/** What the server keeps for this user, by key: how he arranged things, on every device of his. */
export class UserData {
  private readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Calls back with the value under a key, null for none, now and after each change; the answer ends that. */
  follow(key: string, listener: (value: unknown) => void): () => void {
    const ending = this.connection.subscribeMessage<{ readonly value: unknown }>(
      ({ value }) => listener(value ?? null),
      { type: 'frontend/subscribe_user_data', key },
    );
    return () => void ending.then((end) => end()).catch(() => {});
  }

  /** Keeps a value; done when it is durable. */
  keep(key: string, value: unknown): Promise<void> {
    return this.connection.sendMessagePromise({ type: 'frontend/set_user_data', key, value });
  }
}

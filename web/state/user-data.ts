import type { Connection } from 'home-assistant-js-websocket';

/** The user's data on the server by key, shared by all of the user's devices. */
export class UserData {
  private readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /**
   * Calls back with the value of a key, null for none, now and after each change. Returns a function that
   * ends it.
   */
  follow(key: string, listener: (value: unknown) => void): () => void {
    const ending = this.connection.subscribeMessage<{ readonly value: unknown }>(
      ({ value }) => listener(value ?? null),
      { type: 'frontend/subscribe_user_data', key },
    );
    return () => void ending.then((end) => end()).catch(() => {});
  }

  /** Stores a value; resolves once it is durable. */
  keep(key: string, value: unknown): Promise<void> {
    return this.connection.sendMessagePromise({ type: 'frontend/set_user_data', key, value });
  }
}

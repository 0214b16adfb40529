import type { Connection } from 'home-assistant-js-websocket';

/** Whether the demo home is enabled, and whether by a flag at the start. */
export interface DemoState {
  readonly enabled: boolean;
  readonly by_flag: boolean;
}

export const readDemo = (connection: Connection): Promise<DemoState> =>
  connection.sendMessagePromise({ type: 'hearth/demo/get' });

/** Adds the demo home, or removes it with everything in it. */
export const setDemo = (connection: Connection, enabled: boolean): Promise<DemoState> =>
  connection.sendMessagePromise({ type: 'hearth/demo/set', enabled });

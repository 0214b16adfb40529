import type { Connection } from 'home-assistant-js-websocket';

/** Whether the simulated home is there, and whether the server was started with it. */
export interface DemoState {
  readonly enabled: boolean;
  readonly by_flag: boolean;
}

export const readDemo = (connection: Connection): Promise<DemoState> =>
  connection.sendMessagePromise({ type: 'hearth/demo/get' });

/** Adds the simulated home, or takes it out with all that came with it. */
export const setDemo = (connection: Connection, enabled: boolean): Promise<DemoState> =>
  connection.sendMessagePromise({ type: 'hearth/demo/set', enabled });

import { type Connection, createConnection } from 'home-assistant-js-websocket';
import type { CurrentUser } from '../server/session.ts';

/** The home as another user sees it. */
export interface UserView {
  readonly connection: Connection;
  readonly user: CurrentUser;
}

/**
 * Opens a connection that shows what a user sees and on which nothing acts. It is never opened again: another
 * connection would show what the viewer sees.
 */
export async function openUserView(
  { options }: Connection,
  userId: string,
  onEnd: () => void,
): Promise<UserView> {
  const connection = await createConnection({ ...options, setupRetry: 0 });
  const end = (): void => {
    connection.close();
    onEnd();
  };
  connection.addEventListener('disconnected', end);
  try {
    await connection.sendMessagePromise({ type: 'hearth/see_as', user_id: userId });
    const user = await connection.sendMessagePromise<CurrentUser>({ type: 'auth/current_user' });
    return { connection, user };
  } catch (error) {
    connection.removeEventListener('disconnected', end);
    connection.close();
    throw error;
  }
}

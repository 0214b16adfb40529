import type { Walk } from './walk.ts';

/** What an administrator might do to the owner, whom other administrators may not change. */
export async function walkOwner(walk: Walk): Promise<void> {
  const { home, client } = walk;
  const { users } = home.hub.hub.auth;
  const user_id = users.owner()?.id ?? '';
  const password = 'long enough words';
  const token = home.need('token of the owner');
  for (const message of [
    { type: 'config/auth/update', user_id, name: 'Changed' },
    { type: 'config/auth/update', user_id, is_active: false },
    { type: 'config/auth/update', user_id, group_ids: ['system-users'] },
    { type: 'config/auth/delete', user_id },
    { type: 'config/auth_provider/homeassistant/create', user_id, username: 'changed', password },
    { type: 'config/auth_provider/homeassistant/admin_change_password', user_id, password },
    { type: 'config/auth_provider/homeassistant/admin_change_username', user_id, username: 'changed' },
    { type: 'hearth/token/list', user_id },
    { type: 'hearth/token/revoke', token_id: token },
    { type: 'hearth/token/update', token_id: token, name: 'Changed' },
    { type: 'auth/delete_refresh_token', refresh_token_id: token },
  ]) {
    const answer = await client.ask(message);
    walk.search(JSON.stringify(message), answer);
    if (answer.outcome === 'success') walk.fail(`${JSON.stringify(message)} was done to the owner`);
  }
}

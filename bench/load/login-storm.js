// Many simultaneous logins, each from its own address, so that only the server's own queue slows them.
import { request } from 'node:http';

const NETWORK = '127.77';

/**
 * Keeps `inFlight` logins with a wrong password pending for `seconds`; each costs as much as a correct one.
 */
export async function loginStorm({ server, inFlight, seconds }) {
  const counts = { judged: 0, turnedAway: 0, errors: 0 };
  const until = performance.now() + seconds * 1000;
  let last = 0;
  await Promise.all(Array.from({ length: inFlight }, tryAgain));
  return counts;

  async function tryAgain() {
    while (performance.now() < until) {
      last += 1;
      const n = last % 60_000;
      await tryLogin(`${NETWORK}.${n >> 8}.${n & 255 || 1}`, `storm ${last}`).catch(() => {
        counts.errors += 1;
      });
    }
  }

  async function tryLogin(localAddress, username) {
    const client_id = `${server.url}/`;
    const begin = { client_id, redirect_uri: client_id, handler: ['homeassistant', null] };
    const { body } = await post('/auth/login_flow', begin, localAddress);
    const answer = { client_id, username, password: 'not the password' };
    const { status } = await post(`/auth/login_flow/${body.flow_id}`, answer, localAddress);
    if (status === 200) counts.judged += 1;
    else if (status === 429) counts.turnedAway += 1;
    else counts.errors += 1;
  }

  function post(path, body, localAddress) {
    return new Promise((resolve, reject) => {
      const asking = request(`${server.url}${path}`, { method: 'POST', localAddress }, (response) => {
        const parts = [];
        response.on('data', (part) => parts.push(part));
        response.on('end', () => {
          resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(parts).toString()) });
        });
      });
      asking.on('error', reject);
      asking.end(JSON.stringify(body));
    });
  }
}

// Activity of one home posted to others: what the demo home does, and what people do in it.
import WebSocket from 'ws';

/** Sets a state over REST; false if the server refused it. */
export async function post({ url, token }, entityId, state, attributes) {
  const response = await fetch(`${url}/api/states/${entityId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ state, attributes }),
  });
  await response.arrayBuffer();
  return response.ok;
}

/** Passes each state change of a server to `take`, until the signal aborts. */
export function changesOf({ url, token }, take, signal) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/websocket`);
  signal.addEventListener('abort', () => socket.close());
  return new Promise((resolve, reject) => {
    let taken = Promise.resolve();
    socket.on('error', reject);
    socket.on('close', () => taken.then(resolve, reject));
    socket.on('message', (data) => {
      for (const message of [JSON.parse(data)].flat()) {
        if (message.type === 'auth_required')
          socket.send(JSON.stringify({ type: 'auth', access_token: token }));
        else if (message.type === 'auth_ok')
          socket.send(JSON.stringify({ id: 1, type: 'subscribe_events', event_type: 'state_changed' }));
        else if (message.type === 'event' && message.event.data.new_state !== null) {
          const { entity_id: entityId, state, attributes } = message.event.data.new_state;
          taken = taken.then(() => take({ entityId, state, attributes }));
        }
      }
    });
  });
}

/** Toggles one light after the other. */
export async function press(server) {
  const ask = async (path, body) => {
    const response = await fetch(server.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${server.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  const lights = (await ask('/api/states')).filter(({ entity_id: id }) => id.startsWith('light.'));
  lights.sort((a, b) => Date.parse(a.last_changed) - Date.parse(b.last_changed));
  await ask('/api/services/light/toggle', { entity_id: lights[0].entity_id });
}

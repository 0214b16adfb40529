import { WebSocket } from 'ws';
import { rest } from '../clients/server.js';

/** Makes the demo home worth seeing: something is on, and a guest has rights that end. */
export async function seedHome(server) {
  await rest(server, '/api/services/light/turn_on', {
    entity_id: ['light.floor_lamp', 'light.living_room_ceiling'],
    brightness_pct: 70,
  });
  const { ask, close } = await connect(server);
  const { user } = await ask({
    type: 'config/auth/create',
    name: 'Grandma',
    group_ids: ['system-users'],
    policy: {
      rules: [
        { effect: 'allow', actions: ['read', 'control'], areas: ['living_room', 'kitchen'] },
        { effect: 'deny', actions: ['control'], domains: ['lock'], hours: { from: '22:00', until: '07:00' } },
      ],
    },
  });
  await ask({
    type: 'config/auth_provider/homeassistant/create',
    user_id: user.id,
    username: 'grandma',
    password: 'seven green lanterns',
  });
  close();
}

/** A WebSocket that is logged in; `ask` gives the result of a command. */
async function connect({ url, token }) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/websocket`);
  const waiting = new Map();
  let last = 0;
  await new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      if (message.type === 'auth_required')
        socket.send(JSON.stringify({ type: 'auth', access_token: token }));
      else if (message.type === 'auth_ok') resolve();
      else waiting.get(message.id)?.(message);
    });
  });
  return {
    ask: (command) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, ({ success, result, error }) =>
          success ? resolve(result) : reject(new Error(`${command.type}: ${error.message}`)),
        );
        socket.send(JSON.stringify({ id: last, ...command }));
      }),
    close: () => socket.close(),
  };
}

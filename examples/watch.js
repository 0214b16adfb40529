// Prints each change in the house. usage: HEARTH_URL=http://localhost:8123 HEARTH_TOKEN=… node examples/watch.js
import WebSocket from 'ws';

const { HEARTH_URL = 'http://localhost:8123', HEARTH_TOKEN } = process.env;
const socket = new WebSocket(`${HEARTH_URL.replace(/^http/, 'ws')}/api/websocket`);

socket.on('message', (data) => {
  const message = JSON.parse(data);
  switch (message.type) {
    case 'auth_required':
      socket.send(JSON.stringify({ type: 'auth', access_token: HEARTH_TOKEN }));
      break;
    case 'auth_ok':
      socket.send(JSON.stringify({ id: 1, type: 'subscribe_events', event_type: 'state_changed' }));
      break;
    case 'auth_invalid':
      console.error(message.message);
      break;
    case 'result':
      console.log('watching');
      break;
    case 'event': {
      const { entity_id: id, new_state: state } = message.event.data;
      console.log(`${id} ${state === null ? 'is gone' : state.state}`);
    }
  }
});

// The minimal code that answers the same requests: bare node:http and ws, without validation, storage or
// permissions. It is the reference of `npm run bench`, so it must stay honest: the same JSON with as many attributes
// and the same headers, produced in the fastest simple way.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const states = new Map();
const subscriptions = new Map(); // subscribed sockets by subscription ID
let turn = []; // the ends of this tick's event messages
let contexts = 0;

function write(entityId, state, attributes) {
  const old = states.get(entityId)?.json ?? 'null';
  const now = new Date().toISOString().replace('Z', '000+00:00');
  contexts += 1;
  const context = { id: `01REFERENCE${String(contexts).padStart(15, '0')}`, parent_id: null, user_id: null };
  const json = JSON.stringify({
    entity_id: entityId,
    state,
    attributes,
    last_changed: now,
    last_reported: now,
    last_updated: now,
    context,
  });
  const entry = { json, bytes: undefined, context };
  states.set(entityId, entry);
  if (subscriptions.size > 0) {
    if (turn.length === 0) setImmediate(flush);
    turn.push(
      `,"type":"event","event":{"event_type":"state_changed","data":{"entity_id":"${entityId}","old_state":${old},"new_state":${json}},"origin":"LOCAL","time_fired":"${now}","context":${JSON.stringify(context)}}}`,
    );
  }
  return entry;
}

function frame(text) {
  const length = Buffer.byteLength(text);
  const head = length < 126 ? 2 : length < 65536 ? 4 : 10;
  const bytes = Buffer.allocUnsafe(head + length);
  bytes[0] = 0x81;
  if (head === 2) bytes[1] = length;
  else if (head === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeBigUInt64BE(BigInt(length), 2);
  }
  bytes.write(text, head);
  return bytes;
}

/**
 * One write per socket for all frames of a tick; the same bytes for all sockets with the same subscription
 * ID.
 */
function flush() {
  const tails = turn;
  turn = [];
  for (const [id, sockets] of subscriptions) {
    const bytes = Buffer.concat(tails.map((tail) => frame(`{"id":${id}${tail}`)));
    for (const socket of sockets) socket.write(bytes);
  }
}

function callService(body) {
  const ids = [body.target?.entity_id ?? body.entity_id].flat();
  const data = body.service_data ?? body;
  return ids.map((id) =>
    write(id, 'on', {
      supported_color_modes: ['rgb'],
      color_mode: 'rgb',
      brightness: data.brightness,
      hs_color: [24.615, 76.471],
      rgb_color: [255, 140, 60],
      xy_color: [0.576, 0.373],
      friendly_name: id,
      supported_features: 32,
    }),
  );
}

function listStates() {
  const parts = [];
  for (const entry of states.values()) parts.push(entry.json);
  return `[${parts.join(',')}]`;
}

function answer(response, status, body) {
  response.writeHead(status, [
    ...['Content-Type', 'application/json', 'Referrer-Policy', 'no-referrer'],
    ...['X-Content-Type-Options', 'nosniff', 'X-Frame-Options', 'SAMEORIGIN', 'Server', ''],
    ...['Content-Length', String(Buffer.byteLength(body))],
  ]);
  response.end(body);
}

function post(url, body, response) {
  if (url.startsWith('/api/states/')) {
    const id = url.slice(12);
    const status = states.has(id) ? 200 : 201;
    answer(response, status, write(id, body.state, body.attributes ?? {}).json);
  } else if (url.startsWith('/api/services/light/')) {
    answer(response, 200, `[${callService(body).map((entry) => entry.json)}]`);
  } else answer(response, 404, '{"message":"Not found","code":"not_found"}');
}

const server = createServer((request, response) => {
  const { url } = request;
  if (request.method === 'POST') {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      post(url, JSON.parse(bytes.toString()), response);
    });
    return;
  }
  if (url === '/api/states') answer(response, 200, listStates());
  else if (url === '/api/config')
    answer(response, 200, '{"service_version":"reference","version":"reference"}');
  else {
    const entry = states.get(url.slice(12));
    if (entry === undefined) return answer(response, 404, '{"message":"Not found","code":"not_found"}');
    entry.bytes ??= Buffer.from(entry.json);
    answer(response, 200, entry.bytes);
  }
});

const commands = {
  get_states: () => listStates(),
  call_service: (message) => `{"context":${JSON.stringify(callService(message)[0].context)},"response":null}`,
  subscribe_events: (message, socket) => {
    const sockets = subscriptions.get(message.id) ?? new Set();
    subscriptions.set(message.id, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0 && subscriptions.get(message.id) === sockets) subscriptions.delete(message.id);
    });
    return 'null';
  },
};

const sockets = new WebSocketServer({ server, path: '/api/websocket', perMessageDeflate: false });
sockets.on('connection', (socket, request) => {
  socket.send('{"type":"auth_required","service_version":"reference","ha_version":"reference"}');
  socket.on('message', (bytes) => {
    const message = JSON.parse(bytes.toString());
    if (message.type === 'auth') {
      socket.send('{"type":"auth_ok","service_version":"reference","ha_version":"reference"}');
      return;
    }
    const result = commands[message.type](message, request.socket);
    socket.send(`{"id":${message.id},"type":"result","success":true,"result":${result}}`);
  });
});

write('light.reference', 'off', { friendly_name: 'Reference', supported_color_modes: ['brightness'] });
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Reference ready at http://127.0.0.1:${server.address().port}\n`);
});
process.on('SIGTERM', () => process.exit(0));

// A WebSocket and REST client that keeps answers as they came, for either server.
import WebSocket from 'ws';

const ANSWER_WITHIN = 30_000;

/** Connects and authenticates; `server` has a `url` and a `token`. */
export async function connect(server) {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/websocket`, {
    maxPayload: 512 * 1024 * 1024,
  });
  const waiting = new Map();
  const feeds = new Map();
  let last = 0;
  const opened = new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const message = JSON.parse(data);
      if (message.type === 'auth_required')
        socket.send(JSON.stringify({ type: 'auth', access_token: server.token }));
      else if (message.type === 'auth_ok') resolve();
      else if (message.type === 'auth_invalid') reject(new Error(`${server.url} refused the token`));
      else if (message.type === 'event') feeds.get(message.id)?.push(message.event);
      else if (message.type === 'result') waiting.get(message.id)?.(message);
    });
  });
  await opened;

  /** Returns `{ result }` or `{ error: code }`. */
  const ask = (request, id = ++last) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`no answer to ${JSON.stringify(request)}`)),
        ANSWER_WITHIN,
      );
      waiting.set(id, ({ success, result, error }) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(success ? { result } : { error: error.code });
      });
      socket.send(JSON.stringify({ id, ...request }));
    });

  return {
    ask,
    /** Follows a subscription: `{ answer, events }`, where `events` grows. */
    follow: async (request) => {
      const id = ++last;
      const events = [];
      feeds.set(id, events);
      return { answer: await ask(request, id), events };
    },
    /** Returns `{ status, body }`. */
    rest: async (method, path, body) => {
      const response = await fetch(server.url + path, {
        method,
        headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: jsonOf(text) };
    },
    close: () => socket.close(),
  };
}

function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

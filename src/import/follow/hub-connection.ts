import WebSocket from 'ws';
import { isObject } from '../../core/coerce.ts';
import { ImportError } from '../source-folder.ts';
import type { Fields } from '../stored-fields.ts';

const CONNECT_WITHIN = 10_000;
const MAX_MESSAGE = 64 * 1024 * 1024;

type Command = Fields & { readonly type: string };

/** Asks a running hub some questions over its WebSocket. Throws `ImportError` if it cannot be reached or refuses. */
export async function askHub(url: string, token: string, commands: readonly Command[]): Promise<unknown[]> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/websocket`, {
    handshakeTimeout: CONNECT_WITHIN,
    maxPayload: MAX_MESSAGE,
    followRedirects: false,
  });
  try {
    return await answersOf(socket, token, commands);
  } finally {
    socket.terminate();
  }
}

function answersOf(socket: WebSocket, token: string, commands: readonly Command[]): Promise<unknown[]> {
  const answers: unknown[] = [];
  const isOpen = (): boolean => socket.readyState === WebSocket.OPEN;
  const send = (message: Fields): void => socket.send(JSON.stringify(message));
  const ask = (): boolean => {
    const next = commands[answers.length];
    if (next !== undefined && isOpen()) send({ ...next, id: answers.length + 1 });
    return next === undefined;
  };
  return new Promise((resolve, reject) => {
    socket.on('error', (error) => reject(new ImportError(`The hub cannot be reached: ${error.message}`)));
    socket.on('close', () => reject(new ImportError('The hub closed the connection')));
    socket.on('message', (data) => {
      for (const message of messagesOf(String(data))) {
        if (message.type === 'auth_required') send({ type: 'auth', access_token: token });
        else if (message.type === 'auth_invalid') reject(new ImportError('The hub refuses the token'));
        else if (message.type === 'result' && message.id === answers.length + 1) {
          if (message.success !== true) reject(new ImportError(refusal(commands[answers.length], message)));
          answers.push(message.result);
          if (ask()) resolve(answers);
        } else if (message.type === 'auth_ok' && ask()) resolve(answers);
      }
    });
  });
}

function messagesOf(text: string): Fields[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return (Array.isArray(parsed) ? parsed : [parsed]).filter(isObject);
  } catch {
    return [];
  }
}

function refusal(command: Command | undefined, { error }: Fields): string {
  const { message } = isObject(error) ? error : {};
  return `The hub refuses ${command?.type ?? 'a question'}: ${String(message ?? 'without a reason').slice(0, 500)}`;
}

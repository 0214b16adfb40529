import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Reads a line of stdin without echo. Never an argument, since other users of the machine can read those. */
export async function readPassword(prompt = 'Password'): Promise<string> {
  const isPerson = process.stdin.isTTY === true;
  if (isPerson) process.stderr.write(`${prompt}: `);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: isPerson });
  try {
    for await (const line of lines) return line;
  } finally {
    lines.close();
    if (isPerson) process.stderr.write('\n');
  }
  throw new Error('nothing came in; give it as a line of input');
}

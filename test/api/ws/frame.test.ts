import { PassThrough, type Writable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as ws from 'ws';
import { arrayFrame, payloadStart, textFrame } from '../../../src/api/ws/frame.ts';

interface Reader extends Writable {
  on(event: string, listener: (data: never) => void): this;
}

// The typings of ws leave its reader out.
const { Receiver } = ws as unknown as { Receiver: new (options: object) => Reader };

/** Returns the messages a WebSocket client reads from the bytes, in order. */
async function read(bytes: Buffer): Promise<string[]> {
  const receiver = new Receiver({ isServer: false });
  const messages: string[] = [];
  receiver.on('message', (data: Buffer) => messages.push(data.toString()));
  const failed = new Promise<never>((_resolve, reject) => receiver.on('error', reject));
  const done = new Promise<void>((resolve) => receiver.on('finish', resolve));
  new PassThrough().end(bytes).pipe(receiver);
  await Promise.race([done, failed]);
  return messages;
}

test('frames of every header size read back as they were', async () => {
  for (const size of [0, 1, 125, 126, 127, 65_535, 65_536, 100_000]) {
    const text = 'x'.repeat(size);
    const frame = textFrame(text);
    expect(await read(frame)).toEqual([text]);
    expect(frame.length - payloadStart(frame)).toBe(size);
  }
});

test('parts of text and bytes are one message', async () => {
  expect(await read(textFrame('ä', Buffer.from('€'), '😀'))).toEqual(['ä€😀']);
});

test('any texts read back in order, one frame after the other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', maxLength: 300 })), async (texts) => {
      const frames = texts.map((text) => textFrame(text));
      expect(await read(Buffer.concat(frames))).toEqual(texts);
    }),
  );
});

test('frames joined as an array hold the same messages in one frame', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.json(), { minLength: 1, maxLength: 30 }), async (texts) => {
      const messages = await read(arrayFrame(texts.map((text) => textFrame(text))));
      expect(messages).toHaveLength(1);
      expect(JSON.parse(messages[0] ?? '')).toEqual(texts.map((text) => JSON.parse(text)));
    }),
  );
});

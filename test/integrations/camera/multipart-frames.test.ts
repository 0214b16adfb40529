import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MultipartFrames } from '../../../src/integrations/camera/multipart-frames.ts';
import { testData } from '../../support/test-data.ts';
import { seeds } from '../../support/thoroughness.ts';

const cases = testData(import.meta.filename);

const MEBIBYTE = 1024 * 1024;

/** The frames of a stream in order, then its error. */
function cut(type: string, pieces: readonly Buffer[]): string[] {
  const seen: string[] = [];
  try {
    const frames = new MultipartFrames(type, (bytes) => seen.push(bytes.toString('latin1')));
    for (const piece of pieces) frames.push(piece);
  } catch (error) {
    seen.push(String(error));
  }
  return seen;
}

function inPieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const ends = [...cuts.map((at) => at % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
}

const cuts = fc.array(fc.nat(100_000), { maxLength: 40 });
const boundary = fc
  .stringMatching(/^[A-Za-z\d'+_.=-]{1,30}$/)
  .filter((name) => name.replace(/^--/, '') !== '');
const picture = fc.record({
  bytes: fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  hasLength: fc.boolean(),
  line: fc.constantFrom('\r\n', '\n'),
  fields: fc.array(fc.constantFrom('Content-Type: image/jpeg', 'X-Time: 1', 'X-Content-Length: 3'), {
    maxLength: 3,
  }),
});

test('the pictures of a stream are read as they were sent, whatever the chunks', () => {
  fc.assert(
    fc.property(
      boundary,
      fc.boolean(),
      fc.array(picture, { maxLength: 6 }),
      cuts,
      (name, quoted, all, at) => {
        // A picture without a length neither holds the boundary nor ends in half a line break.
        const good = all.filter(
          ({ hasLength, bytes }) =>
            hasLength ||
            !(bytes.includes(`--${name.replace(/^--/, '')}`) || /[\r\n-]$/.test(bytes.toString('latin1'))),
        );
        const parts = good.map(({ bytes, hasLength, line, fields }) => {
          const head = [
            `--${name}`,
            ...fields,
            ...(hasLength ? [`content-length:  ${bytes.length}`] : []),
            '',
            '',
          ];
          return Buffer.concat([Buffer.from(head.join(line)), bytes, Buffer.from(line)]);
        });
        const stream = Buffer.concat([...parts, Buffer.from(`--${name}--\r\n`)]);
        const type = `multipart/x-mixed-replace; boundary=${quoted ? `"${name}"` : name}`;
        expect(cut(type, inPieces(stream, at))).toEqual(good.map(({ bytes }) => bytes.toString('latin1')));
      },
    ),
    { numRuns: 300 },
  );
});

test('an invalid stream is read the same way, whatever the chunks', () => {
  const word = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom('--b', '\r\n', '\n', '\r\n\r\n', '\n\n', '--', '-', '\r', 'b', ' '),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom('--b\r\n\r\n', '--b\r\nContent-Length: 4\r\n\r\n', '\r\n--b--\r\n'),
    },
    { weight: 2, arbitrary: fc.nat(40).map((length) => `\r\nContent-Length: ${length}\r\n`) },
    { weight: 1, arbitrary: fc.constantFrom('-1', '1e3', '0x10', '99999999', '9'.repeat(400)) },
    { weight: 1, arbitrary: fc.nat(9000).map((length) => 'x'.repeat(length)) },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 20 }).map((all) => Buffer.from(all).toString('latin1')),
    },
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), cuts, (words, at) => {
      const stream = Buffer.from(words.join(''), 'latin1');
      const whole = cut('multipart/mixed;boundary=b', [stream]);
      expect(cut('multipart/mixed;boundary=b', inPieces(stream, at))).toEqual(whole);
      const single = Array.from(stream, (byte) => Buffer.from([byte]));
      if (stream.length < 4000) expect(cut('multipart/mixed;boundary=b', single)).toEqual(whole);
    }),
    { numRuns: 500 },
  );
});

test('a content type is a stream with a boundary or is refused by name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      for (const type of [text, `multipart/mixed; boundary=${text}`, `multipart/mixed; boundary="${text}"`])
        for (const said of cut(type, []))
          expect(said).toBe('Error: the pictures of the video stream have no boundary');
    }),
  );
  for (const type of cases<string[]>('types'))
    expect(cut(type, [])).toEqual(['Error: the pictures of the video stream have no boundary']);
});

test('a boundary that is named with its hyphens may be written with two more', () => {
  const part = (text: string): string => `----x\r\n\r\n${text}\r\n`;
  const stream = Buffer.from(`${part('one')}${part('two')}----x`);
  expect(cut('multipart/mixed; boundary=--x', [stream])).toEqual(['one', 'two']);
});

/** The number of bytes accepted before the error, and the error. */
function endure(head: string, piece: Buffer, most: number): [taken: number, refusal: string] {
  const frames = new MultipartFrames('multipart/mixed;boundary=b', () => {});
  let taken = 0;
  try {
    frames.push(Buffer.from(head));
    for (; taken < most; taken += piece.length) frames.push(piece);
  } catch (error) {
    return [taken, String(error)];
  }
  return [taken, 'none'];
}

test.each([
  ['no boundary at all', '', 8192, 'the video stream contains no pictures'],
  ['a head without end', '--b\r\nX: ', 8192, 'the video stream contains no pictures'],
  ['a picture without end', '--b\r\n\r\n', 4 * MEBIBYTE + 1024, 'a picture of the video stream is too large'],
  ['a huge length', '--b\nContent-Length: 16777217\n\n', 0, 'a picture of the video stream is too large'],
  [
    'a length beyond numbers',
    `--b\nContent-Length: ${'9'.repeat(400)}\n\n`,
    0,
    'a picture of the video stream is too large',
  ],
])('%s is refused before it fills the memory', (_what, head, most, refusal) => {
  for (const size of [1000, seeds(64, 1)]) {
    const [taken, said] = endure(head, Buffer.alloc(size, 'x'), 5 * MEBIBYTE);
    expect(said).toBe(`Error: ${refusal}`);
    expect(taken).toBeLessThanOrEqual(most);
  }
});

test('a length that is too short ends the stream once no head follows', () => {
  const [taken, said] = endure('--b\nContent-Length: 1\n\n', Buffer.alloc(500, 'x'), MEBIBYTE);
  expect([said, taken < 10_000]).toEqual(['Error: the video stream contains no pictures', true]);
});

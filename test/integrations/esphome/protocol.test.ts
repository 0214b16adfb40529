import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NoiseFraming, PlainFraming } from '../../../integrations/esphome/protocol/framing.ts';
import { Handshake, keyOf } from '../../../integrations/esphome/protocol/noise.ts';
import { decode, encode, ProtocolError, varint } from '../../../integrations/esphome/protocol/protobuf.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'hex');

/** What the Python package `noiseprotocol` 0.3.1 makes of these keys. */
const RECORDED = {
  psk: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
  client: '202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f',
  server: '404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f',
  first: '358072d6365880d1aeea329adf9121383851ed21a28e3b75e965d0d2cd1662548b18e980a5463f4f4ed6a227d01eebb1',
  second: '79a631eede1bf9c98f12032cdeadd0e7a079398fc786b88cc846ec89af85a51a08d629a47626962aacde23c4ab9801ba',
  up: ['c7d88cc3431cda44624fa86f6d5bf97f6a0cfab752', 'e45b1b99317e77cc09a39588d46afb80e8381c1369'],
  down: 'f26df760864661d53ac5883501844f3473a5bc6ca9',
};

describe('the encryption of ESPHome', () => {
  it('is that of the Noise protocol', () => {
    const psk = bytes(RECORDED.psk);
    const client = new Handshake(psk, { isClient: true, secret: bytes(RECORDED.client) });
    const node = new Handshake(psk, { isClient: false, secret: bytes(RECORDED.server) });
    const first = client.write();
    expect(first.toString('hex')).toBe(RECORDED.first);
    node.read(first);
    const second = node.write();
    expect(second.toString('hex')).toBe(RECORDED.second);
    client.read(second);
    const [up, down] = [client.ciphers(), node.ciphers()];
    const sealed = ['hello', 'again'].map((text) => up.send.encrypt(Buffer.from(text)));
    expect(sealed.map((one) => one.toString('hex'))).toEqual(RECORDED.up);
    expect(sealed.map((one) => down.receive.decrypt(one).toString())).toEqual(['hello', 'again']);
    const back = down.send.encrypt(Buffer.from('world'));
    expect(back.toString('hex')).toBe(RECORDED.down);
    expect(() => up.receive.decrypt(bytes(`00${RECORDED.down.slice(2)}`))).toThrow();
  });

  it('takes 32 bytes in base64 for a key, and nothing else', () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    expect(keyOf(` ${key}\n`)).toEqual(Buffer.alloc(32, 7));
    for (const wrong of ['', 'x', key.slice(0, -1), `${key}AAAA`, Buffer.alloc(31).toString('base64')])
      expect(keyOf(wrong)).toBeUndefined();
  });

  it('refuses a node that does not know the key, whatever it answers', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (answer) => {
        const framing = new NoiseFraming(Buffer.alloc(32, 7));
        framing.begin();
        const frame = Buffer.concat([Buffer.from([1, 0, answer.length]), answer]);
        try {
          framing.read(Buffer.concat([Buffer.from([1, 0, 3, 1, 97, 0]), frame]));
        } catch {
          // It is refused, or waits for more.
        }
        expect(framing.isReady).toBe(false);
      }),
    );
  });
});

describe('the messages of ESPHome', () => {
  it('are what they were after they were written and read', () => {
    const light = {
      ...{ key: 0xfffffffe, has_state: true, state: true, red: 0.5, transition_length: 300, effect: 'Glüh' },
    };
    expect(decode('LightCommandRequest', encode('LightCommandRequest', light))).toMatchObject(light);
    const args = [{ int_: -5, legacy_int: -5, int_array: [1, -1, -2_147_483_648], string_array: ['', 'b'] }];
    const call = { key: 1, args: args as never };
    expect(decode('ExecuteServiceRequest', encode('ExecuteServiceRequest', call))).toMatchObject(call);
  });

  it('are read in packed lists, and passed over where they are unknown or of another form', () => {
    // Field 7 with two items and with one, an unknown field 90, and field 3 as a number instead of a text.
    const sent = bytes('3a0201233801d005011805');
    expect(decode('ListEntitiesClimateResponse', sent)).toMatchObject({
      supported_modes: [1, 35, 1],
      name: '',
    });
  });

  it('are refused with an error where they are none, at once and without end', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (given) => {
        try {
          decode('DeviceInfoResponse', Buffer.from(given));
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
      }),
    );
  });

  it('arrive whole, however they are cut', () => {
    const framing = new PlainFraming();
    const sent = [1, 200, 70_000].map((length) => ({ number: 300, bytes: Buffer.alloc(length, 1) }));
    const all = Buffer.concat(sent.map((one) => framing.write(one)));
    fc.assert(
      fc.property(fc.array(fc.nat(all.length), { maxLength: 20 }), (cuts) => {
        const reader = new PlainFraming();
        const places = [0, ...cuts.sort((a, b) => a - b), all.length];
        const read = places.flatMap((at, i) => reader.read(all.subarray(at, places[i + 1] ?? all.length)));
        expect(read.map((one) => one.bytes.length)).toEqual([1, 200, 70_000]);
      }),
      { numRuns: 20 },
    );
  });

  it('are bounded before they are kept', () => {
    const huge = Buffer.concat([Buffer.from([0]), varint(300_000), varint(1)]);
    expect(() => new PlainFraming().read(huge)).toThrow('A message has 300000 bytes');
    expect(() => new PlainFraming().read(bytes('00ffffffffffff'))).toThrow('more than five bytes');
    expect(() => new PlainFraming().read(Buffer.from('HTTP/1.1 400'))).toThrow('does not speak');
  });
});

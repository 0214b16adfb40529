import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GatheredBytes } from '../../src/network/gathered-bytes.ts';

test('bytes that were appended and not dropped are there, whatever the chunks', () => {
  const step = fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.nat({ max: 50 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const gathered = new GatheredBytes();
      let model: number[] = [];
      for (const one of steps) {
        if (typeof one === 'number') {
          const count = Math.min(one, model.length);
          gathered.drop(count);
          model = model.slice(count);
        } else {
          gathered.append(Buffer.from(one));
          model = [...model, ...one];
        }
        expect([...gathered.all()]).toEqual(model);
      }
    }),
  );
});

test('a chunk whose buffer is reused stays as it was', () => {
  const gathered = new GatheredBytes();
  const piece = Buffer.from('one');
  gathered.append(piece);
  piece.fill(0);
  expect(gathered.all().toString()).toBe('one');
});

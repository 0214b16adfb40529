import { describe, expect, it } from 'vitest';
import { Message } from '../../../src/integrations/mqtt/client/message.ts';
import { MAX_JSON, readJson } from '../../../src/integrations/mqtt/client/payload-json.ts';
import { sensorComponent as sensor } from '../../../src/integrations/mqtt/components/sensor.ts';
import { attributesReading } from '../../../src/integrations/mqtt/entity/json-attributes.ts';

const config = (more: object) =>
  sensor.schema.safeParse({ unique_id: 'x', state_topic: 's', device: { identifiers: 'x' }, ...more });
const list = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

describe('a config takes', () => {
  it.each([
    [
      'topics of availability',
      (count: number) => ({ availability: list(count, (i) => ({ topic: `a/${i}` })) }),
    ],
    ['connections', (count: number) => ({ device: { connections: list(count, (i) => ['mac', String(i)]) } })],
    ['identifiers', (count: number) => ({ device: { identifiers: list(count, String) } })],
  ])('at most a hundred %s', (_what, more) => {
    expect(config(more(100)).success).toBe(true);
    expect(config(more(101)).success).toBe(false);
  });
});

describe('a payload of JSON', () => {
  const array = (characters: number): string => `[${'1,'.repeat(characters / 2 - 2)}1]`;

  it('is read up to half a million characters', () => {
    expect(readJson(array(MAX_JSON))).toBeDefined();
    expect(readJson(array(MAX_JSON + 2))).toBeUndefined();
  });

  it('brings attributes of at most 131072 characters', () => {
    const parsed = config({ json_attributes_topic: 'a' });
    if (!parsed.success) throw new Error('the config is not taken');
    const taken: object[] = [];
    const complaints: string[] = [];
    const reading = attributesReading(
      parsed.data,
      { domain: sensor.domain, facts: { kind: 'sensor' } },
      (attributes) => void taken.push(attributes),
    );
    const read = (characters: number): void => {
      const text = `{"a":"${'x'.repeat(characters - 8)}"}`;
      reading.read?.(text, {
        message: new Message('a', Buffer.from(text), {}),
        warn: (reason: string) => void complaints.push(reason),
      } as never);
    };
    read(131_072);
    expect([taken.length, complaints]).toEqual([1, []]);
    read(131_073);
    expect([taken.length, complaints]).toEqual([1, ['the attributes are longer than 131072 characters']]);
  });
});

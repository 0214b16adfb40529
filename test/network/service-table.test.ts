import { describe, expect, it } from 'vitest';
import { type ServiceRecord, ServiceTable } from '../../src/network/service-table.ts';

const NAME = 'Desk._wled._tcp.local';
const POINTER: ServiceRecord = { name: '_wled._tcp.local', type: 'PTR', ttl: 4500, data: NAME };
const PLACE: ServiceRecord = { name: NAME, type: 'SRV', data: { port: 80, target: 'Desk.local' } };
const TEXT: ServiceRecord = { name: NAME, type: 'TXT', data: [Buffer.from('mac=a4cf12aabb01')] };
const ADDRESS: ServiceRecord = { name: 'desk.local', type: 'A', data: '192.168.1.9' };
const FOUND = {
  ...{ type: '_wled._tcp.local.', name: `${NAME}.`, hostname: 'desk.local.' },
  ...{ addresses: ['192.168.1.9'], port: 80, properties: { mac: 'a4cf12aabb01' } },
};

describe('the services of the network', () => {
  it('are told once they are complete, and again when they change', () => {
    const table = new ServiceTable(['_wled._tcp']);
    expect(table.take([POINTER, PLACE])).toEqual([]);
    expect(table.take([TEXT, ADDRESS])).toEqual([FOUND]);
    expect(table.take([POINTER, PLACE, TEXT, ADDRESS])).toEqual([]);
    const moved = { ...ADDRESS, data: '192.168.1.10' };
    expect(table.take([moved])).toMatchObject([{ addresses: ['192.168.1.10', '192.168.1.9'] }]);
  });

  it('are forgotten when they say goodbye', () => {
    const table = new ServiceTable(['_wled._tcp']);
    table.take([POINTER, PLACE, TEXT, ADDRESS]);
    table.take([{ ...POINTER, ttl: 0 }]);
    expect(table.take([POINTER, PLACE, TEXT])).toEqual([FOUND]);
  });

  it('are only those of the types asked for, and at most a thousand', () => {
    const table = new ServiceTable(['_wled._tcp']);
    expect(table.take([{ ...POINTER, name: '_other._tcp.local' }, PLACE, TEXT, ADDRESS])).toEqual([]);
    const flood = Array.from({ length: 5000 }, (_, i): ServiceRecord[] => {
      const name = `${i}._wled._tcp.local`;
      return [
        { ...POINTER, data: name },
        { ...PLACE, name },
        { ...TEXT, name },
      ];
    });
    expect(table.take([...flood.flat(), ADDRESS])).toHaveLength(1000);
  });

  it.each([
    [{ ...PLACE, data: { port: 'x', target: 5 } }],
    [{ ...PLACE, data: null }],
    [{ ...TEXT, data: 'text' }],
    [{ ...ADDRESS, data: { a: 1 } }],
    [{ ...POINTER, data: 'x'.repeat(300) }],
  ])('survive %j', (record) => {
    const table = new ServiceTable(['_wled._tcp']);
    table.take([POINTER, record]);
    expect(table.take([PLACE, TEXT, ADDRESS])).toHaveLength(1);
  });
});

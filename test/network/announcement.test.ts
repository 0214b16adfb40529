import { createSocket } from 'node:dgram';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../src/core/log.ts';
import { Announcement, type AnnouncementFacts, dnsService } from '../../src/network/announcement.ts';
import { LocalName } from '../../src/network/local-name.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { until } from '../support/until.ts';

/** Whether this machine delivers multicast messages to itself, which some containers do not. */
const hasMulticast = await new Promise<boolean>((resolve) => {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  const end = (isDelivered: boolean): void => {
    clearTimeout(late);
    socket.close();
    resolve(isDelivered);
  };
  const late = setTimeout(() => end(false), 2000);
  socket.once('error', () => end(false));
  socket.once('message', () => end(true));
  socket.bind(0, () => {
    try {
      socket.addMembership('224.0.0.251', '127.0.0.1');
      socket.setMulticastInterface('127.0.0.1');
      socket.send('?', socket.address().port, '224.0.0.251');
    } catch {
      end(false);
    }
  });
});

const FACTS: AnnouncementFacts = {
  instanceId: '0123456789abcdef0123456789abcdef',
  homeName: 'Rosenweg 5',
  version: '2026.11.0',
  internalUrl: null,
  externalUrl: null,
  port: 8123,
};

const WHERE = { address: '192.168.1.5', host: 'hearth.local' };

describe('the name in the network', () => {
  it('is hearth.local, or the first free one after it', async () => {
    const name = new LocalName();
    expect(name.current).toBe('hearth.local');
    expect(await name.claim(async () => false)).toBe('hearth.local');
    expect(await name.claim(async (one) => one === 'hearth.local')).toBe('hearth-2.local');
    expect(name.current).toBe('hearth-2.local');
    expect(await name.claim(async (one) => !one.includes('4'))).toBe('hearth-4.local');
  });

  it('stays as it is when every name is taken', async () => {
    const asked: string[] = [];
    const isTaken = async (name: string) => asked.push(name) > 0;
    expect(await new LocalName().claim(isTaken)).toBe('hearth.local');
    expect(asked).toHaveLength(9);
  });
});

describe('the announcement', () => {
  it('names the home, its version and where it is, and leaves out what is not known', () => {
    expect(dnsService(FACTS, WHERE)).toEqual({
      name: 'Rosenweg 5 012345',
      type: 'home-assistant',
      port: 8123,
      host: 'hearth.local',
      txt: {
        location_name: 'Rosenweg 5',
        uuid: '0123456789abcdef0123456789abcdef',
        version: '2026.11.0',
        internal_url: 'http://192.168.1.5:8123',
        base_url: 'http://192.168.1.5:8123',
        requires_api_password: 'True',
      },
      probe: false,
    });
  });

  it('prefers the URLs of the settings, the external one as the base', () => {
    const urls = { internalUrl: 'http://hearth.local:8123', externalUrl: 'https://home.example' };
    expect(dnsService({ ...FACTS, ...urls }, WHERE).txt).toMatchObject({
      internal_url: 'http://hearth.local:8123',
      external_url: 'https://home.example',
      base_url: 'https://home.example',
    });
  });

  it('fits into the limits of DNS, whatever the home is called', () => {
    for (const homeName of ['ü'.repeat(100), 'My "home". \\', '😀'.repeat(50)]) {
      const { name, txt } = dnsService(
        { ...FACTS, homeName, externalUrl: `https://${'a'.repeat(300)}.example` },
        { ...WHERE, address: undefined },
      );
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(63);
      expect(name).not.toMatch(/["\\.]/);
      expect(txt).not.toHaveProperty('external_url');
    }
  });

  it.skipIf(!hasMulticast)(
    'is found on the network, with changed facts after a minute, and withdrawn at the end',
    async () => {
      const { Bonjour } = await import('bonjour-service');
      let homeName = 'Rosenweg 5';
      const clock = new FakeClock();
      const announcement = new Announcement({
        ...{ clock, log: silentLog, addresses: () => ['127.0.0.1'] },
        localName: new LocalName(),
        isTaken: async (name) => name === 'hearth.local',
        facts: () => ({ ...FACTS, homeName }),
      });
      const listener = new Bonjour({ interface: '127.0.0.1', bind: '0.0.0.0' } as object);
      onTestFinished(() => new Promise<void>((resolve) => void listener.destroy(() => resolve())));
      const browser = listener.find({ type: 'home-assistant' });
      const found = () => browser.services.filter(({ txt }) => txt?.uuid === FACTS.instanceId);
      await announcement.start();
      const [service] = await until(() => found().length > 0 && found(), 'the service was found');
      expect(service).toMatchObject({
        port: 8123,
        host: 'hearth-2.local',
        txt: { location_name: 'Rosenweg 5', version: '2026.11.0' },
      });
      homeName = 'Rosenweg 6';
      clock.advance(60_000);
      await until(
        () => found().some(({ txt }) => txt?.location_name === 'Rosenweg 6'),
        'the new name was announced',
      );
      await announcement.stop();
      await until(() => found().length === 0, 'the service was withdrawn');
    },
  );
});

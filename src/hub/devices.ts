import type { Part } from '../core/lifecycle.ts';
import { Simulator } from '../devices/simulator/part.ts';
import { domains } from '../domains/index.ts';
import type { Ground } from './ground.ts';

/** What brings devices into the house. */
export async function deviceParts(ground: Ground): Promise<Part[]> {
  const { options, house, clock } = ground;
  const { entities, home } = house;
  const demo = { entities, domains, clock, hourOfDay: (at: number) => hourOfDay(at, home.facts.time_zone) };
  return [...(options.settings.demo ? [new Simulator(demo)] : []), ...(await mqttParts(ground))];
}

/** Loaded only where there is a broker: a home without MQTT pays nothing for it. */
async function mqttParts({ options, house, bus, states, clock }: Ground): Promise<Part[]> {
  const { mqtt, dataDir } = options.settings;
  if (mqtt.url === undefined) return [];
  const { Mqtt } = await import('../devices/mqtt/part.ts');
  const log = options.logFile.log.named('mqtt');
  return [new Mqtt({ ...house, settings: { ...mqtt, url: mqtt.url }, dataDir, bus, states, clock, log })];
}

function hourOfDay(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const [hour = '0', minute = '0'] = format.format(at).split(':');
  return (Number(hour) % 24) + Number(minute) / 60;
}

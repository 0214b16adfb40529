import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TopicMessage } from '../../src/automation/config/ports.ts';
import { ItemFiles } from '../../src/automation/item-files/item-files.ts';
import { sceneServices } from '../../src/automation/scenes/scene-services.ts';
import { Scenes } from '../../src/automation/scenes/scenes.ts';
import { fullAccess } from '../../src/core/access.ts';
import { newContext } from '../../src/core/context.ts';
import type { CalendarEvent, Webhook } from '../../src/core/ports.ts';
import type { Values } from '../../src/domains/definition/define-domain.ts';
import { domains } from '../../src/domains/index.ts';
import type { Driver } from '../../src/entities/entity/driver.ts';
import type { Entities } from '../../src/entities/entity/entities.ts';
import {
  type HomeControl,
  homeassistantServices,
} from '../../src/entities/services/homeassistant-services.ts';
import { Notifications } from '../../src/helpers/notifications.ts';
import { automationHome } from './automation-home.ts';
import { dataFiles } from './data-files.ts';
import { FakeClock } from './fake-clock.ts';

const FOLDER = join(import.meta.dirname, '../automation/published');

interface Device {
  readonly capabilities?: Values;
  readonly values: Values;
}

/** The initial state of a device of each domain. */
const DEVICES: Readonly<Record<string, Device>> = {
  light: { capabilities: { supported_color_modes: ['brightness'] }, values: { on: false } },
  switch: { values: { on: false } },
  input_boolean: { values: { on: false } },
  siren: { values: { on: false } },
  fan: { values: { percentage: 0 } },
  lock: { values: { state: 'unlocked' } },
  cover: { values: { position: 100 } },
  valve: { values: { closed: false } },
  alarm_control_panel: { capabilities: { code_arm_required: false }, values: { state: 'disarmed' } },
  media_player: { values: { state: 'off' } },
  climate: {
    capabilities: { hvac_modes: ['off', 'heat'], preset_modes: ['home', 'away'], min_temp: 5, max_temp: 30 },
    values: { hvac_mode: 'heat', preset_mode: 'home', temperature: 20 },
  },
};

/** The server itself is not under test here. */
const untouched: HomeControl = {
  checkConfig: async () => ({ errors: null }),
  setLocation: async () => {},
  saveStates: async () => {},
  stop: () => {},
  reloadEntry: async () => false,
};

/** The options of a home for a published file. */
export interface PublishedOptions {
  /** Its devices, which reach their states at once. */
  readonly devices?: readonly string[];
  /** Other states, as set by integrations. */
  readonly states?: Readonly<Record<string, string>>;
  /** The local time in Amsterdam at the start, as ISO 8601 without an offset. */
  readonly at?: string;
  readonly calendar?: readonly CalendarEvent[];
}

/** A home with a published file as its `automations.yaml`, and a stopped clock. */
export async function publishedHome(name: string, options: PublishedOptions) {
  const clock = new FakeClock(`${options.at ?? '2026-11-20T13:00:00'}+01:00`);
  const topics = new Map<string, (message: TopicMessage) => void>();
  const webhooks = new Map<string, Webhook>();
  const calls: string[] = [];
  const folder = dataFiles({});
  copyFileSync(join(FOLDER, `${name}.yaml`), join(folder, 'automations.yaml'));
  const files = new ItemFiles('automation', async () => folder);
  const home = await automationHome({
    clock,
    loadAutomations: () => files.load(),
    ports: {
      mqtt: {
        listen: (topic, _qos, hear) => {
          topics.set(topic, hear);
          return () => topics.delete(topic);
        },
        onTrigger: () => () => {},
        triggersOf: () => [],
      },
      webhooks: {
        register: (webhook) => {
          webhooks.set(webhook.id, webhook);
          return () => webhooks.delete(webhook.id);
        },
      },
      calendars: {
        eventsBetween: (_id, from, to) =>
          (options.calendar ?? []).filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from),
        onChange: () => () => {},
      },
    },
    prepare: ({ home, states, bus, setting }) => {
      const applying = { ...home, states, log: setting.log };
      const scenes = new Scenes({
        ...{ ...applying, bus, clock },
        files: { load: async () => ({ items: [], problems: [] }) },
      });
      for (const service of [
        ...sceneServices({ ...applying, scenes }),
        ...homeassistantServices({ ...applying, home: untouched }),
        ...new Notifications({ clock, states, triggeredBy: () => undefined }).services(),
        {
          ...{
            domain: 'notify',
            name: 'family',
            description: 'Tells everybody.',
            passesExtraKeys: true as const,
          },
          fields: {},
          handle: () => {},
        },
      ])
        home.engine.register(service);
      bus.on('call_service', ({ data, firedAt }) => calls.push(callLine(data, firedAt)));
      for (const id of options.devices ?? []) addDevice(home.entities, id);
      for (const [id, state] of Object.entries(options.states ?? {})) states.set(id, state, {});
    },
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1) {
      await new Promise((done) => setImmediate(done));
      clock.flush();
    }
  };
  const problems = [...home.states.all()].filter(
    ({ entity_id, state }) => entity_id.startsWith('automation.') && state !== 'on',
  );
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return {
    ...home,
    /**
     * Advances the clock by a duration (`HH:MM:SS`), settling after each due timer so that its consequences
     * start on time.
     */
    pass: async (time: string): Promise<void> => {
      const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
      await settle();
      for (let left = ((hours * 60 + minutes) * 60 + seconds) * 1000; left > 0; ) {
        const step = Math.min(left, clock.untilNext);
        clock.advance(step);
        left -= step;
        await settle();
      }
    },
    /** Sets a state, like an integration. */
    set: async (id: string, state: string, attributes: Record<string, unknown> = {}): Promise<void> => {
      home.states.set(id, state, attributes);
      await settle();
    },
    event: async (type: string, data: Record<string, unknown>): Promise<void> => {
      home.fire(type, data);
      await settle();
    },
    message: async (topic: string, payload: unknown): Promise<void> => {
      const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
      topics.get(topic)?.({ topic, payload: Buffer.from(text), qos: 0, retain: false });
      await settle();
    },
    post: async (id: string, body: unknown): Promise<void> => {
      webhooks.get(id)?.listener({
        ...{ method: 'POST', isLocal: true, contentType: 'application/json', query: {} },
        body: Buffer.from(JSON.stringify(body)),
      });
      await settle();
    },
    /** A manual service call; it is not part of `calls`. */
    call: async (service: string, data: Record<string, unknown> = {}): Promise<void> => {
      const [domain = '', name = ''] = service.split('.');
      const before = calls.length;
      const context = newContext(clock.now());
      const over = home.home.engine.execute({ domain, service: name, data, access: fullAccess, context });
      calls.splice(before, 1);
      await over;
      await settle();
    },
    /** The service calls since the last request: local time, service, entities, other data. */
    calls: (): string[] => calls.splice(0),
    state: (id: string): string | undefined => home.states.get(id)?.state,
    attribute: (id: string, key: string): unknown => home.states.get(id)?.attributes[key],
    /** The data of the events of a type, in order. */
    events: (type: string): unknown[] =>
      home.events.filter((event) => event.type === type).map(({ data }) => data),
    /** The outcomes of the runs of the file, in order. */
    outcomes: (): unknown[] => home.traces.map((trace) => trace.short().script_execution),
  };
}

function addDevice(entities: Entities, id: string): void {
  const [kind = '', objectId = ''] = id.split('.');
  const domain = domains.find(({ name }) => name === kind);
  const device = DEVICES[kind];
  if (domain === undefined || device === undefined) throw new Error(`No device for ${id}`);
  const driver: Driver = { execute: (command, entity) => entity.report(command.patch) };
  entities.add({
    ...{ domain, objectId, platform: 'test', driver, values: device.values },
    name: objectId.replaceAll('_', ' '),
    features: Object.keys(domain.features),
    capabilities: device.capabilities ?? {},
  });
}

function callLine(data: Readonly<Record<string, unknown>>, at: number): string {
  const { entity_id: ids, ...rest } = data.service_data as Record<string, unknown>;
  // The stopped clock advances by microseconds when it is read.
  const time = new Date(Math.round(at / 100) * 100).toLocaleTimeString('en-GB', {
    timeZone: 'Europe/Amsterdam',
  });
  const target = ids === undefined ? [] : [ids].flat();
  const more = Object.keys(rest).length === 0 ? [] : [JSON.stringify(rest)];
  return [time, `${data.domain}.${data.service}`, ...target, ...more].join(' ');
}

import { beforeEach, describe, expect, it } from 'vitest';
import { type Context, newContext } from '../../../src/core/context.ts';
import { HubError } from '../../../src/core/errors.ts';
import { silentLog } from '../../../src/core/log.ts';
import { UNIT_SYSTEMS } from '../../../src/core/unit-system.ts';
import type { Automatic, TriggeredBlock } from '../../../src/helpers/template/setting.ts';
import { TemplateEntities } from '../../../src/helpers/template/template-entities.ts';
import type { Variables } from '../../../src/jinja/template.ts';
import { TemplateService } from '../../../src/templates/template-service.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { makeHome } from '../../support/home.ts';
import { templateHome } from '../../support/template-home.ts';

const FACTS = { time_zone: 'Europe/Amsterdam', latitude: 52.37, longitude: 4.89 };

let home: ReturnType<typeof makeHome<FakeClock>>;
let lines: string[];
/** The executed sequences with their variables. */
let runs: { sequence: unknown; variables: Variables }[];
let followed: { block: TriggeredBlock; fire: (variables: Variables, context: Context) => void }[];
let part: TemplateEntities;
let section: unknown;
/** The result of each blueprint. */
let pattern: Readonly<Record<string, unknown>>;

beforeEach(async () => {
  home = makeHome(new FakeClock());
  [lines, runs, followed] = [[], [], []];
  const world = await templateHome();
  const automatic: Automatic = {
    parseActions: (sequence) => {
      if (JSON.stringify(sequence).includes('broken')) throw new HubError('invalid_format', 'no actions');
      return { run: async (variables) => runs.push({ sequence, variables }) };
    },
    check: () => {},
    follow: (block, _name, hear) => {
      const entry = { block, fire: hear };
      followed.push(entry);
      return () => followed.splice(followed.indexOf(entry), 1);
    },
  };
  const { clock, bus, entities } = home;
  const log = {
    ...silentLog,
    warn: (text: string) => lines.push(text),
    error: (text: string) => lines.push(text),
  };
  part = new TemplateEntities({
    setting: {
      ...{ entities, clock, automatic, log: { ...log, named: () => log } as typeof silentLog },
      templates: new TemplateService({
        home: { ...world, ...home, home: { facts: FACTS as never, units: UNIT_SYSTEMS.metric } },
        ...{ bus, clock },
      }),
      fetchPicture: async (url) => ({ type: 'image/png', bytes: Buffer.from(url) }),
    },
    readSection: async () => ({ value: section, place: (path) => `hearth.yaml:${path.length}` }),
    blueprints: {
      refresh: async () => {},
      fill: ({ use_blueprint: _use, ...own }) => ({ config: { ...pattern, ...own } }),
    },
  });
});

async function start(value: unknown): Promise<void> {
  section = value;
  await part.load();
}

const state = (id: string) => home.states.get(id);

describe('a template sensor', () => {
  it('shows what its template gives, and again when what was read changes', async () => {
    home.states.set('sensor.a', '20', {});
    await start([
      {
        sensor: [
          {
            name: 'Doubled',
            unique_id: 'x1',
            state: "{{ states('sensor.a') | float * 2 }}",
            unit_of_measurement: '°C',
            device_class: 'temperature',
            state_class: 'measurement',
            icon: "{{ 'mdi:fire' if states('sensor.a') | float > 25 else 'mdi:snowflake' }}",
            attributes: { raw: "{{ states('sensor.a') | int }}", list: '{{ [1, 2.5] }}' },
          },
        ],
      },
    ]);
    expect(state('sensor.doubled')?.state).toBe('40.0');
    expect(state('sensor.doubled')?.attributes).toMatchObject({
      ...{ raw: 20, list: [1, 2.5], icon: 'mdi:snowflake', unit_of_measurement: '°C' },
      ...{ device_class: 'temperature', state_class: 'measurement', friendly_name: 'Doubled' },
    });
    home.events.length = 0;
    home.states.set('sensor.a', '26', {});
    expect(state('sensor.doubled')?.state).toBe('52.0');
    expect(state('sensor.doubled')?.attributes.icon).toBe('mdi:fire');
    // One write for all that changed.
    expect(home.events.filter(({ type }) => type === 'state_changed').length).toBe(2);
    expect(home.registry.get('sensor.doubled')?.platform).toBe('template');
  });

  it('is unavailable when its template fails, and logs it once', async () => {
    home.states.set('sensor.a', 'none', {});
    await start({ sensor: { name: 'Broken', state: "{{ states('sensor.a') | float }}" } });
    expect(state('sensor.broken')?.state).toBe('unavailable');
    home.states.set('sensor.a', 'none2', {});
    home.states.set('sensor.a', '1', {});
    expect(state('sensor.broken')?.state).toBe('1.0');
    home.states.set('sensor.a', 'none', {});
    expect(lines.filter((line) => line.includes('sensor.broken')).length).toBe(2);
  });

  it('follows its availability', async () => {
    home.states.set('switch.s', 'off', {});
    await start([{ sensor: { name: 'A', state: '7', availability: "{{ is_state('switch.s', 'on') }}" } }]);
    expect(state('sensor.a')?.state).toBe('unavailable');
    home.states.set('switch.s', 'on', {});
    expect(state('sensor.a')?.state).toBe('7');
  });

  it('is not rendered without end when it reads itself', async () => {
    await start([
      {
        sensor: { name: 'Self', state: "{{ states('sensor.self') | int(0) + states('sensor.a') | int(1) }}" },
      },
    ]);
    home.states.set('sensor.a', '1', {});
    expect(Number(state('sensor.self')?.state)).toBeLessThan(20);
    expect(lines.join()).toContain('reads what it changes itself');
  });

  it('shows the last of many changes of one turn', async () => {
    home.states.set('sensor.a', '0', {});
    await start([{ sensor: { name: 'Last', state: "{{ states('sensor.a') }}" } }]);
    for (let n = 1; n <= 500; n += 1) home.states.set('sensor.a', String(n), {});
    home.clock.advance(1000);
    expect(state('sensor.last')?.state).toBe('500');
  });

  it('does not block the server when two read each other', async () => {
    await start([
      {
        sensor: [
          { name: 'One', state: "{{ states('sensor.two') | int(0) + states('sensor.a') | int(1) }}" },
          { name: 'Two', state: "{{ states('sensor.one') | int(0) + 1 }}" },
        ],
      },
    ]);
    home.states.set('sensor.a', '2', {});
    expect(Number(state('sensor.one')?.state)).toBeLessThan(1000);
    expect(lines.join()).toContain('reads what it changes itself');
  });

  it('sees itself as `this`', async () => {
    await start([{ sensor: { name: 'Me', state: '{{ this.entity_id }}' } }]);
    expect(state('sensor.me')?.state).toBe('sensor.me');
  });

  it('takes variables of its block and its own', async () => {
    await start([
      {
        variables: { a: 2, b: '{{ a * 2 }}' },
        sensor: { name: 'V', variables: { c: '{{ b + 1 }}' }, state: '{{ c }}' },
      },
    ]);
    expect(state('sensor.v')?.state).toBe('5');
  });

  it('changes its name with its template', async () => {
    home.states.set('sensor.a', 'One', {});
    await start([
      { sensor: { name: "{{ states('sensor.a') }}", default_entity_id: 'sensor.named', state: '1' } },
    ]);
    home.clock.advance(1);
    expect(state('sensor.named')?.attributes.friendly_name).toBe('One');
    home.states.set('sensor.a', 'Two', {});
    home.clock.advance(1);
    expect(state('sensor.named')?.attributes.friendly_name).toBe('Two');
  });
});

describe('a template binary sensor', () => {
  it('waits for its delays', async () => {
    home.states.set('sensor.a', 'off', {});
    await start([
      {
        binary_sensor: {
          name: 'B',
          state: "{{ is_state('sensor.a', 'on') }}",
          delay_on: { seconds: 5 },
          delay_off: '{{ 2 + 1 }}',
        },
      },
    ]);
    expect(state('binary_sensor.b')?.state).toBe('unknown');
    home.clock.advance(3000);
    expect(state('binary_sensor.b')?.state).toBe('off');
    home.states.set('sensor.a', 'on', {});
    home.clock.advance(4000);
    expect(state('binary_sensor.b')?.state).toBe('off');
    home.states.set('sensor.a', 'off', {});
    home.states.set('sensor.a', 'on', {});
    home.clock.advance(4000);
    expect(state('binary_sensor.b')?.state).toBe('off');
    home.clock.advance(1000);
    expect(state('binary_sensor.b')?.state).toBe('on');
    home.states.set('sensor.a', 'off', {});
    home.clock.advance(2999);
    expect(state('binary_sensor.b')?.state).toBe('on');
    home.clock.advance(1);
    expect(state('binary_sensor.b')?.state).toBe('off');
  });
});

describe('what can be commanded', () => {
  it('runs the actions of a switch, and takes its state from the template', async () => {
    home.states.set('sensor.a', 'off', {});
    await start([
      { switch: { name: 'S', state: "{{ states('sensor.a') }}", turn_on: [{ event: 'on' }], turn_off: [] } },
    ]);
    await home.call('switch.turn_on', { entity_id: 'switch.s' });
    expect(runs.map(({ sequence }) => sequence)).toEqual([[{ event: 'on' }]]);
    expect(state('switch.s')?.state).toBe('off');
    home.states.set('sensor.a', 'on', {});
    expect(state('switch.s')?.state).toBe('on');
  });

  it('assumes the state of a switch without a template', async () => {
    await start([{ switch: { name: 'S', turn_on: [], turn_off: [] } }]);
    await home.call('switch.turn_on', { entity_id: 'switch.s' });
    expect(state('switch.s')?.state).toBe('on');
  });

  it('chooses the actions a light has for the call', async () => {
    await start([
      {
        light: {
          ...{ name: 'L', turn_on: [{ event: 'on' }], turn_off: [{ event: 'off' }] },
          ...{
            set_level: [{ event: 'level' }],
            set_temperature: [{ event: 'white' }],
            set_hs: [{ event: 'hs' }],
          },
        },
      },
    ]);
    await home.call('light.turn_on', { entity_id: 'light.l' });
    await home.call('light.turn_on', { entity_id: 'light.l', brightness: 100 });
    await home.call('light.turn_on', { entity_id: 'light.l', color_temp_kelvin: 4000, brightness: 50 });
    await home.call('light.turn_on', { entity_id: 'light.l', hs_color: [10, 20] });
    await home.call('light.turn_off', { entity_id: 'light.l' });
    expect(runs.map(({ sequence }) => (sequence as { event: string }[])[0]?.event)).toEqual([
      ...['on', 'level', 'white', 'hs', 'off'],
    ]);
    expect(runs[1]?.variables).toMatchObject({ brightness: 100 });
    expect(runs[2]?.variables).toMatchObject({ color_temp: 250, color_temp_kelvin: 4000, brightness: 50 });
    expect(runs[3]?.variables).toMatchObject({ hs: [10, 20], h: 10, s: 20 });
    expect(state('light.l')?.state).toBe('off');
  });

  it('drives a cover by its position', async () => {
    home.states.set('sensor.p', '40', {});
    await start([
      {
        cover: {
          name: 'C',
          position: "{{ states('sensor.p') }}",
          set_cover_position: [{ event: 'to' }],
          device_class: 'shade',
        },
      },
    ]);
    expect(state('cover.c')?.attributes).toMatchObject({ current_position: 40, device_class: 'shade' });
    await home.call('cover.open_cover', { entity_id: 'cover.c' });
    await home.call('cover.set_cover_position', { entity_id: 'cover.c', position: 30 });
    expect(runs.map(({ variables }) => variables.position)).toEqual([100, 30]);
    home.states.set('sensor.p', '0', {});
    expect(state('cover.c')?.state).toBe('closed');
  });

  it('sets numbers, selects, texts, fans and locks', async () => {
    home.states.set('input.lock', 'locked', {});
    await start([
      {
        number: { name: 'N', state: '5', min: 1, max: 9, step: 0.5, set_value: [{ event: 'n' }] },
        select: { name: 'O', state: 'b', options: "{{ ['a', 'b'] }}", select_option: [{ event: 'o' }] },
        text: { name: 'T', set_value: [{ event: 't' }] },
        fan: { name: 'F', turn_on: [{ event: 'f' }], turn_off: [], set_percentage: [{ event: 'p' }] },
        lock: { name: 'K', state: "{{ states('input.lock') }}", lock: [{ event: 'k' }], unlock: [] },
        button: { name: 'P', press: [{ event: 'b' }] },
      },
    ]);
    expect(state('number.n')).toMatchObject({ state: '5', attributes: { min: 1, max: 9, step: 0.5 } });
    expect(state('select.o')).toMatchObject({ state: 'b', attributes: { options: ['a', 'b'] } });
    await home.call('number.set_value', { entity_id: 'number.n', value: 7 });
    await home.call('select.select_option', { entity_id: 'select.o', option: 'a' });
    await expect(home.call('select.select_option', { entity_id: 'select.o', option: 'z' })).rejects.toThrow(
      'z',
    );
    await home.call('text.set_value', { entity_id: 'text.t', value: 'hello' });
    await home.call('fan.set_percentage', { entity_id: 'fan.f', percentage: 30 });
    await home.call('lock.lock', { entity_id: 'lock.k' });
    await home.call('button.press', { entity_id: 'button.p' });
    expect(runs.map(({ variables: { this: _this, ...rest } }) => rest)).toEqual([
      ...[{ value: 7 }, { option: 'a' }, { value: 'hello' }, { percentage: 30 }, {}, {}],
    ]);
    expect(state('text.t')?.state).toBe('hello');
    expect(state('fan.f')).toMatchObject({ state: 'on', attributes: { percentage: 30 } });
    expect(state('lock.k')?.state).toBe('locked');
  });
});

describe('the weather of templates', () => {
  const weather = {
    name: 'Here',
    condition: "{{ 'sunny' }}",
    temperature: '{{ 21.37 }}',
    humidity: '{{ 55.5 }}',
    pressure: '{{ 29.921 }}',
    wind_speed: '{{ 13.46 }}',
    visibility: '{{ 12.345 }}',
    forecast_daily:
      "{{ [{'datetime': '2026-11-22T00:00:00+00:00', 'temperature': 14.32, 'precipitation': 3.21, 'humidity': 80.6}] }}",
  };
  const ask = async () => {
    const call = { entity_id: 'weather.here', type: 'daily' };
    const { response } = await home.call('weather.get_forecasts', call, { returnResponse: true });
    return (response as Record<string, { forecast: unknown[] }>)['weather.here']?.forecast[0];
  };

  it('without units uses those of the home, rounded as weather is', async () => {
    home.unitSystem = 'us_customary';
    await start([{ weather: [weather] }]);
    expect(state('weather.here')?.attributes).toMatchObject({
      ...{ temperature: 21, humidity: 56, pressure: 29.92, wind_speed: 13.46, visibility: 12.35 },
      ...{ temperature_unit: '°F', pressure_unit: 'inHg', wind_speed_unit: 'mph', visibility_unit: 'mi' },
    });
    expect(await ask()).toMatchObject({ temperature: 14, precipitation: 3.21, humidity: 81 });
  });

  it('that names its units is shown in those of the home', async () => {
    home.unitSystem = 'us_customary';
    const units = { temperature_unit: '°C', wind_speed_unit: 'm/s', visibility_unit: 'km' };
    await start([{ weather: [{ ...weather, ...units, precipitation_unit: 'mm' }] }]);
    expect(state('weather.here')?.attributes).toMatchObject({
      ...{ temperature: 70, wind_speed: 30.11, visibility: 7.67 },
    });
    expect(await ask()).toMatchObject({ temperature: 58, precipitation: 0.13 });
  });
});

describe('a block with triggers', () => {
  it('is rendered when they fire, and not when states change', async () => {
    home.states.set('sensor.a', '1', {});
    await start([
      {
        triggers: [{ trigger: 'event', event_type: 'x' }],
        sensor: { name: 'T', state: "{{ trigger.event.data.v }}/{{ states('sensor.a') }}" },
        event: { name: 'E', event_type: '{{ trigger.event.data.kind }}', event_types: "{{ ['ring'] }}" },
      },
    ]);
    expect(state('sensor.t')?.state).toBe('unknown');
    const cause = newContext(home.clock.now());
    followed[0]?.fire({ trigger: { event: { data: { v: 4, kind: 'ring' } } } }, cause);
    expect(state('sensor.t')).toMatchObject({ state: '4/1', context: { parent_id: cause.id } });
    expect(state('event.e')?.attributes.event_type).toBe('ring');
    home.states.set('sensor.a', '2', {});
    expect(state('sensor.t')?.state).toBe('4/1');
  });
});

describe('an error in the file', () => {
  it('is logged with its location and skipped, and the rest is loaded', async () => {
    await start([
      {
        sensor: [
          { name: 'Good', state: '1' },
          { name: 'Bad', state: '{{ (' },
          { name: 'Bad class', state: '1', device_class: 'nonsense' },
        ],
        toaster: { name: 'T' },
        switch: { name: 'S', turn_on: [{ broken: 1 }], turn_off: [] },
      },
    ]);
    expect(state('sensor.good')?.state).toBe('1');
    expect(state('sensor.bad')).toBeUndefined();
    expect(state('switch.s')).toBeUndefined();
    expect(lines.join('\n')).toMatch(/sensor\.1[\s\S]*nonsense|nonsense/);
    expect(lines.join('\n')).toContain('toaster is not a domain of template entities');
    expect(lines.length).toBe(4);
  });

  it('is read again on reload', async () => {
    await start([{ sensor: { name: 'Old', unique_id: 'o', state: '1' } }]);
    section = [{ sensor: { name: 'New', unique_id: 'n', state: '2' } }];
    await part.load();
    expect(state('sensor.new')?.state).toBe('2');
    expect(state('sensor.old')).toBeUndefined();
  });
});

describe('a block made from a blueprint', () => {
  const use = { use_blueprint: { path: 'any.yaml' } };

  it('has its configured name, IDs and variables', async () => {
    pattern = { variables: { of: 'sensor.a' }, sensor: { name: 'Pattern', state: '{{ states(of) }}' } };
    home.states.set('sensor.a', '1', {});
    home.states.set('sensor.b', '2', {});
    const named = { name: 'Mine', unique_id: 'mine', default_entity_id: 'sensor.our_own' };
    await start([use, { ...use, ...named, variables: { of: 'sensor.b' } }]);
    expect(state('sensor.pattern')?.state).toBe('1');
    expect(state('sensor.our_own')).toMatchObject({ state: '2', attributes: { friendly_name: 'Mine' } });
    expect(home.registry.get('sensor.our_own')?.unique_id).toBe('mine');
  });

  it('may have triggers', async () => {
    pattern = {
      triggers: [{ trigger: 'event', event_type: 'ring' }],
      sensor: [{ state: '{{ trigger.count }}' }],
    };
    await start({ ...use, name: 'Rings' });
    expect(followed).toMatchObject([{ block: { triggers: pattern.triggers } }]);
    followed[0]?.fire({ trigger: { count: 3 } }, newContext(home.clock.now(), null, null));
    expect(state('sensor.rings')?.state).toBe('3');
  });

  it.each([
    ['entities of several domains', { sensor: { state: 1 }, switch: { state: 1 } }, ': sensor, switch'],
    ['several entities for one name', { sensor: [{ state: 1 }, { state: 2 }] }, ': 2 of sensor'],
    ['none', { variables: {} }, ' none.'],
  ])('is left out with %s', async (_what, config, made) => {
    pattern = config;
    await start([{ ...use, name: 'Mine' }]);
    expect(lines).toEqual([
      `hearth.yaml:3: template 0.use_blueprint.path: A blueprint for templates must create one entity. This one creates${made}`,
    ]);
  });
});

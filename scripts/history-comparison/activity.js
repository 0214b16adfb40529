// What happens in both homes: states of all kinds, service calls, automations, removals and imports.

/** Entities that exist only as states set over REST, and those that services and automations change. */
export const SENSORS = [
  ...['temperature', 'energy', 'water', 'net', 'wind', 'power', 'broken', 'gone', 'spelled'],
  ...['text', 'odd', 'classless'],
].map((name) => `sensor.cmp_${name}`);
export const ENTITIES = [
  ...SENSORS,
  ...['binary_sensor.cmp_door', 'light.cmp_lamp', 'climate.cmp_room', 'device_tracker.cmp_phone'],
  ...['counter.cmp_visits', 'event.cmp_bell', 'water_heater.cmp_boiler', 'input_boolean.cmp_guests'],
  ...['automation.cmp_follow', 'script.cmp_greet', 'person.cmp_gone'],
];

const HOUR = 3_600_000;
const GUESTS = { entity_id: 'input_boolean.cmp_guests' };
const FOLLOW = {
  alias: 'Cmp follow',
  mode: 'single',
  triggers: [{ trigger: 'state', entity_id: 'binary_sensor.cmp_door' }],
  actions: [{ action: 'input_boolean.toggle', target: GUESTS }],
};
const GREET = {
  alias: 'Cmp greet',
  mode: 'single',
  sequence: [
    { action: 'input_boolean.turn_on', target: GUESTS },
    { action: 'logbook.log', data: { name: 'Greeter', message: 'said hello', ...GUESTS } },
  ],
};

/** Creates the helper, the automation and the script, and imports statistics. `now` places their hours. */
export async function prepareHome(home, now) {
  await must(home.ask({ type: 'input_boolean/create', name: 'cmp_guests' }));
  // What was never seen before is created without an automation that listens.
  await home.rest(...set('binary_sensor.cmp_door', 'unknown', { device_class: 'door' })[0]);
  for (const [kind, id, config] of [
    ['automation', 'cmp_follow', FOLLOW],
    ['script', 'cmp_greet', GREET],
  ]) {
    const { status, body } = await home.rest('POST', `/api/config/${kind}/config/${id}`, config);
    if (status !== 200) throw new Error(`${kind}: ${status} ${JSON.stringify(body)}`);
  }
  await importStatistics(home, now);
}

/** A generator of numbers from 0 to 1 with a seed. */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The steps in order, without end; each is a list of `[method, path, body]`. */
export function* activity(random) {
  const meters = { energy: 100, water: 5, net: 0, wind: 350, temperature: 20, visits: 0 };
  let cycle = 0;
  for (let step = 0; ; step++) {
    const isDown = random() < 0.06;
    const choice = step % 16;
    switch (choice) {
      case 0:
        meters.temperature += Math.round(random() * 20 - 10) / 10;
        yield set('sensor.cmp_temperature', isDown ? 'unavailable' : meters.temperature.toFixed(1), {
          ...{ state_class: 'measurement', unit_of_measurement: '°C', device_class: 'temperature' },
          friendly_name: 'Cmp temperature',
        });
        break;
      case 1:
        meters.energy = random() < 0.08 ? 0.5 : meters.energy + Math.round(random() * 100) / 100;
        yield set('sensor.cmp_energy', isDown ? 'unknown' : String(meters.energy), {
          ...{ state_class: 'total_increasing', unit_of_measurement: 'kWh', device_class: 'energy' },
        });
        break;
      case 2:
        if (random() < 0.15) {
          cycle++;
          meters.water = 0;
        } else meters.water += Math.round(random() * 10) / 10;
        yield set('sensor.cmp_water', String(meters.water), {
          ...{ state_class: 'total', unit_of_measurement: 'm³', device_class: 'water' },
          last_reset: new Date(Date.UTC(2026, 0, 1 + cycle)).toISOString(),
        });
        break;
      case 3:
        meters.net += Math.round(random() * 40 - 20) / 10;
        yield set('sensor.cmp_net', String(meters.net), { state_class: 'total', unit_of_measurement: 'kWh' });
        break;
      case 4:
        meters.wind = Math.round((meters.wind + random() * 60 - 30 + 360) % 360);
        yield set('sensor.cmp_wind', String(meters.wind), {
          ...{ state_class: 'measurement_angle', unit_of_measurement: '°', device_class: 'wind_direction' },
        });
        break;
      case 5: {
        const isKilo = random() < 0.4;
        const value = Math.round(random() * 2000);
        yield set('sensor.cmp_power', String(isKilo ? value / 1000 : value), {
          ...{ state_class: 'measurement', device_class: 'power', unit_of_measurement: isKilo ? 'kW' : 'W' },
        });
        break;
      }
      case 6:
        yield set('sensor.cmp_broken', String(step), {
          state_class: 'measurement',
          unit_of_measurement: step < 150 ? 'W' : 'bananas',
        });
        yield set('sensor.cmp_spelled', (step / 7).toFixed(3), {
          state_class: 'measurement',
          unit_of_measurement: step % 32 < 16 ? 'm3/h' : 'm³/h',
        });
        yield set('sensor.cmp_classless', String(step), {
          unit_of_measurement: 'lx',
          ...(step < 200 ? { state_class: 'measurement' } : {}),
        });
        break;
      case 7:
        yield set(
          'sensor.cmp_text',
          ['Überschrift', 'a "quoted" text', ' spaced ', '', '21.50'][(step >> 4) % 5],
          {
            friendly_name: 'Cmp text',
          },
        );
        yield set(
          'sensor.cmp_odd',
          ['1_000', '+5', '.5', 'nan', 'inf', '1,5', '0x10', ' 7 '][(step >> 4) % 8],
          {
            state_class: 'measurement',
          },
        );
        break;
      case 8:
        yield set('binary_sensor.cmp_door', random() < 0.5 ? 'on' : 'off', { device_class: 'door' });
        break;
      case 9:
        yield set('light.cmp_lamp', isDown ? 'off' : 'on', {
          ...{ brightness: Math.round(random() * 255), icon: 'mdi:lamp', supported_features: 3 },
          ...{ attribution: 'none of it', friendly_name: 'Cmp lamp' },
        });
        break;
      case 10:
        yield set('climate.cmp_room', step % 64 < 32 ? 'heat' : 'off', {
          current_temperature: 20 + Math.round(random() * 10) / 10,
          temperature: 21,
        });
        yield set('water_heater.cmp_boiler', 'eco', { current_temperature: Math.round(random() * 60) });
        break;
      case 11:
        yield set('device_tracker.cmp_phone', random() < 0.5 ? 'home' : 'not_home', {
          latitude: 52 + random(),
          longitude: 4 + random(),
        });
        yield set('event.cmp_bell', new Date(Date.UTC(2026, 0, 1, 0, 0, step)).toISOString(), {
          event_type: step % 32 < 16 ? 'pressed' : 'held',
        });
        break;
      case 12:
        yield set('counter.cmp_visits', String(++meters.visits), {});
        yield [['POST', '/api/events/cmp_event', { step }]];
        yield [['POST', '/api/services/input_boolean/toggle', GUESTS]];
        break;
      case 13:
        yield step % 32 === 13
          ? [['DELETE', '/api/states/sensor.cmp_gone']]
          : set('sensor.cmp_gone', String(step), { friendly_name: 'Cmp gone' });
        break;
      case 14:
        yield [['POST', '/api/services/script/cmp_greet', {}]];
        yield [
          [
            'POST',
            '/api/services/logbook/log',
            { name: 'Someone', message: `step ${step}`, domain: 'light' },
          ],
        ];
        break;
      default:
        // The same state again, forced to be written, and one that changes nothing.
        yield [
          ['POST', '/api/states/sensor.cmp_gone', { state: 'forced', attributes: {}, force_update: true }],
        ];
        yield set('light.cmp_lamp', 'on', { brightness: 1 });
        yield step % 64 === 15
          ? [['POST', '/api/services/automation/trigger', { entity_id: 'automation.cmp_follow' }]]
          : [['POST', '/api/services/logbook/log', { name: 'Nobody', message: 'said nothing' }]];
    }
  }
}

/** Statistics that are imported into both homes: hours of a week, with gaps, and what is done to them. */
async function importStatistics(home, now) {
  const start = Math.floor(now / HOUR) * HOUR - 7 * 24 * HOUR;
  const random = randomFrom(7);
  const hours = Array.from({ length: 7 * 24 }, (_, hour) => ({
    start: new Date(start + hour * HOUR).toISOString(),
    value: Math.round(random() * 1000) / 10,
  })).filter((_, hour) => hour % 50 !== 17);
  const means = hours.map(({ start: at, value }) => ({
    ...{ start: at, mean: value, min: value - 1, max: value + 1 },
  }));
  let sum = 0;
  const sums = hours.map(({ start: at, value }) => {
    sum += value;
    return { start: at, state: sum, sum };
  });
  const series = (id, name, unit, stats) => ({
    type: 'recorder/import_statistics',
    metadata: {
      ...{ statistic_id: id, source: id.includes(':') ? 'cmp' : 'recorder', name, unit_of_measurement: unit },
      ...{ has_sum: stats === sums, mean_type: stats === means ? 1 : 0 },
    },
    stats,
  });
  await must(home.ask(series('cmp:water', 'Water', 'm³', sums)));
  await must(home.ask(series('cmp:outside', 'Outside', '°C', means)));
  await must(home.ask(series('cmp:cleared', null, 'W', means)));
  await must(home.ask(series('cmp:renamed', 'Renamed', 'W', means)));
  await must(home.ask(series('sensor.cmp_imported', null, 'kWh', sums)));
  await must(home.ask(series('sensor.cmp_converted', null, 'W', means)));
  // Home Assistant answers before it has imported.
  await new Promise((resolve) => setTimeout(resolve, 5000));
  const at = new Date(start + 60 * HOUR).toISOString();
  const adjust = { adjustment: 12.5, adjustment_unit_of_measurement: 'm³' };
  await must(
    home.ask({
      type: 'recorder/adjust_sum_statistics',
      statistic_id: 'cmp:water',
      start_time: at,
      ...adjust,
    }),
  );
  await must(home.ask({ type: 'recorder/clear_statistics', statistic_ids: ['cmp:cleared'] }));
  const renamed = { statistic_id: 'cmp:renamed', unit_of_measurement: 'kW' };
  await must(home.ask({ type: 'recorder/update_statistics_metadata', ...renamed }));
  const units = { old_unit_of_measurement: 'W', new_unit_of_measurement: 'kW' };
  const converted = { statistic_id: 'sensor.cmp_converted', ...units };
  await must(home.ask({ type: 'recorder/change_statistics_unit', ...converted }));
}

function set(entityId, state, attributes) {
  return [['POST', `/api/states/${entityId}`, { state, attributes }]];
}

async function must(answer) {
  const { error } = await answer;
  if (error !== undefined) throw new Error(`refused: ${error}`);
}

import { WebSocket } from 'ws';
import { rest, until } from '../clients/server.js';

/** Prepares the demo home: something is on, and a guest has expiring permissions. */
export async function seedHome(server) {
  await rest(server, '/api/services/light/turn_on', {
    entity_id: ['light.floor_lamp', 'light.living_room_ceiling'],
    brightness_pct: 70,
  });
  const { ask, close } = await connect(server);
  const { user } = await ask({
    type: 'config/auth/create',
    name: 'Grandma',
    group_ids: ['system-users'],
    policy: {
      rules: [
        { effect: 'allow', actions: ['read', 'control'], areas: ['living_room', 'kitchen'] },
        { effect: 'deny', actions: ['control'], domains: ['lock'], hours: { from: '22:00', until: '07:00' } },
      ],
    },
  });
  await ask({
    type: 'config/auth_provider/homeassistant/create',
    user_id: user.id,
    username: 'grandma',
    password: 'seven green lanterns',
  });
  await ask({
    ...{ type: 'config/label_registry/create', name: 'Winter', color: 'blue', icon: 'mdi:snowflake' },
  });
  await makeThings(server, ask);
  close();
  await writeAutomations(server);
  // The plots of meters show their past, which is generated first.
  await until('the meters count', async () => {
    const { state } = await rest(server, '/api/states/sensor.wallbox_energy');
    return state !== 'unknown';
  });
}

/** Adds the kinds that the demo home lacks, and content to empty ones. */
async function makeThings(server, ask) {
  const act = (service, data) => rest(server, `/api/services/${service.replace('.', '/')}`, data);
  await ask({ type: 'input_button/create', name: 'Ring for dinner', icon: 'mdi:bell-outline' });
  await ask({ type: 'input_text/create', name: 'Note on the fridge', icon: 'mdi:note-outline' });
  await ask({
    ...{ type: 'zone/create', name: 'School', icon: 'mdi:school' },
    ...{ latitude: 52.38, longitude: 4.87, radius: 150 },
  });
  await act('input_text.set_value', {
    entity_id: 'input_text.note_on_the_fridge',
    value: 'Soup is in the pot',
  });
  await act('input_number.set_value', { entity_id: 'input_number.evening_brightness', value: 40 });
  await act('input_datetime.set_datetime', { entity_id: 'input_datetime.wake_up', time: '06:45:00' });
  await act('group.set', {
    ...{ object_id: 'everything_downstairs', name: 'Everything downstairs' },
    entities: ['light.floor_lamp', 'light.kitchen_ceiling', 'switch.coffee_machine'],
  });
  await act('timer.start', { entity_id: 'timer.laundry', duration: '00:45:00' });
  for (const item of ['Milk', 'Bread', 'Apples'])
    await act('todo.add_item', { entity_id: 'todo.shopping', item });
  await act('todo.update_item', { entity_id: 'todo.shopping', item: 'Bread', status: 'completed' });
  await act('media_player.media_play', { entity_id: 'media_player.kitchen_speaker' });
  await ask({ type: 'calendar/create', name: 'Family' });
  const day = (ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  for (const [summary, from, to] of [
    ['Dentist', `${day(1)} 09:00:00`, `${day(1)} 09:45:00`],
    ['Piano lesson', `${day(3)} 16:30:00`, `${day(3)} 17:15:00`],
  ])
    await act('calendar.create_event', {
      ...{ entity_id: 'calendar.family', summary },
      ...{ start_date_time: from, end_date_time: to },
    });
  await act('calendar.create_event', {
    ...{ entity_id: 'calendar.family', summary: 'Grandma is here' },
    ...{ start_date: day(5), end_date: day(8) },
  });
}

/** Automations and a script, with a history and a run that ended early. */
async function writeAutomations(server) {
  const put = (domain, id, config) => rest(server, `/api/config/${domain}/config/${id}`, config);
  const evening = {
    alias: 'Evening lights',
    description: 'Warm light when it gets dark and somebody is at home.',
    mode: 'single',
    triggers: [
      { trigger: 'sun', event: 'sunset', offset: '-00:30:00' },
      { trigger: 'event', event_type: 'evening_wanted' },
    ],
    conditions: [{ condition: 'state', entity_id: ['input_boolean.guest_mode'], state: 'off' }],
    actions: [
      {
        action: 'light.turn_on',
        target: { entity_id: ['light.floor_lamp'] },
        data: { brightness_pct: 40, color_temp_kelvin: 2400 },
      },
      { delay: '00:00:01' },
      { action: 'light.turn_on', target: { area_id: ['kitchen'] } },
    ],
  };
  await put('automation', 'evening', { ...evening, actions: evening.actions.slice(0, 1) });
  await put('automation', 'evening', evening);
  await put('automation', 'leak', {
    alias: 'Water under the sink',
    triggers: [{ trigger: 'state', entity_id: ['binary_sensor.sink_leak'], to: 'on' }],
    conditions: [],
    actions: [{ action: 'valve.close_valve', target: { label_id: ['security'] } }],
  });
  await put('automation', 'night', {
    alias: 'Good night, house',
    triggers: [{ trigger: 'time', at: '22:30:00' }],
    conditions: [],
    actions: [
      {
        choose: [
          {
            conditions: [{ condition: 'state', entity_id: ['binary_sensor.front_door'], state: 'on' }],
            sequence: [
              {
                action: 'notify.send_message',
                target: { entity_id: ['notify.anna_phone'] },
                data: { message: 'The door is open' },
              },
            ],
          },
        ],
        default: [
          {
            repeat: {
              until: [{ condition: 'state', entity_id: ['cover.bedroom_shutter'], state: 'closed' }],
              sequence: [
                { action: 'cover.close_cover', target: { area_id: ['bedroom'] } },
                { delay: { minutes: 2 } },
              ],
            },
          },
          { scene: 'scene.good_night' },
        ],
      },
      {
        repeat: {
          count: 3,
          sequence: [{ action: 'light.toggle', target: { entity_id: ['light.hall_light'] } }],
        },
      },
    ],
  });
  await put('script', 'good_morning', {
    alias: 'Good morning',
    fields: {
      level: {
        ...{ name: 'How bright', default: 40 },
        selector: { number: { min: 1, max: 100, unit_of_measurement: '%' } },
      },
      lamp: { name: 'Which lamp', required: true, selector: { entity: { domain: 'light' } } },
    },
    sequence: [{ scene: 'scene.bright' }, { delay: '00:00:02' }],
  });
  await rest(server, '/api/services/input_boolean/turn_on', { entity_id: 'input_boolean.guest_mode' });
  await rest(server, '/api/events/evening_wanted', {});
  await rest(server, '/api/services/input_boolean/turn_off', { entity_id: 'input_boolean.guest_mode' });
  await rest(server, '/api/events/evening_wanted', {});
  await new Promise((resolve) => setTimeout(resolve, 1500));
}

/** An authenticated WebSocket; `ask` returns the result of a command. */
async function connect({ url, token }) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/websocket`);
  const waiting = new Map();
  let last = 0;
  await new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      if (message.type === 'auth_required')
        socket.send(JSON.stringify({ type: 'auth', access_token: token }));
      else if (message.type === 'auth_ok') resolve();
      else waiting.get(message.id)?.(message);
    });
  });
  return {
    ask: (command) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, ({ success, result, error }) =>
          success ? resolve(result) : reject(new Error(`${command.type}: ${error.message}`)),
        );
        socket.send(JSON.stringify({ id: last, ...command }));
      }),
    close: () => socket.close(),
  };
}

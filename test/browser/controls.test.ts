import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookAt, readOut, type WatchedPage } from '../support/browser.ts';
import { closeDialog, openDialog } from '../support/home-page.ts';
import { openInside } from '../support/inside.ts';
import { homeOfFile, type ShownState } from '../support/served-home.ts';
import { seeds } from '../support/thoroughness.ts';

const home = homeOfFile({ demo: true });
const ends: (() => void)[] = [];
let watched: WatchedPage;

beforeAll(async () => {
  watched = await openInside(home(), '/', { atEnd: (end) => ends.push(end) });
  await watched.page.locator('.tile').first().waitFor();
});
afterAll(() => {
  for (const end of ends) end();
});

/** One control: the user uses it and the server changes, then the server changes and the page shows it. */
interface Use {
  readonly id: string;
  readonly use: (dialog: Locator) => Promise<void>;
  readonly told: (state: ShownState) => unknown;
  readonly is: unknown;
  readonly call?: readonly [service: string, data?: object];
  readonly shows?: string | RegExp;
}

const press = (name: string | RegExp) => (dialog: Locator) =>
  dialog.locator('.control').getByRole('button', { name, exact: true }).click();
const turn = (name: string) => (dialog: Locator) => dialog.getByRole('switch', { name }).click();
const slide = (name: string, value: number) => async (dialog: Locator) => {
  await dialog.getByRole('slider', { name }).fill(String(value));
};
const type =
  (name: string | RegExp, value: string, button = 'Set') =>
  async (dialog: Locator) => {
    await dialog.getByLabel(name).fill(value);
    await dialog.getByRole('button', { name: button, exact: true }).click();
  };
const stateOf = ({ state }: ShownState) => state;
const attribute = (name: string) => (entity: ShownState) => entity.attributes[name];

const USES: readonly Use[] = [
  {
    id: 'light.bedside_lamp',
    use: turn('Power'),
    told: stateOf,
    is: 'on',
    call: ['light.turn_on', { brightness_pct: 40 }],
    shows: '40%',
  },
  { id: 'light.kitchen_ceiling', use: slide('Brightness', 30), told: attribute('brightness'), is: 76 },
  {
    id: 'light.living_room_ceiling',
    use: slide('Color temperature', 4000),
    told: attribute('color_temp_kelvin'),
    is: 4000,
  },
  {
    id: 'light.string_lights',
    use: async (dialog) => {
      await dialog.getByText('Exact color').click();
      await slide('Hue', 130)(dialog);
    },
    told: attribute('hs_color'),
    is: [130, 100],
  },
  { id: 'light.string_lights', use: press('Green'), told: attribute('hs_color'), is: [120, 100] },
  { id: 'light.floor_lamp', use: press('candle'), told: attribute('effect'), is: 'candle' },
  {
    id: 'switch.bathroom_fan',
    use: turn('Power'),
    told: stateOf,
    is: 'on',
    call: ['switch.turn_off'],
    shows: 'Off',
  },
  {
    id: 'cover.garage_door',
    use: press('Open'),
    told: ({ state }) => state === 'opening' || state === 'open',
    is: true,
    call: ['cover.close_cover'],
    shows: /Clos/,
  },
  {
    id: 'cover.living_room_blind',
    use: slide('Position', 20),
    told: attribute('current_position'),
    is: 20,
  },
  { id: 'cover.living_room_blind', use: slide('Tilt', 80), told: attribute('current_tilt_position'), is: 80 },
  {
    id: 'valve.water_main',
    use: press('Close'),
    told: stateOf,
    is: 'closed',
    call: ['valve.open_valve'],
    shows: /^Open/,
  },
  {
    id: 'climate.heating',
    use: press('Target temperature: more'),
    told: attribute('temperature'),
    is: 21,
    call: ['climate.set_temperature', { temperature: 18 }],
    shows: /°/,
  },
  { id: 'climate.heating', use: press('Eco'), told: attribute('preset_mode'), is: 'eco' },
  {
    id: 'climate.air_conditioner',
    use: press('Cool'),
    told: stateOf,
    is: 'cool',
    call: ['climate.set_hvac_mode', { hvac_mode: 'dry' }],
    shows: 'Drying',
  },
  { id: 'climate.heat_pump', use: press('Heat to: less'), told: attribute('target_temp_low'), is: 18.5 },
  {
    id: 'fan.bedroom_ceiling_fan',
    use: press('Sleep'),
    told: attribute('preset_mode'),
    is: 'sleep',
    call: ['fan.set_percentage', { percentage: 100 }],
    shows: '100%',
  },
  { id: 'fan.bedroom_ceiling_fan', use: turn('Swing'), told: attribute('oscillating'), is: true },
  {
    id: 'lock.back_door_lock',
    use: press('Unlock'),
    told: ({ state }) => state.startsWith('unlock'),
    is: true,
    call: ['lock.lock'],
    shows: /Lock/,
  },
  {
    id: 'media_player.living_room_speaker',
    use: slide('Volume', 55),
    told: attribute('volume_level'),
    is: 0.55,
    call: ['media_player.turn_off'],
    shows: 'Off',
  },
  { id: 'media_player.kitchen_speaker', use: press('Line in'), told: attribute('source'), is: 'Line in' },
  {
    id: 'vacuum.vacuum_cleaner',
    use: press('Start'),
    told: stateOf,
    is: 'cleaning',
    call: ['vacuum.return_to_base'],
    shows: 'Returning',
  },
  {
    id: 'vacuum.vacuum_cleaner',
    use: async (dialog) => {
      await dialog.getByRole('checkbox', { name: 'Kitchen' }).check();
      await press('Clean these rooms')(dialog);
    },
    told: stateOf,
    is: 'cleaning',
  },
  {
    id: 'vacuum.vacuum_cleaner',
    use: async (dialog) => {
      await dialog.getByText('Assign the map to rooms').click();
      await dialog.getByLabel('Dining corner').selectOption('Hall');
      await dialog.locator('hearth-vacuum-rooms').getByRole('button', { name: 'Save' }).click();
      await dialog.getByRole('checkbox', { name: 'Hall' }).check();
      await press('Clean these rooms')(dialog);
    },
    told: stateOf,
    is: 'cleaning',
  },
  { id: 'vacuum.vacuum_cleaner', use: press('turbo'), told: attribute('fan_speed'), is: 'turbo' },
  {
    id: 'lawn_mower.lawn_mower',
    use: press('Mow'),
    told: stateOf,
    is: 'mowing',
    call: ['lawn_mower.pause'],
    shows: 'Paused',
  },
  {
    id: 'humidifier.humidifier',
    use: press('Target humidity: more'),
    told: attribute('humidity'),
    is: 51,
    call: ['humidifier.turn_off'],
    shows: /Off/,
  },
  {
    id: 'water_heater.heat_pump_hot_water',
    use: press('Performance'),
    told: stateOf,
    is: 'performance',
    call: ['water_heater.set_operation_mode', { operation_mode: 'eco' }],
    shows: /Eco/,
  },
  {
    id: 'siren.alarm_siren',
    use: press('Sound the siren'),
    told: stateOf,
    is: 'on',
    call: ['siren.turn_off'],
    shows: 'Off',
  },
  {
    id: 'number.doorbell_volume',
    use: slide('Value', 45),
    told: stateOf,
    is: '45',
    call: ['number.set_value', { value: 70 }],
    shows: '70%',
  },
  { id: 'number.lawn_mower_cutting_height', use: type(/^Value/, '50'), told: stateOf, is: '50' },
  {
    id: 'select.doorbell_chime',
    use: press('Buzzer'),
    told: stateOf,
    is: 'Buzzer',
    call: ['select.select_option', { option: 'Silent' }],
    shows: 'Silent',
  },
  {
    id: 'text.doorbell_nameplate',
    use: type('Text', 'The Smiths'),
    told: stateOf,
    is: 'The Smiths',
    call: ['text.set_value', { value: 'Nobody' }],
    shows: 'Nobody',
  },
  {
    id: 'button.cat_feeder_feed',
    use: press('Press'),
    told: ({ state }) => /^\d{4}-/.test(state),
    is: true,
  },
  {
    id: 'date.cat_feeder_food_runs_out',
    use: type('Date', '2027-02-03'),
    told: stateOf,
    is: '2027-02-03',
    call: ['date.set_value', { date: '2027-04-05' }],
    shows: 'Apr 5, 2027',
  },
  {
    id: 'time.lawn_mower_start_time',
    use: type('Time', '07:15:00'),
    told: stateOf,
    is: '07:15:00',
    call: ['time.set_value', { time: '08:00:00' }],
    shows: /^8:00\sAM$/,
  },
  {
    id: 'datetime.cat_feeder_next_feeding',
    use: type('Date and time', '2027-03-04T05:06:00'),
    // The browser is in UTC, the home in Amsterdam: its clocks count.
    told: ({ state }) => Date.parse(state),
    is: Date.parse('2027-03-04T04:06:00Z'),
    call: ['datetime.set_value', { datetime: '2028-01-02T23:30:00+00:00' }],
    shows: /Jan 3, 2028, 12:30/,
  },
  {
    id: 'update.gateway_firmware',
    use: async () => home().call('counter.increment', { entity_id: 'counter.coffees' }),
    told: stateOf,
    is: 'off',
  },
  {
    id: 'update.vacuum_cleaner_firmware',
    use: press('Skip'),
    told: attribute('skipped_version'),
    is: '2.5.1',
    call: ['update.clear_skipped'],
    shows: 'Update available',
  },
  {
    id: 'todo.shopping',
    use: type('New item', 'Bread & <b>butter</b>', 'Add'),
    told: stateOf,
    is: '1',
    call: ['todo.add_item', { item: 'Milk' }],
    shows: '2',
  },
  {
    id: 'todo.shopping',
    use: (dialog) => dialog.getByRole('checkbox', { name: 'Bread & <b>butter</b>' }).click(),
    told: stateOf,
    is: '1',
  },
  {
    id: 'input_boolean.guest_mode',
    use: turn('Power'),
    told: stateOf,
    is: 'on',
    call: ['input_boolean.turn_off'],
    shows: 'Off',
  },
  {
    id: 'input_select.house_mode',
    use: press('Night'),
    told: stateOf,
    is: 'Night',
    call: ['input_select.select_option', { option: 'Away' }],
    shows: 'Away',
  },
  {
    id: 'input_number.evening_brightness',
    use: slide('Value', 33),
    told: ({ state }) => Number(state),
    is: 33,
    call: ['input_number.set_value', { value: 60 }],
    shows: /^60/,
  },
  {
    id: 'input_datetime.wake_up',
    use: type('Time', '06:45:00'),
    told: stateOf,
    is: '06:45:00',
    call: ['input_datetime.set_datetime', { time: '09:30:00' }],
    shows: /^9:30\sAM$/,
  },
  {
    id: 'counter.coffees',
    use: press('Up'),
    told: ({ state }) => Number(state) >= 1,
    is: true,
    call: ['counter.set_value', { value: 7 }],
    shows: '7',
  },
  {
    id: 'timer.laundry',
    use: press('Start'),
    told: stateOf,
    is: 'active',
    call: ['timer.pause'],
    shows: 'Paused',
  },
  {
    id: 'scene.bright',
    use: press('Activate'),
    told: ({ state }) => /^\d{4}-/.test(state),
    is: true,
  },
  {
    id: 'remote.television',
    use: press('Play a game'),
    told: attribute('current_activity'),
    is: 'Play a game',
    call: ['remote.turn_off'],
    shows: 'Off',
  },
  {
    id: 'notify.anna_phone',
    use: type('Message', 'Dinner is ready', 'Send'),
    told: ({ state }) => /^\d{4}-/.test(state),
    is: true,
  },
];

describe('the control of', () => {
  // All in the long form, every second one in `npm test`.
  it.each(USES.filter((_, index) => index % seeds(2, 1) === 0).map((use) => [use.id, use] as const))(
    '%s',
    async (id, { use, told, is, call, shows }) => {
      const { page, complaints } = watched;
      const dialog = await openDialog(page, id);
      await use(dialog);
      await expect.poll(async () => told(await home().state(id)), { timeout: 8000 }).toEqual(is);
      if (call !== undefined) {
        await home().call(call[0], { entity_id: id, ...call[1] });
        await dialog
          .locator('.entity-state')
          .filter({ hasText: shows ?? '' })
          .waitFor();
      }
      expect(complaints).toEqual([]);
      // Once a domain.
      const domain = id.slice(0, id.indexOf('.'));
      if (USES.find((one) => one.id.startsWith(`${domain}.`))?.id === id) await readOut(page, id);
      await closeDialog(page);
    },
  );

  it('an alarm asks for its code, reports a wrong one, and arms and disarms with the right one', async () => {
    const { page } = watched;
    const id = 'alarm_control_panel.alarm';
    const dialog = await openDialog(page, id);
    for (const digit of '9999') await press(digit)(dialog);
    await press('Home')(dialog);
    await page.locator('.toast[data-kind="trouble"]', { hasText: 'The code is wrong.' }).waitFor();
    expect((await home().state(id)).state).toBe('disarmed');
    for (const digit of '1234') await press(digit)(dialog);
    await press('Home')(dialog);
    await expect.poll(async () => (await home().state(id)).state).toMatch(/^arm/);
    await home().call('alarm_control_panel.alarm_disarm', { entity_id: id, code: '1234' });
    await dialog.locator('.entity-state').filter({ hasText: 'Disarmed' }).waitFor();
    await closeDialog(page);
  });

  it('a lock with a code opens with it', async () => {
    const { page } = watched;
    const id = 'lock.front_door_lock';
    const dialog = await openDialog(page, id);
    await press('Unlock')(dialog);
    await page.locator('.toast[data-kind="trouble"]', { hasText: 'Enter the 4-digit code.' }).waitFor();
    await dialog.getByLabel('Code').fill('1234');
    await press('Unlock')(dialog);
    await expect.poll(async () => (await home().state(id)).state).toMatch(/^unlock/);
    await closeDialog(page);
  });

  it('a camera shows moving pictures, an image its last one', async () => {
    const { page } = watched;
    for (const id of ['camera.garden_camera', 'image.doorbell_last_visitor']) {
      await (await openDialog(page, id)).locator('.stream img').waitFor();
      await expect
        .poll(() => page.evaluate("document.querySelector('.stream img').naturalWidth"), { timeout: 8000 })
        .toBeGreaterThan(0);
      await closeDialog(page);
    }
  });

  it('a sensor shows its values, a person the location, the weather its forecast', async () => {
    const { page } = watched;
    await home().set('sensor.measured', '21.5', { unit_of_measurement: '°C', friendly_name: 'Measured' });
    const sensor = await openDialog(page, 'sensor.measured');
    await sensor.locator('.entity-state', { hasText: '21.5 °C' }).waitFor();
    await sensor.locator('.plot-chart canvas').waitFor();
    await home().set('sensor.measured', '23', { unit_of_measurement: '°C', friendly_name: 'Measured' });
    await sensor.locator('.entity-state', { hasText: '23 °C' }).waitFor();
    await closeDialog(page);
    const person = await openDialog(page, 'person.anna');
    await person.getByText('Anna Phone').waitFor();
    await closeDialog(page);
    const weather = await openDialog(page, 'weather.weather');
    await weather.locator('.forecast li').nth(2).waitFor();
    await weather.getByRole('button', { name: 'Hours' }).click();
    await expect.poll(() => weather.locator('.forecast li').count()).toBeGreaterThan(6);
    await closeDialog(page);
    const event = await openDialog(page, 'event.doorbell_ring');
    await event.getByText('Ring').first().waitFor();
    await closeDialog(page);
    for (const id of ['zone.home', 'sun.sun', 'schedule.quiet_hours', 'device_tracker.ben_laptop']) {
      const dialog = await openDialog(page, id);
      await dialog.locator('.facts dd').first().waitFor();
      await closeDialog(page);
    }
    expect(watched.complaints).toEqual([]);
  });

  it('an automation and a script run on request, and show when they did', async () => {
    const { page } = watched;
    const actions = [{ action: 'input_boolean.toggle', target: { entity_id: 'input_boolean.guest_mode' } }];
    await home().rest('POST', '/api/config/automation/config/evening', {
      alias: 'Evening',
      triggers: [{ trigger: 'event', event_type: 'evening' }],
      actions,
    });
    await home().rest('POST', '/api/config/script/config/greet', { alias: 'Greet', sequence: actions });
    const guest = () => home().state('input_boolean.guest_mode').then(stateOf);
    const before = await guest();
    const automation = await openDialog(page, 'automation.evening');
    await automation.getByText('Never').waitFor();
    await press('Run')(automation);
    await expect.poll(guest).not.toBe(before);
    await automation.getByText('Never').waitFor({ state: 'detached' });
    await turn('Enabled')(automation);
    await expect.poll(async () => (await home().state('automation.evening')).state).toBe('off');
    await home().call('automation.turn_on', { entity_id: 'automation.evening' });
    await automation.locator('.entity-state', { hasText: 'Enabled' }).waitFor();
    await closeDialog(page);
    await home().rest('POST', '/api/events/evening', {});
    await expect.poll(guest).toBe(before);
    const triggered = await openDialog(page, 'input_boolean.guest_mode');
    await triggered.locator('.cause').getByText('Trigger: Event').waitFor();
    await closeDialog(page);
    const script = await openDialog(page, 'script.greet');
    await press('Run')(script);
    await expect.poll(guest).not.toBe(before);
    await closeDialog(page);
    // The dialog of a state shows its cause, with a link to it.
    const helper = await openDialog(page, 'input_boolean.guest_mode');
    const why = helper.locator('.cause');
    await why.getByText('Anna Muster: script.turn_on').waitFor();
    await why.getByRole('button', { name: 'Script “Greet”' }).click();
    await page.locator('hearth-entity-dialog').getByRole('heading', { name: 'Greet' }).waitFor();
    await closeDialog(page);
  });

  it('a media player is browsed and searched, and plays what is chosen', async () => {
    const { page, complaints } = watched;
    const id = 'media_player.kitchen_speaker';
    await home().call('media_player.turn_on', { entity_id: id });
    const dialog = await openDialog(page, id);
    await dialog.getByText('Browse').click();
    await dialog.getByRole('button', { name: 'Open Low Tide' }).click();
    await dialog.getByRole('button', { name: 'Play Sluice' }).click();
    await expect.poll(async () => attribute('media_title')(await home().state(id))).toBe('Sluice');
    await dialog.locator('.entity-state', { hasText: 'Sluice' }).waitFor();
    await lookAt(page, 'dialog-library');
    await dialog.getByRole('button', { name: 'Back to Library' }).click();
    await dialog.getByRole('searchbox').fill('static');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Play Static' }).click();
    await dialog.locator('.entity-state', { hasText: 'Static' }).waitFor();
    await dialog.getByRole('searchbox').fill('polka');
    await page.keyboard.press('Enter');
    await dialog.getByText('Nothing to play here.').waitFor();
    // The first Escape in a search field clears it.
    await page.keyboard.press('Escape');
    await closeDialog(page);
    expect(complaints).toEqual([]);
  });

  it('a person is drawn at the right location, relative to the home', async () => {
    const { page } = watched;
    const place = (latitude: number, state: string) =>
      home().set('person.wanderer', state, {
        latitude,
        longitude: 4.89,
        gps_accuracy: 20,
        friendly_name: 'Eva',
      });
    await place(52.39, 'not_home');
    const dialog = await openDialog(page, 'person.wanderer');
    await dialog.getByRole('img', { name: '2.2 km north of Demo home' }).waitFor();
    await lookAt(page, 'dialog-map');
    await place(52.3701, 'home');
    await dialog.getByRole('img', { name: 'At Demo home' }).waitFor();
    await closeDialog(page);
  });

  it('a calendar shows what is to come, and takes and loses events', async () => {
    const { page } = watched;
    await home().must({ type: 'calendar/create', name: 'Family' });
    const dialog = await openDialog(page, 'calendar.family');
    await dialog.getByText('Nothing in the next two weeks.').waitFor();
    await dialog.getByText('New event').click();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await dialog.getByLabel('Title').fill('Dentist <b>');
    await dialog.getByLabel('Starts').fill(`${tomorrow}T09:00`);
    await dialog.getByLabel('Ends').fill(`${tomorrow}T10:00`);
    await dialog.getByRole('button', { name: 'Add' }).click();
    const row = dialog.locator('.row', { hasText: 'Dentist <b>' });
    await row.getByText(/9:00/).waitFor();
    // 9 a.m. at home, in Amsterdam, whatever the browser's time zone.
    const begin = () => home().state('calendar.family').then(attribute('start_time'));
    await expect.poll(begin).toBe(`${tomorrow} 09:00:00`);
    await lookAt(page, 'dialog-calendar');
    await dialog.getByRole('button', { name: 'Remove Dentist <b>' }).click();
    await dialog.getByText('Nothing in the next two weeks.').waitFor();
    await closeDialog(page);
  });

  it('each kind is clean to screen readers, in light and dark, and fits a phone', async () => {
    const { page } = watched;
    const ids = [
      ...[
        'light.floor_lamp',
        'climate.heat_pump',
        'media_player.kitchen_speaker',
        'alarm_control_panel.alarm',
      ],
      ...['weather.weather', 'todo.shopping', 'sensor.house_meter_power', 'siren.alarm_siren'],
      ...['text.gateway_access_code', 'update.gateway_firmware', 'vacuum.vacuum_cleaner', 'person.anna'],
    ];
    for (const id of ids) {
      const dialog = await openDialog(page, id);
      await dialog.getByText('Attributes').click();
      await dialog.getByText('Settings').click();
      await dialog.locator('.cause').or(dialog.locator('.facts')).first().waitFor();
      await lookAt(page, `dialog-${id}`);
      await closeDialog(page);
    }
  });
});

// The dialogs to take screenshots of: one for each domain with a control, and more if one does not show
// everything.

/** Domains without a control: their dialog begins with the plot. */
const PLOTTED = ['binary_sensor', 'sensor'];

/**
 * The dialog of an entity over the home page; `wait` is what to wait for, `more` what a second screenshot of
 * a domain shows.
 */
function dialogOf(id, { wait, more, act } = {}) {
  const domain = id.slice(0, id.indexOf('.')).replaceAll('_', '-');
  return {
    name: more === undefined ? `dialog-${domain}` : `dialog-${domain}-${more}`,
    path: '/',
    prepare: async (page) => {
      await page.locator('.tile').first().waitFor();
      await page.evaluate((detail) => {
        document.querySelector('hearth-shell').dispatchEvent(new CustomEvent('open-entity', { detail }));
      }, id);
      const first = PLOTTED.includes(id.slice(0, id.indexOf('.'))) ? '.plot' : '.control > *';
      await page.locator(`dialog[open] ${first}`).first().waitFor();
      if (wait !== undefined) await page.locator(`dialog[open] ${wait}`).first().waitFor();
      await act?.(page.locator('dialog[open]'));
    },
  };
}

/** Expands a part of a dialog and scrolls it into view. */
const unfold = (name) => async (dialog) => {
  const summary = dialog.locator('summary', { hasText: name });
  await summary.click();
  await summary.scrollIntoViewIfNeeded();
};

export const DIALOGS = [
  dialogOf('light.floor_lamp', { wait: '.wheel' }),
  dialogOf('light.floor_lamp', {
    more: 'told',
    act: async (dialog) => {
      await unfold('Attributes')(dialog);
      await dialog.evaluate((one) => one.scrollTo(0, one.scrollHeight));
    },
  }),
  dialogOf('light.floor_lamp', {
    more: 'settings',
    act: async (dialog) => {
      await unfold('Settings')(dialog);
      await dialog.evaluate((one) => one.scrollTo(0, one.scrollHeight));
    },
  }),
  dialogOf('light.kitchen_ceiling', { more: 'warmth' }),
  dialogOf('alarm_control_panel.alarm'),
  dialogOf('automation.evening_lights'),
  dialogOf('binary_sensor.front_door', { wait: '.timeline' }),
  dialogOf('button.gateway_restart'),
  dialogOf('calendar.family', { wait: '.row' }),
  dialogOf('camera.garden_camera', { wait: 'img' }),
  dialogOf('climate.heating'),
  dialogOf('climate.heat_pump', { more: 'range' }),
  dialogOf('counter.coffees'),
  dialogOf('cover.living_room_blind'),
  dialogOf('date.cat_feeder_food_runs_out'),
  dialogOf('datetime.cat_feeder_next_feeding'),
  dialogOf('device_tracker.anna_phone', { wait: '.map' }),
  dialogOf('event.doorbell_ring'),
  dialogOf('fan.bedroom_ceiling_fan'),
  dialogOf('group.everything_downstairs'),
  dialogOf('humidifier.humidifier'),
  dialogOf('image.doorbell_last_visitor', { wait: 'img' }),
  dialogOf('input_boolean.guest_mode'),
  dialogOf('input_button.ring_for_dinner'),
  dialogOf('input_datetime.wake_up'),
  dialogOf('input_number.evening_brightness'),
  dialogOf('input_select.house_mode'),
  dialogOf('input_text.note_on_the_fridge'),
  dialogOf('lawn_mower.lawn_mower'),
  dialogOf('lock.front_door_lock'),
  dialogOf('lock.back_door_lock', { more: 'code' }),
  dialogOf('media_player.living_room_speaker'),
  dialogOf('media_player.kitchen_speaker', { more: 'playing' }),
  dialogOf('media_player.living_room_speaker', {
    more: 'library',
    act: async (dialog) => {
      await unfold('Browse')(dialog);
      await dialog.locator('.library-item').first().waitFor();
    },
  }),
  dialogOf('notify.anna_phone'),
  dialogOf('number.lawn_mower_cutting_height'),
  dialogOf('person.anna', { wait: '.map' }),
  dialogOf('remote.television'),
  dialogOf('scene.movie_night'),
  dialogOf('schedule.quiet_hours'),
  dialogOf('script.good_morning', { wait: 'form' }),
  dialogOf('select.doorbell_chime'),
  dialogOf('sensor.house_meter_power', { wait: '.plot-chart canvas' }),
  dialogOf('siren.alarm_siren'),
  dialogOf('sun.sun'),
  dialogOf('switch.coffee_machine'),
  dialogOf('text.doorbell_nameplate'),
  dialogOf('time.lawn_mower_start_time'),
  dialogOf('timer.laundry'),
  dialogOf('todo.shopping'),
  dialogOf('update.gateway_firmware'),
  dialogOf('vacuum.vacuum_cleaner'),
  dialogOf('valve.garden_tap'),
  dialogOf('water_heater.heat_pump_hot_water'),
  dialogOf('weather.weather', { wait: '.forecast li' }),
  dialogOf('weather.weather', {
    more: 'hours',
    wait: '.forecast li',
    act: (dialog) => dialog.getByRole('button', { name: 'Hours', exact: true }).click(),
  }),
  dialogOf('zone.school'),
];

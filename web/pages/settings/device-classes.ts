import { sorted } from '../../parts/form/choices.ts';
import type { Choice, FormField } from '../../parts/form/form-field.ts';
import { plain, wordOr } from '../../texts/domain-name.ts';
import { say } from '../../texts/say.ts';

const READINGS =
  'absolute_humidity apparent_power aqi area atmospheric_pressure battery blood_glucose_concentration carbon_dioxide carbon_monoxide conductivity current data_rate data_size distance duration energy energy_distance energy_storage frequency gas humidity illuminance irradiance moisture monetary nitrogen_dioxide nitrogen_monoxide nitrous_oxide ozone ph pm1 pm25 pm4 pm10 power power_factor precipitation precipitation_intensity pressure radon reactive_energy reactive_power signal_strength sound_pressure speed sulphur_dioxide temperature temperature_delta volatile_organic_compounds volatile_organic_compounds_parts voltage volume volume_flow_rate volume_storage water weight wind_direction wind_speed';

/** The device classes of a domain, by Home Assistant's names. */
const CLASSES: Readonly<Record<string, string>> = {
  binary_sensor:
    'battery battery_charging carbon_monoxide cold connectivity door garage_door gas glass_break heat light lock moisture motion moving occupancy opening plug power presence problem running safety smoke sound tamper update vibration window',
  button: 'identify restart update',
  cover: 'awning blind curtain damper door garage gate shade shutter window',
  event: 'button doorbell motion',
  number: READINGS,
  sensor: `date enum timestamp uptime ${READINGS}`,
  switch: 'outlet switch',
  update: 'firmware',
};

/** The device class of an entity, which determines its icon and state texts. */
export function classField(domain: string): FormField {
  return {
    kind: 'pick',
    name: 'device_class',
    label: say('helpers.class'),
    hint: say('helpers.class_hint'),
    options: sorted((CLASSES[domain] ?? '').split(' ').map(className)),
  };
}

/** The state class of a sensor. */
export function stateClassField(): FormField {
  return {
    kind: 'select',
    name: 'state_class',
    label: say('helpers.state_class'),
    options: (['measurement', 'measurement_angle', 'total', 'total_increasing'] as const).map((id) => ({
      id,
      name: say(`state_class.${id}`),
    })),
  };
}

function className(id: string): Choice {
  return { id, name: wordOr(`class.${id}`, plain(id)) };
}

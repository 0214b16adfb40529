/** An area of the demo home and its devices. */
interface Room {
  readonly name: string;
  readonly floor: string;
  readonly icon: string;
  readonly devices: readonly string[];
}

/** Storeys by level. */
export const FLOORS = [
  { name: 'Basement Floor', level: -1, icon: 'mdi:home-floor-negative-1' },
  { name: 'Ground Floor', level: 0, icon: 'mdi:home-floor-0' },
  { name: 'Upper Floor', level: 1, icon: 'mdi:home-floor-1' },
] as const;

/** The rooms of the demo home. */
export const ROOMS: readonly Room[] = [
  {
    name: 'Living Room',
    floor: 'Ground Floor',
    icon: 'mdi:sofa',
    devices: [
      ...['living_ceiling', 'living_floor_lamp', 'living_tv_strip', 'living_blind', 'living_climate'],
      ...['living_motion', 'living_thermostat', 'living_speaker', 'living_tv', 'ir_blaster', 'vacuum'],
    ],
  },
  {
    name: 'Kitchen',
    floor: 'Ground Floor',
    icon: 'mdi:silverware-fork-knife',
    devices: [
      ...['kitchen_ceiling', 'kitchen_counter', 'coffee_plug', 'kitchen_leak', 'kitchen_hood'],
      ...['kitchen_boiler', 'kitchen_speaker', 'cat_feeder'],
    ],
  },
  {
    name: 'Hall',
    floor: 'Ground Floor',
    icon: 'mdi:door',
    devices: ['hall_light', 'hall_door', 'hall_motion', 'front_door_lock', 'alarm', 'gateway', 'wall_button'],
  },
  {
    name: 'Bedroom',
    floor: 'Upper Floor',
    icon: 'mdi:bed',
    devices: [
      ...['bedroom_lamp', 'bedroom_string', 'bedroom_shutter', 'bedroom_window', 'bedroom_climate'],
      ...['bedroom_ac', 'bedroom_humidifier', 'bedroom_fan'],
    ],
  },
  { name: 'Bathroom', floor: 'Upper Floor', icon: 'mdi:shower', devices: ['bath_fan', 'bath_mirror'] },
  {
    name: 'Utility Room',
    floor: 'Basement Floor',
    icon: 'mdi:washing-machine',
    devices: ['washer_plug', 'house_meter', 'heat_pump', 'water_main', 'cellar_dryer', 'cellar_lock'],
  },
  {
    name: 'Garden',
    floor: 'Ground Floor',
    icon: 'mdi:flower',
    devices: ['outdoor', 'garage_door', 'garden_tap', 'mower', 'doorbell', 'back_door_lock', 'weather'],
  },
];

/** Labels, with the devices that carry them. */
export const LABELS = [
  {
    name: 'Energy',
    icon: 'mdi:flash',
    color: 'yellow',
    devices: ['coffee_plug', 'washer_plug', 'house_meter', 'heat_pump'],
  },
  {
    name: 'Security',
    icon: 'mdi:shield-home',
    color: 'red',
    devices: ['hall_door', 'bedroom_window', 'front_door_lock', 'back_door_lock', 'alarm', 'garage_door'],
  },
] as const;

/** Helpers by collection. */
export const HELPERS: readonly (readonly [collection: string, fields: Readonly<Record<string, unknown>>])[] =
  [
    ['input_boolean', { name: 'Guest mode', icon: 'mdi:account-group' }],
    [
      'input_select',
      { name: 'House mode', icon: 'mdi:home-clock', options: ['Home', 'Away', 'Night', 'Holiday'] },
    ],
    [
      'input_number',
      {
        name: 'Evening brightness',
        min: 1,
        max: 100,
        step: 1,
        unit_of_measurement: '%',
        icon: 'mdi:brightness-6',
      },
    ],
    ['input_datetime', { name: 'Wake up', has_time: true, icon: 'mdi:alarm' }],
    ['counter', { name: 'Coffees', icon: 'mdi:coffee' }],
    ['timer', { name: 'Laundry', duration: '01:30:00', restore: true, icon: 'mdi:washing-machine' }],
    [
      'schedule',
      {
        name: 'Quiet hours',
        icon: 'mdi:sleep',
        ...Object.fromEntries(
          ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
            day,
            [{ from: '22:00:00', to: '24:00:00' }],
          ]),
        ),
      },
    ],
    ['todo', { name: 'Shopping', icon: 'mdi:cart' }],
  ];

/** The persons, each with its device tracker. */
export const PEOPLE = [
  { name: 'Anna', device: 'phone_anna' },
  { name: 'Ben', device: 'laptop_ben' },
] as const;

/** `scenes.yaml` of the demo home. */
export const SCENES = `- id: movie_night
  name: Movie night
  icon: mdi:movie-open
  entities:
    light.living_room_ceiling:
      state: "on"
      brightness: 40
      color_temp_kelvin: 2200
    light.tv_backlight:
      state: "on"
      brightness: 120
    light.floor_lamp: "off"
- id: good_night
  name: Good night
  icon: mdi:weather-night
  entities:
    light.living_room_ceiling: "off"
    light.floor_lamp: "off"
    light.tv_backlight: "off"
    switch.coffee_machine: "off"
- id: bright
  name: Bright
  icon: mdi:white-balance-sunny
  entities:
    light.living_room_ceiling:
      state: "on"
      brightness: 255
      color_temp_kelvin: 4000
    light.floor_lamp: "on"
`;

import { thing } from './pieces.ts';
import { PlayerDriver } from './player-driver.ts';
import type { SimulatedDevice, SimulatedThing } from './simulated-device.ts';

const SPEAKER = [
  'turn_on',
  'turn_off',
  'play',
  'pause',
  'stop',
  'seek',
  'next_track',
  'previous_track',
  'volume_set',
  'volume_mute',
  'volume_step',
  'shuffle_set',
  'repeat_set',
  'play_media',
  'media_enqueue',
  'media_announce',
  'browse_media',
  'search_media',
  'clear_playlist',
  'select_source',
  'grouping',
];

/** Media players and their remotes. */
export function mediaDevices(): SimulatedDevice[] {
  return [
    {
      id: 'living_speaker',
      name: 'Living Room Speaker',
      manufacturer: 'Tonal',
      model: 'One',
      entities: [speaker(0.35)],
    },
    {
      id: 'kitchen_speaker',
      name: 'Kitchen Speaker',
      manufacturer: 'Tonal',
      model: 'Mini',
      entities: [speaker(0.2)],
    },
    {
      id: 'living_tv',
      name: 'Television',
      manufacturer: 'Visio',
      model: 'OLED 55',
      entities: [
        thing('media_player', {
          deviceClass: 'tv',
          features: [
            'turn_on',
            'turn_off',
            'play',
            'pause',
            'stop',
            'volume_set',
            'volume_mute',
            'volume_step',
            'select_source',
            'select_sound_mode',
            'play_media',
          ],
          capabilities: {
            source_list: ['TV', 'HDMI 1', 'HDMI 2', 'Radio'],
            sound_mode_list: ['Standard', 'Film', 'Night'],
          },
          values: {
            state: 'off',
            volume_level: 0.25,
            is_volume_muted: false,
            source: 'TV',
            sound_mode: 'Standard',
          },
        }),
        thing('remote', {
          features: ['activity'],
          capabilities: { activity_list: ['Watch TV', 'Listen to radio', 'Play a game'] },
          values: { on: false, current_activity: null },
        }),
      ],
    },
    {
      id: 'ir_blaster',
      name: 'Infrared Remote',
      manufacturer: 'Visio',
      model: 'IR-1',
      entities: [thing('remote', { features: ['learn_command', 'delete_command'], values: { on: true } })],
    },
  ];
}

function speaker(volume: number): SimulatedThing {
  return thing('media_player', {
    deviceClass: 'speaker',
    features: SPEAKER,
    capabilities: { source_list: ['Library', 'Line in', 'Bluetooth'] },
    values: {
      state: 'idle',
      volume_level: volume,
      is_volume_muted: false,
      source: 'Library',
      shuffle: false,
      repeat: 'off',
      group_members: [],
    },
    behave: (world) => new PlayerDriver(world),
  });
}

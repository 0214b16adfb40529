import { walk } from '../../support/walk.ts';

walk('cover', [
  { call: 'close_cover', on: 'garage_door', state: 'closed' },
  { call: 'open_cover', on: 'garage_door', state: /^open/ },
  { call: 'stop_cover', on: 'garage_door', state: /^(open|closed)$/ },
  { call: 'set_cover_position', on: 'living_room_blind', data: { position: 90 } },
  { call: 'stop_cover', on: 'living_room_blind', state: 'open' },
  { call: 'close_cover_tilt', on: 'living_room_blind', attributes: { current_tilt_position: 0 } },
  { call: 'open_cover_tilt', on: 'living_room_blind', attributes: { current_tilt_position: 100 } },
  {
    call: 'set_cover_tilt_position',
    on: 'living_room_blind',
    data: { tilt_position: 50 },
    attributes: { current_tilt_position: 50 },
  },
  { call: 'toggle_cover_tilt', on: 'living_room_blind' },
  { call: 'stop_cover_tilt', on: 'living_room_blind' },
  { call: 'toggle', on: 'bedroom_shutter', state: 'closing' },
  { call: 'stop_cover', on: 'bedroom_shutter', state: 'open' },
  { call: 'set_cover_position', on: 'garage_door', data: { position: 50 }, status: 400 },
]);

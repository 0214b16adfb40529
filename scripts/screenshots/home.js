import { rest } from '../clients/server.js';

/** Makes the demo home worth seeing: something is on, and something went wrong once. */
export async function seedHome(server) {
  await rest(server, '/api/services/light/turn_on', {
    entity_id: ['light.floor_lamp', 'light.living_room_ceiling'],
    brightness_pct: 70,
  });
}

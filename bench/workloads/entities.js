// The entities the bench makes and uses.

/** The request that writes the state of one of the bench's sensors; about 420 bytes of state as they come back. */
export function sensorWrite(name, state) {
  return {
    method: 'POST',
    path: `/api/states/sensor.bench_${name}`,
    body: JSON.stringify({
      state: String(state),
      attributes: {
        state_class: 'measurement',
        unit_of_measurement: '°C',
        device_class: 'temperature',
        friendly_name: `Bench sensor ${name}`,
      },
    }),
  };
}

/** Writes of one sensor with another value each time. */
export function changingWrites(name, count) {
  return Array.from({ length: count }, (_, index) => sensorWrite(name, index));
}

/** `count` different service calls on a light: each changes its brightness. */
export function lightCalls(light, count) {
  return Array.from({ length: count }, (_, index) => ({ entity_id: light, brightness: 1 + (index % 254) }));
}

/** The answer of a REST request as parsed JSON; throws on any other status than 200. */
export async function getJson({ url, token }, path) {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}`);
  return JSON.parse(text);
}

/** The light that calls act on: the one asked for, or the first that is there and can be dimmed, or any that is there. */
export async function findLight(server, asked) {
  const states = await getJson(server, '/api/states');
  const lights = states.filter((s) => s.entity_id.startsWith('light.') && s.state !== 'unavailable');
  const dimmable = lights.filter((s) => s.attributes.supported_color_modes?.some((mode) => mode !== 'onoff'));
  const wanted = lights.find((s) => s.entity_id === asked);
  const light = wanted ?? dimmable[0] ?? lights[0];
  if (light === undefined) throw new Error('the server has no light that could be called');
  return light.entity_id;
}

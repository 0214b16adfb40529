// The entities that the bench creates and uses.

/** The request that sets the state of a bench sensor; about 420 bytes of state in responses. */
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

/** Writes to one sensor, each with a different value. */
export function changingWrites(name, count) {
  return Array.from({ length: count }, (_, index) => sensorWrite(name, index));
}

/** The fields of `light.turn_on` for each brightness of a light. */
function lightCalls(light) {
  return Array.from({ length: 254 }, (_, index) => ({ entity_id: light, brightness: 1 + index }));
}

/** The same calls as REST requests. */
export function lightRequests(light) {
  return lightCalls(light).map((call) => ({
    method: 'POST',
    path: '/api/services/light/turn_on',
    body: JSON.stringify(call),
  }));
}

/** The same calls as WebSocket commands. */
export function lightCommands(light) {
  return lightCalls(light).map(({ entity_id, brightness }) => ({
    type: 'call_service',
    domain: 'light',
    service: 'turn_on',
    target: { entity_id },
    service_data: { brightness },
  }));
}

/** The parsed JSON of a REST response; throws on any status other than 200. */
export async function getJson({ url, token }, path) {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}`);
  return JSON.parse(text);
}

/** The light for calls: the requested one, or the first that is dimmable, or any. */
export async function findLight(server, asked) {
  const states = await getJson(server, '/api/states');
  const lights = states.filter((s) => s.entity_id.startsWith('light.') && s.state !== 'unavailable');
  const dimmable = lights.filter((s) => s.attributes.supported_color_modes?.some((mode) => mode !== 'onoff'));
  const wanted = lights.find((s) => s.entity_id === asked);
  const light = wanted ?? dimmable[0] ?? lights[0];
  if (light === undefined) throw new Error('the server has no light that could be called');
  return light.entity_id;
}

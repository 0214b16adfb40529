// Turns the lights of the house down, with nothing but fetch. usage: HEARTH_URL=… HEARTH_TOKEN=… node examples/evening.js
const { HEARTH_URL = 'http://localhost:8123', HEARTH_TOKEN } = process.env;

const ask = async (path, body) => {
  const answer = await fetch(`${HEARTH_URL}/api/${path}`, {
    headers: { Authorization: `Bearer ${HEARTH_TOKEN}` },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${(await answer.json()).message}`);
  return answer.json();
};

const lights = (await ask('states')).filter(
  ({ entity_id, state }) => entity_id.startsWith('light.') && state === 'on',
);
for (const { entity_id } of lights) {
  const changed = await ask('services/light/turn_on', { entity_id, brightness_pct: 20 });
  console.log(`${entity_id}: ${changed.length === 0 ? 'as it was' : 'turned down'}`);
}

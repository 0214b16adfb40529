// Run next to an installed @digital-alchemy/hass by digital-alchemy.js: it follows a lamp, and turns a plug
// on when the lamp changes.
import { CreateApplication } from '@digital-alchemy/core';
import { LIB_HASS } from '@digital-alchemy/hass';

const { LAMP, PLUG } = process.env;
const say = (text) => console.log(`app: ${text}`);

function Follow({ hass, lifecycle }) {
  lifecycle.onReady(() => {
    const lamp = hass.refBy.id(LAMP);
    lamp.onUpdate(async (now, before) => {
      if (now?.state !== 'on' || before?.state !== 'off') return;
      say(`the lamp went from ${before.state} to ${now.state} with ${now.attributes.brightness}`);
      await hass.call.switch.turn_on({ entity_id: PLUG });
      say('called');
      const [from, to] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 60_000)];
      const rows = await hass.fetch.fetchEntityHistory(LAMP, from, to);
      say(`the history has ${rows.map(({ state }) => state)} with ${rows.at(-1).attributes.brightness}`);
    });
    say(`ready, the lamp is ${lamp.state}`);
  });
}

await CreateApplication({ name: 'hearth_clients', libraries: [LIB_HASS], services: { Follow } }).bootstrap();

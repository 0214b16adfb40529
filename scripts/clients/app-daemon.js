// AppDaemon from PyPI in its own virtual environment: a Python app that receives states and events and calls
// services.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPython } from './python-environment.js';
import { prove, rest, until, withServer } from './server.js';

const VERSION = '4.5.13';
const LAMP = 'light.kitchen_counter';
const PLUG = 'switch.coffee_machine';
const SAID = 'sensor.appdaemon';

/** Tests what an AppDaemon app can do with the server; skipped with a message if Python cannot install it. */
export async function testAppDaemon(cache, report) {
  const installed = installPython(join(cache, 'appdaemon'), 'appdaemon', [VERSION]);
  if (installed === undefined) {
    report.skip('AppDaemon: python3 cannot install it here');
    return;
  }
  const program = join(installed.programs, 'appdaemon');
  await withServer(cache, '', async (server) => {
    const folder = join(server.folder, 'appdaemon');
    mkdirSync(join(folder, 'apps'), { recursive: true });
    writeFileSync(join(folder, 'appdaemon.yaml'), JSON.stringify(settings(server)));
    writeFileSync(join(folder, 'apps', 'apps.yaml'), 'proof: {module: proof, class: Proof}\n');
    writeFileSync(join(folder, 'apps', 'proof.py'), APP);
    const daemon = server.start(['-c', folder], { program });
    const says = (what) => until(`the app says ${what}`, async () => said(server, what));
    const facts = [
      [
        'AppDaemon becomes ready: connected, the states known',
        async () => {
          const { known } = await says('ready');
          if (!(known > 30)) throw new Error(`it knows ${known} states`);
        },
      ],
      [
        'AppDaemon sees a change',
        async () => {
          await rest(server, '/api/services/light/turn_on', { entity_id: LAMP, brightness: 77 });
          const { entity, brightness } = await says('seen');
          if (entity !== LAMP || brightness !== 77) throw new Error(`it saw ${entity} at ${brightness}`);
        },
      ],
      [
        'AppDaemon hears an event and calls a service',
        async () => {
          await rest(server, '/api/services/switch/turn_off', { entity_id: PLUG });
          await rest(server, '/api/events/ask_appdaemon', { entity_id: PLUG });
          await says('done');
          const { state } = await rest(server, `/api/states/${PLUG}`);
          if (state !== 'on') throw new Error(`the plug is ${state}`);
        },
      ],
      [
        'AppDaemon reads the history and the logbook',
        async () => {
          await rest(server, '/api/services/light/turn_off', { entity_id: LAMP });
          await rest(server, '/api/events/ask_past', {});
          const { history, brightness, logbook } = await says('past');
          if (history.join() !== 'off,on,off') throw new Error(`the history has ${history}`);
          if (brightness !== 77) throw new Error(`the brightness was ${brightness}`);
          if (logbook.join() !== 'on,off') throw new Error(`the logbook has ${logbook}`);
        },
      ],
    ];
    await prove(report, facts, daemon.output);
  });
}

/** The attributes of the app's report, once it has reported the given state. */
async function said(server, what) {
  const { state, attributes } = await rest(server, `/api/states/${SAID}`).catch(() => ({}));
  return state === what ? attributes : undefined;
}

function settings({ url, token }) {
  const place = { latitude: 52.37, longitude: 4.89, elevation: 2, time_zone: 'Europe/Amsterdam' };
  return { appdaemon: { ...place, plugins: { HASS: { type: 'hass', ha_url: url, token } } } };
}

const APP = `
import appdaemon.plugins.hass.hassapi as hass


class Proof(hass.Hass):
    def initialize(self):
        self.listen_state(self.seen, "${LAMP}", attribute="brightness")
        self.listen_event(self.asked, "ask_appdaemon")
        self.listen_event(self.asked_past, "ask_past")
        self.report_ready()

    # AppDaemon starts apps when it is connected, sometimes before it has loaded the states.
    def report_ready(self, **kwargs):
        if self.get_state("${LAMP}") is None:
            self.run_in(self.report_ready, 1)
        else:
            self.say("ready", known=len(self.get_state()))

    def seen(self, entity, attribute, old, new, **kwargs):
        self.say("seen", entity=entity, brightness=new)

    def asked(self, event_name, data, **kwargs):
        self.call_service("switch/turn_on", entity_id=data["entity_id"])
        self.say("done")

    def asked_past(self, event_name, data, **kwargs):
        rows = self.get_history(entity_id="${LAMP}", days=1)[0]
        entries = self.get_logbook(entity="${LAMP}", days=1)
        self.say(
            "past",
            history=[row["state"] for row in rows],
            brightness=rows[1]["attributes"]["brightness"],
            logbook=[entry["state"] for entry in entries],
        )

    def say(self, what, **attributes):
        self.set_state("${SAID}", state=what, attributes=attributes)
`;

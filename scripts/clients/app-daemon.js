// AppDaemon from PyPI in its own virtual environment: a Python app that receives states and events and calls
// services.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prove, rest, until, withServer } from './server.js';

const VERSION = '4.5.13';
const LAMP = 'light.kitchen_counter';
const PLUG = 'switch.coffee_machine';
const SAID = 'sensor.appdaemon';

/** Tests what an AppDaemon app can do with the server; skipped with a message if Python cannot install it. */
export async function testAppDaemon(cache, report) {
  const program = install(join(cache, 'appdaemon'));
  if (program === undefined) {
    console.log('- AppDaemon is left out: python3 cannot install it here');
    return;
  }
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
    ];
    await prove(report, facts, daemon.output);
  });
}

/** The program, installed if missing; undefined if that is not possible. */
function install(folder) {
  const program = join(folder, 'bin', 'appdaemon');
  const note = join(folder, `version-${VERSION}`);
  if (existsSync(program) && existsSync(note)) return program;
  const run = (command, args) => spawnSync(command, args, { stdio: ['ignore', 2, 2] }).status === 0;
  const isThere =
    run('python3', ['-m', 'venv', '--clear', folder]) &&
    run(join(folder, 'bin', 'pip'), ['install', '--quiet', `appdaemon==${VERSION}`]);
  if (!isThere) return undefined;
  writeFileSync(note, '');
  return program;
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

    def say(self, what, **attributes):
        self.set_state("${SAID}", state=what, attributes=attributes)
`;

// What an authorized user or device can do to others: the owner's requests during attacks.
import { atMost } from '../aims.js';
import { startAttackHome } from '../attacks/attack-home.js';
import { guessesLookedAt } from '../attacks/devices.js';
import { attacks } from '../attacks/index.js';
import { measureAttack } from '../attacks/measure-attack.js';

const MOST_MEMORY = 300; // MB
const LONGEST_RECOVERY = 1000; // ms
const GUESSES = 60;

const common = {
  better: 'less',
  sides: 'server',
  once: true,
  needs: (server) => (server.start === undefined ? 'attacks only what this run has started' : undefined),
};

const aim = {
  text: '< 3 x idle or 50 ms, 300 MB, 1 s',
  met: ({ value, limit, megabytes, recovery, isDead }) =>
    !isDead && value < limit && megabytes < MOST_MEMORY && recovery <= LONGEST_RECOVERY,
};

/** A row whose value is the p99 of the owner's requests during the attack. */
function attackRow(attack) {
  return {
    ...common,
    name: attack.name,
    unit: 'ms',
    aim,
    async measure(_server, run) {
      const home = await startAttackHome(run.folder, attack);
      try {
        const { seconds } = run.options;
        const figures = await measureAttack({ home, attack, idle: seconds, seconds: 2 * seconds });
        return { ...figures, note: noteOf(figures) };
      } finally {
        await home.stop();
      }
    },
  };
}

function noteOf({ idle, longest, idleMegabytes, megabytes, recovery, isDead, note }) {
  const back = recovery > 9900 ? 'not back after 10 s' : `back after ${(recovery / 1000).toFixed(1)} s`;
  const parts = [
    `idle p99 ${idle.p99.toFixed(1)} ms`,
    `longest ${longest.toFixed(0)} ms`,
    `${idleMegabytes.toFixed(0)} to ${megabytes.toFixed(0)} MB`,
    isDead ? 'the server DIED' : back,
    note,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

const guesses = {
  ...common,
  name: `attack: ${GUESSES} wrong MQTT passwords at once, how many are looked at`,
  unit: '',
  aim: atMost(10, ''),
  async measure(_server, run) {
    const home = await startAttackHome(run.folder);
    try {
      const { lookedAt, putOff } = await guessesLookedAt(home.broker, GUESSES);
      return { value: lookedAt, note: `${putOff} put off` };
    } finally {
      await home.stop();
    }
  },
};

export const attackRows = [...attacks.map(attackRow), guesses];

// How the owner's requests perform before, during and after an attack.
import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { percentile, processTree, residentMegabytes } from '../measure.js';

const PROBE = fileURLToPath(new URL('../load/probe-process.js', import.meta.url));
const ATTACKER = fileURLToPath(new URL('./attack-process.js', import.meta.url));
const PACE = 5; // ms between two requests of the owner
const SETTLE = 1000;
const CALM = 1000; // after this long without a slow request, the server has recovered
const LONGEST_RECOVERY = 10_000;
const LONGEST_PREPARATION = 30_000;
/** Shorter delays are not noticeable, whatever the idle server achieves. */
const NOTICED = 50;

const now = () => performance.timeOrigin + performance.now();
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Measures the owner's `GET /api/states/<id>` for `idle` seconds, then during an attack of `seconds` in its
 * own process, then until the server has recovered. All figures are in ms, except the peak resident memory in
 * MB (1,000,000 bytes).
 */
export async function measureAttack({ home, attack, idle, seconds }) {
  const probe = startProbe(home);
  const memory = watchMemory(home.pid);
  try {
    await sleep(SETTLE);
    const calm = [now(), await sleep(idle * 1000).then(now)];
    const attacker = startAttacker(home, attack, seconds);
    const started = await attacker.started;
    const idleMegabytes = memory.restart();
    const note = await attacker.ended;
    const ended = now();
    const slowIn = (samples) => limitOf(latencies(samples, ...calm));
    await untilCalm(probe, ended, slowIn);
    await probe.stop();
    const before = latencies(probe.samples, ...calm);
    const during = latencies(probe.samples, started, ended);
    const limit = limitOf(before);
    return {
      value: percentile(during, 0.99),
      p50: percentile(during, 0.5),
      longest: during.at(-1),
      idle: { p50: percentile(before, 0.5), p99: percentile(before, 0.99) },
      limit,
      recovery: recoveryOf(probe.samples, ended, limit),
      idleMegabytes,
      megabytes: memory.highest(),
      isDead: !existsSync(`/proc/${home.pid}`),
      note,
    };
  } finally {
    memory.stop();
    probe.kill();
  }
}

function limitOf(idle) {
  return Math.max(3 * percentile(idle, 0.99), NOTICED);
}

/** The sorted latencies of requests due in a time span; pending ones count up to now. */
function latencies(samples, from, until) {
  const end = now();
  return samples
    .filter(([due]) => due >= from && due < until)
    .map(([due, done]) => (done ?? end) - due)
    .sort((a, b) => a - b);
}

/** How long after the attack the last request slower than the limit was answered. */
function recoveryOf(samples, ended, limit) {
  const slow = samples.filter(([due, done]) => due > ended - 500 && (done === null || done - due > limit));
  const last = Math.max(ended, ...slow.map(([, done]) => done ?? now()));
  return last - ended;
}

/** Waits until all requests of a second were fast enough, for at most ten seconds. */
async function untilCalm(probe, ended, limitIn) {
  while (now() - ended < LONGEST_RECOVERY) {
    await sleep(100);
    const limit = limitIn(probe.samples);
    const from = now() - CALM - 200;
    if (from < ended) continue;
    const recent = latencies(probe.samples, from, now());
    if (recent.length > (0.8 * CALM) / PACE && recent.at(-1) <= limit) return;
  }
}

function startProbe({ url, tokens, targets }) {
  const child = fork(PROBE, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const samples = [];
  let last = () => {};
  const over = new Promise((resolve) => {
    last = resolve;
  });
  child.on('message', ({ samples: more, isLast }) => {
    for (const sample of more) samples.push(sample);
    if (isLast) last();
  });
  child.once('exit', last);
  child.send({ server: { url, token: tokens.owner }, path: `/api/states/${targets.sensor}`, pace: PACE });
  return {
    samples,
    stop: () => {
      child.send('stop');
      return over;
    },
    kill: () => child.kill('SIGKILL'),
  };
}

/**
 * `started` resolves when the preparations are complete, `ended` with the attacker's last message or when it
 * was killed.
 */
function startAttacker({ stop: _, ...home }, { name }, seconds) {
  const child = fork(ATTACKER, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-2000);
  });
  let note;
  let timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_PREPARATION);
  const started = new Promise((resolve, reject) => {
    child.on('message', (message) => {
      if (message.started !== true) {
        note = message.note;
        return;
      }
      clearTimeout(timer);
      timer = setTimeout(() => child.kill('SIGKILL'), (seconds + 2) * 1000);
      resolve(now());
    });
    child.once('exit', () => reject(new Error(`the attacker did not start: ${complaint.trim()}`)));
  });
  const ended = new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(timer);
      const reason = /^\w*Error: .*$/m.exec(complaint)?.[0];
      resolve(note ?? (code === 0 ? '' : `attacker ended early${reason === undefined ? '' : `: ${reason}`}`));
    });
  });
  child.send({ name, home, seconds });
  return { started, ended };
}

/** Processes started while users were created, such as the password process, are not part of the attack. */
function watchMemory(pid) {
  const except = processTree(pid).filter((id) => id !== pid);
  let last = 0;
  let highest = 0;
  const timer = setInterval(() => {
    last = residentMegabytes(pid, except) ?? last;
    highest = Math.max(highest, last);
  }, 50);
  const restart = () => {
    highest = last;
    return last;
  };
  return { highest: () => highest, restart, stop: () => clearInterval(timer) };
}

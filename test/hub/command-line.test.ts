import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Log, silentLog } from '../../src/core/log.ts';
import { silentLogFile } from '../../src/storage/log-file.ts';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const dataDir = tempFolder(afterAll);
const lines: string[] = [];
const note = (line: string): void => void lines.push(line);
const log: Log = { ...silentLog, info: note, warn: note, error: note, named: () => log };

/** Shows its arguments, one a line, each in brackets. */
const SHOW = '#!/bin/sh\nfor a in "$@"; do echo "[$a]"; done\n';
/** Starts a process of its own that would live on, and waits. */
const HANG = `#!/bin/sh\nsleep 600 & echo $! > "${dataDir}/child"\nwait\n`;

const script = (name: string, text: string): string => {
  const path = join(dataDir, name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
};

const settings = (allowed: readonly string[]) => `
programs:
  allowed: ${JSON.stringify(allowed)}
command_line:
  - sensor:
      name: Warm
      unique_id: warm
      command: 'echo 21.5'
      unit_of_measurement: °C
  - sensor: { name: Json, command: "echo '{\\"a\\": 1, \\"b\\": 2}'", json_attributes: [a] }
  - sensor: { name: Fails, command: "fail.sh" }
  - sensor: { name: Rendered, command: "show.sh {{ 1 + 1 }} {{ 'a b; id' }}x", value_template: "{{ value | replace('\\n', '') }}" }
  - sensor: { name: Piped, command: "echo a | wc" }
  - sensor: { name: Hidden, command: "cat /etc/hostname" }
  - sensor: { name: Slow, command: "hang.sh", command_timeout: 1 }
  - sensor: { name: Loud, command: "yes", command_timeout: 10 }
  - binary_sensor: { name: Door, command: echo ON }
  - switch: { name: Assumed, command_on: "show.sh on", command_off: "fail.sh" }
  - switch: { name: By code, command_on: "touch.sh", command_state: "test -e '${dataDir}/on'" }
  - switch: { name: By value, command_state: "echo yes", value_template: "{{ value == 'yes' }}" }
  - cover: { name: Blind, command_open: "touch.sh", command_state: echo 40, value_template: "{{ value }}" }
  - notify: { name: Printer, command: "keep.sh" }
  - lock: { name: Nothing }
shell_command:
  show: "show.sh {{ x }} '{{ y }}' -- {{ z }}"
  broken: fail.sh
  Wrong: echo
  needs_shell: "echo $HOME"
`;

let home: TestHub;
beforeAll(async () => {
  script('show.sh', SHOW);
  const own = [
    script('show.sh', SHOW),
    script('hang.sh', HANG),
    script('fail.sh', '#!/bin/sh\necho no luck >&2\nexit 3\n'),
    script('touch.sh', `#!/bin/sh\n: > "${dataDir}/on"\n`),
    script('keep.sh', `#!/bin/sh\ncat > "${dataDir}/kept"\n`),
  ];
  writeFileSync(
    join(dataDir, 'hearth.yaml'),
    settings([...own, '/bin/echo', '/usr/bin/test', '/usr/bin/yes']),
  );
  home = await startTestHub({}, dataDir, undefined, { logFile: { ...silentLogFile(), log } });
  for (const id of ['sensor.rendered', 'sensor.warm', 'sensor.slow', 'sensor.loud', 'switch.by_code'])
    await until(async () => !['unavailable', undefined].includes(await stateOf(id)), id);
});
afterAll(() => home.stop());

const shown = async (id: string) => (await home.rest('GET', `/api/states/${id}`)).json;
const stateOf = async (id: string): Promise<string> => (await shown(id)).state;
const call = (service: string, data: object, query = '') =>
  home.rest('POST', `/api/services/${service.replace('.', '/')}${query}`, data);

describe('entities of command_line', () => {
  it.each([
    ['sensor.warm', '21.5'],
    ['sensor.json', 'unknown'],
    ['sensor.fails', 'unknown'],
    ['sensor.rendered', '[2][a b; idx]'],
    ['sensor.slow', 'unknown'],
    ['sensor.loud', 'unknown'],
    ['binary_sensor.door', 'on'],
    ['switch.assumed', 'off'],
    ['switch.by_code', 'off'],
    ['switch.by_value', 'on'],
    ['cover.blind', 'open'],
  ])('%s is %j', async (id, state) => {
    await until(async () => (await stateOf(id)) !== 'unavailable', id);
    expect(await stateOf(id)).toBe(state);
  });

  it('have attributes of JSON, positions and classes', async () => {
    expect((await shown('sensor.json')).attributes.a).toBe(1);
    expect((await shown('cover.blind')).attributes.current_position).toBe(40);
    expect((await shown('switch.assumed')).attributes.assumed_state).toBe(true);
  });

  it('run only programs of the list, without a shell; the log names file, line and value', async () => {
    const found = (text: string) => lines.find((line) => line.includes(text));
    expect(found('/etc/hostname')).toMatch(/^hearth\.yaml:14: .*cat is not in 'programs\.allowed'/);
    expect(found('a | wc')).toMatch(/^hearth\.yaml:13: .*\| needs a shell/);
    expect(found('no lock')).toMatch(/^hearth\.yaml:23: /);
    expect(found('$HOME')).toMatch(/^hearth\.yaml:28: shell_command needs_shell: .*\$ needs a shell/);
    expect(await stateOf('sensor.hidden')).toBeUndefined();
    expect(found('no luck')).toContain('ended with the code 3: no luck');
  });

  it('kill a program that takes too long, with what it started, and one that writes too much', () => {
    expect(lines.some((line) => line.includes('hang.sh gave nothing: it was killed after 1 s'))).toBe(true);
    expect(lines.some((line) => line.includes('yes gave nothing: it was killed, since it wrote'))).toBe(true);
    const child = Number(readFileSync(join(dataDir, 'child'), 'utf8'));
    const status = existsSync(`/proc/${child}/stat`) ? readFileSync(`/proc/${child}/stat`, 'utf8') : ') Z';
    expect(status).toMatch(/\) [ZX]/);
  });
});

describe('commands', () => {
  it('switch, and are assumed or read again', async () => {
    await call('switch.turn_on', { entity_id: 'switch.assumed' });
    expect(await stateOf('switch.assumed')).toBe('on');
    const refused = await call('switch.turn_off', { entity_id: 'switch.assumed' });
    expect(refused.text).toContain('fail.sh failed: it ended with the code 3: no luck');
    expect(await stateOf('switch.assumed')).toBe('on');
    await call('switch.turn_on', { entity_id: 'switch.by_code' });
    expect(await stateOf('switch.by_code')).toBe('on');
  });

  it('get the message of a notification as their input', async () => {
    expect((await call('notify.printer', { message: 'it is $(done)' })).status).toBe(200);
    expect(readFileSync(join(dataDir, 'kept'), 'utf8')).toBe('it is $(done)');
  });

  it('get each value as one argument, which is never an option', async () => {
    const answer = await call(
      'shell_command.show',
      { x: 'a b; touch /tmp/x', y: '', z: '-rf' },
      '?return_response',
    );
    expect(answer.json.service_response).toEqual({
      ...{ stdout: '[a b; touch /tmp/x]\n[]\n[--]\n[-rf]', stderr: '', returncode: 0 },
    });
    const option = await call('shell_command.show', { x: '--output=/etc/passwd', y: '', z: '' });
    expect(option.status).toBe(500);
    expect(option.text).toContain('--output=/etc/passwd');
    const negative = await call('shell_command.show', { x: -5, y: '', z: '' }, '?return_response');
    expect(negative.json.service_response.stdout).toBe('[-5]\n[]\n[--]');
  });

  it('answer with their code where they fail', async () => {
    const { json } = await call('shell_command.broken', {}, '?return_response');
    expect(json.service_response).toEqual({ stdout: '', stderr: 'no luck', returncode: 3 });
    expect((await call('shell_command.needs_shell', {})).status).toBe(400);
  });
});

it('are read again with the list of programs', async () => {
  writeFileSync(
    join(dataDir, 'hearth.yaml'),
    'programs: { allowed: [/bin/echo] }\ncommand_line: { sensor: { name: Later, command: echo 1 } }\nshell_command: { show: "show.sh a" }\n',
  );
  await call('command_line.reload', {});
  await call('shell_command.reload', {});
  await until(async () => (await stateOf('sensor.later')) === '1');
  expect(await stateOf('sensor.json')).toBeUndefined();
  expect((await call('notify.printer', { message: 'x' })).status).toBe(400);
  expect((await call('shell_command.show', {})).status).toBe(400);
});

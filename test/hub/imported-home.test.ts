import { readFileSync } from 'node:fs';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../../src/core/log.ts';
import type { HomeRead } from '../../src/import/home-read.ts';
import { readHome } from '../../src/import/read-home.ts';
import { openSourceFolder } from '../../src/import/source-folder.ts';
import { writeHome } from '../../src/import/write-home.ts';
import { openDataFolder } from '../../src/storage/data-folder.ts';
import { type Difference, differences } from '../support/expected-home.ts';
import { startTestHub, type TestHub, testTime } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const HOME = new URL('../import/home/', import.meta.url).pathname;
const expected = JSON.parse(readFileSync(`${HOME}ha-home.expected.json`, 'utf8'));
const folder = tempFolder(afterAll);
let read: HomeRead;
let home: TestHub;
beforeAll(async () => {
  const source = await openSourceFolder(`${HOME}ha-home`);
  read = await readHome(source, { now: testTime.now() });
  const data = await openDataFolder({ folder, clock: testTime, log: silentLog });
  await writeHome(read, source, data);
  await data.release();
  home = await startTestHub({ 'mqtt.url': 'mqtt://127.0.0.1:1' }, folder);
});
afterAll(() => home.stop());

it('is what Home Assistant says of it, or the report says what differs', async () => {
  const found = await differences(home, expected);
  const texts = read.report.entries.map(({ outcome, name, reason }) =>
    outcome === 'imported' ? '' : `${name} ${reason}`,
  );
  const unreported = found.filter(({ subject }) => !texts.some((text) => text.includes(subject)));
  expect(unreported.map(line)).toEqual([]);
});

it('is changed by no second import', async () => {
  await home.stop();
  const source = await openSourceFolder(`${HOME}ha-home`);
  const again = await readHome(source, { now: testTime.now() });
  const data = await openDataFolder({ folder, clock: testTime, log: silentLog });
  const { written } = await writeHome(again, source, data);
  await data.release();
  home = await startTestHub({ 'mqtt.url': 'mqtt://127.0.0.1:1' }, folder);
  expect(written).toBe(0);
});

it.each(expected.tokens as Token[])('accepts the long-lived token $name, and no other', async ({ token }) => {
  const status = async (bearer: string) =>
    (await home.rest('GET', '/api/', undefined, { authorization: `Bearer ${bearer}` })).status;
  expect(await status(token)).toBe(200);
  expect(await status(token.replace(/.(?=.$)/, (letter) => (letter === 'A' ? 'B' : 'A')))).toBe(401);
});

it.each(expected.refresh as Refresh[])('treats the refresh token of $user as before', async (refresh) => {
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: refresh.refresh_token,
    client_id: refresh.client_id,
  }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status } = await home.rest('POST', '/auth/token', body, headers);
  expect(status === 200).toBe(refresh.works !== false);
});

it.each(expected.logins as Login[])('lets $username log in as before: $result', async (login) => {
  const { username, password, totp, result } = login;
  const headers = { 'content-type': 'application/json' };
  const client = { client_id: `${home.url}/` };
  const start = { ...client, handler: ['homeassistant', null], redirect_uri: `${home.url}/` };
  const flow = (await home.rest('POST', '/auth/login_flow', start, headers)).json;
  const send = async (input: object) =>
    (await home.rest('POST', `/auth/login_flow/${flow.flow_id}`, { ...client, ...input }, headers)).json;
  let answer = await send({ username, password });
  if (totp !== undefined) {
    expect(answer.step_id).toBe('mfa');
    answer = await send({ code: codeAt(totp, testTime.now()) });
  }
  expect(answer.type === 'create_entry').toBe(result === 'in');
});

interface Token {
  readonly token: string;
}
interface Refresh {
  readonly refresh_token: string;
  readonly client_id: string;
  readonly works?: boolean;
}
interface Login {
  readonly username: string;
  readonly password: string;
  readonly totp?: string;
  readonly result: string;
}

function codeAt(secret: string, now: number): string {
  return generateSync({ secret, epoch: Math.floor(now / 1000) });
}

function line({ section, subject, field, expected: wanted, found }: Difference): string {
  return `${section} ${subject} ${field}: ${JSON.stringify(wanted)} / ${JSON.stringify(found)}`;
}

import { afterAll, expect, it } from 'vitest';
import { startTestHub, type TestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const PASSPHRASE = 'nine copper kettles sing';

/** A claimed home with one area, and the encrypted archive of it. */
async function backedUp(): Promise<Uint8Array<ArrayBuffer>> {
  const home = await startTestHub({}, tempFolder(afterAll));
  try {
    const client = await home.connect();
    await client.must({ type: 'config/area_registry/create', name: 'Brought along' });
    await home.rest('POST', '/api/onboarding/users', {
      ...{ client_id: `${home.url}/`, name: 'Anna', username: 'anna', password: 'correct horse' },
      code: home.hub.auth.claim.newCode(),
    });
    await client.must({ type: 'backup/subscribe_events' });
    const { backup_job_id: id } = await client.must({
      ...{ type: 'backup/generate', agent_ids: ['backup.local'], password: PASSPHRASE },
      include_database: false,
    });
    await client.event((event) => event.event?.state === 'completed', 50_000);
    const headers = { Authorization: `Bearer ${home.token}` };
    const path = `${home.url}/api/backup/download/${id}?agent_id=backup.local`;
    return new Uint8Array(await (await fetch(path, { headers })).arrayBuffer());
  } finally {
    await home.stop();
  }
}

it('a backup is restored into a new server by who has its claim code, and by nobody once it is claimed', async () => {
  const archive = await backedUp();
  const dataDir = tempFolder(afterAll);
  let home: TestHub = await startTestHub({}, dataDir);
  const [path, agent] = ['/api/onboarding/backup', 'backup.local'];
  const headers = { 'X-Hearth-Claim-Code': home.hub.auth.claim.newCode() ?? '' };
  const upload = async (by: Record<string, string>, content = archive) => {
    const body = new FormData();
    body.append('file', new Blob([content]), 'b.tar');
    const answer = await fetch(`${home.url}${path}/upload?agent_id=${agent}`, {
      ...{ method: 'POST', body, headers: by },
    });
    return { status: answer.status, json: (await answer.json()) as { backup_id?: string } };
  };
  const info = (by: Record<string, string>) => fetch(`${home.url}${path}/info`, { headers: by });
  try {
    expect((await info({})).status).toBe(403);
    expect((await upload({ 'X-Hearth-Claim-Code': 'AAAA-AAAA-AAAA' })).status).toBe(403);
    expect((await upload(headers, archive.slice(0, -600))).status).toBe(400);
    const { status, json } = await upload(headers);
    expect(status).toBe(201);
    expect(await (await info(headers)).json()).toMatchObject({
      ...{ backups: [{ backup_id: json.backup_id }], state: 'idle' },
    });
    const restore = (fields: object, by: Record<string, string> = headers) =>
      home.rest('POST', `${path}/restore`, { backup_id: json.backup_id, agent_id: agent, ...fields }, by);
    const wrong = { status: 400, json: { code: 'incorrect_password' } };
    expect(await restore({})).toMatchObject(wrong);
    expect(await restore({ password: 'wrong' })).toMatchObject(wrong);
    expect(await restore({ backup_id: '0123abcd' })).toMatchObject({ json: { code: 'restore_failed' } });
    expect((await restore({ password: PASSPHRASE }, { 'X-Hearth-Claim-Code': '' })).status).toBe(403);
    expect((await restore({ password: PASSPHRASE })).status).toBe(200);
    await home.stop();
    home = await startTestHub({}, dataDir);
    const areas = await (await home.connect()).must({ type: 'config/area_registry/list' });
    expect(areas).toMatchObject([{ name: 'Brought along' }]);
    expect(home.hub.auth.claim.isClaimed()).toBe(true);
    for (const by of [{}, headers]) expect((await info(by)).status).toBe(404);
    expect((await upload(headers)).status).toBe(404);
    expect((await restore({ password: PASSPHRASE })).status).toBe(404);
  } finally {
    await home.stop();
  }
}, 120_000);

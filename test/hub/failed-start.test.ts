import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { leaveOutPast } from '../support/demo-without-past.ts';
import { startTestHub } from '../support/start-hub.ts';
import { tempFolder } from '../support/temp-folder.ts';

const LAMP = 'light.bedside_lamp';

it('a start that fails keeps the last states for the next one', async () => {
  const dataDir = tempFolder();
  leaveOutPast(dataDir);
  const first = await startTestHub({ demo: true }, dataDir);
  await first.rest('POST', '/api/services/light/turn_on', { entity_id: LAMP });
  await first.stop();

  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const failed = startTestHub({ demo: true, 'http.port': String(port) }, dataDir);
  await expect(failed).rejects.toThrow(String(port));
  await new Promise((resolve) => other.close(resolve));

  const second = await startTestHub({ demo: true }, dataDir);
  expect((await second.rest('GET', `/api/states/${LAMP}`)).json.state).toBe('on');
  await second.stop();
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startTestHub } from '../support/start-hub.ts';

test('administrators test whether an address leads to this server', async () => {
  const hub = await startTestHub();
  const other = createServer((_request, response) => response.end('another one'));
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve);
  });
  try {
    const client = await hub.connect();
    const testOf = (url: string) => client.ask({ type: 'hearth/address/test', url });
    expect((await testOf(hub.url)).result).toEqual({ is_trusted: true });
    expect((await testOf(`${hub.url}/`)).result).toEqual({ is_trusted: true });
    const { port } = other.address() as AddressInfo;
    expect((await testOf(`http://127.0.0.1:${port}`)).error.message).toContain('another server');
    expect((await testOf('http://127.0.0.1:1')).error.code).toBe('failed');
    expect((await testOf('http://169.254.169.254')).error.code).toBe('failed');
    expect((await testOf('file:///etc/passwd')).error.code).toBe('invalid_format');
    expect((await fetch(`${hub.url}/api/hearth/address_check/${'0'.repeat(32)}`)).status).toBe(404);
  } finally {
    other.close();
    await hub.stop();
  }
});

import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** The base URL of this request; empty if its `Host` is invalid. */
export function baseOf({
  headers,
  isSecure,
}: {
  readonly headers: IncomingHttpHeaders;
  readonly isSecure: boolean;
}): string {
  const host = headers.host ?? '';
  if (!/^([\w.-]{1,255}|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host)) return '';
  // Only trusted proxies get this far with a forwarding header.
  const isForwarded = headers['x-forwarded-for'] !== undefined;
  const scheme = isSecure || (isForwarded && headers['x-forwarded-proto'] === 'https') ? 'https' : 'http';
  return `${scheme}://${host}`;
}

/** Whether a connection is encrypted up to this server. */
export function isSecureSocket(socket: Socket): boolean {
  return socket instanceof TLSSocket;
}

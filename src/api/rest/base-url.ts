import type { IncomingHttpHeaders } from 'node:http';

/** The base URL of this request; empty if its `Host` is invalid. */
export function baseOf({ headers }: { readonly headers: IncomingHttpHeaders }): string {
  const host = headers.host ?? '';
  if (!/^([\w.-]{1,255}|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host)) return '';
  // Only trusted proxies get this far with a forwarding header.
  const isForwarded = headers['x-forwarded-for'] !== undefined;
  return `${isForwarded && headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${host}`;
}

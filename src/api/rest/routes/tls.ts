import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { fault } from '../../../core/errors.ts';
import type { TlsSwitch } from '../../../core/tls-status.ts';
import { NullableText, object } from '../../shapes/plain-shapes.ts';
import { json, type Route } from '../route.ts';

const CERTIFICATE_TYPE = 'application/x-x509-ca-cert';
const NOT_KEPT = ['Cache-Control', 'no-store'];

/** What devices need before they trust the server; open to everyone in reach, since it is no secret. */
export function tlsRoutes(tls: TlsSwitch): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/hearth/tls',
      permission: 'public',
      summary: "Whether HTTPS is on, and the fingerprint of the home's own certificate authority",
      result: object({ is_active: z.boolean(), fingerprint: NullableText }),
      answers: { 200: 'An object' },
      handle: () => {
        const { isActive, fingerprint } = tls.status;
        return { ...json({ is_active: isActive, fingerprint }), headers: NOT_KEPT };
      },
    },
    {
      method: 'GET',
      path: '/api/hearth/tls/authority.crt',
      permission: 'public',
      summary: "The certificate of the home's own authority, for devices that shall trust it",
      answers: { 200: 'The certificate in DER form', 404: 'The server does not use an authority of its own' },
      handle: () => {
        const { authority } = tls;
        if (authority === undefined) throw fault('not_found', 'tls_has_no_authority');
        const headers = [...NOT_KEPT, 'Content-Disposition', 'attachment; filename="hearth.crt"'];
        return { status: 200, type: CERTIFICATE_TYPE, body: new X509Certificate(authority).raw, headers };
      },
    },
  ];
}

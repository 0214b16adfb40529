import type { Auth } from '../../../auth/auth.ts';
import { TlsMode, type TlsSwitch } from '../../../core/tls-status.ts';
import { TlsStatusShape } from '../../shapes/tls-shapes.ts';
import { tlsView } from '../../tls-status.ts';
import { type Command, defineCommand } from '../command.ts';

/** Encryption of the connections to this server, for administrators. */
export function tlsCommands({ audit, authenticator }: Auth, tls: TlsSwitch): Command[] {
  return [
    defineCommand({
      type: 'hearth/tls/info',
      permission: 'admin',
      summary: 'Whether HTTPS is on, and the names, expiry and fingerprint of its certificate',
      result: TlsStatusShape,
      fields: {},
      handle: () => tlsView(tls.status),
    }),
    defineCommand({
      type: 'hearth/tls/choose',
      changes: 'final',
      permission: 'admin',
      summary: 'Turns HTTPS on or off, by choosing where the certificate comes from',
      result: TlsStatusShape,
      fields: { mode: TlsMode },
      handle: async ({ message: { mode }, access }) => {
        const status = await tls.choose(mode);
        await audit.record('tls_mode_changed', authenticator.actorOf(access), { enabled: mode !== 'off' });
        return tlsView(status);
      },
    }),
  ];
}

import { z } from 'zod';
import type { Actor, AuditLog } from '../auth/audit.ts';
import { TlsMode, type TlsSwitch } from '../core/tls-status.ts';
import { type ControlCommands, controlCommand } from './control-socket.ts';
import { tlsView } from './tls-status.ts';

/** The commands that show TLS and turn it on or off. */
export function tlsControl(tls: TlsSwitch, audit: AuditLog, actor: Actor): ControlCommands {
  return new Map([
    ['tls/status', controlCommand(z.strictObject({}), () => tlsView(tls.status))],
    [
      'tls/choose',
      controlCommand(z.strictObject({ mode: TlsMode }), async ({ mode }) => {
        const status = await tls.choose(mode);
        await audit.record('tls_mode_changed', actor, { enabled: mode !== 'off' });
        return tlsView(status);
      }),
    ],
  ]);
}

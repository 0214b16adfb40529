import { z } from 'zod';
import { callServer } from './call-server.ts';
import type { FlagValues } from './command.ts';

const Status = z.object({
  mode: z.string(),
  is_active: z.boolean(),
  names: z.array(z.string()),
  addresses: z.array(z.string()),
  expires: z.string().nullable(),
  fingerprint: z.string().nullable(),
  problem: z.string().nullable(),
});

/** `hearth tls status`: shows whether the running server speaks HTTPS. */
export async function showTls(flags: FlagValues): Promise<void> {
  show(await callServer('tls/status', {}, flags));
}

/** `hearth tls on`. */
export async function turnTlsOn(flags: FlagValues): Promise<void> {
  show(await callServer('tls/choose', { mode: 'own' }, flags));
}

/** `hearth tls off`. */
export async function turnTlsOff(flags: FlagValues): Promise<void> {
  show(await callServer('tls/choose', { mode: 'off' }, flags));
}

function show(answer: unknown): void {
  const { mode, is_active, names, addresses, expires, fingerprint, problem } = Status.parse(answer);
  const lines = [
    `HTTPS is ${is_active ? `on (${mode})` : 'off'}.`,
    ...(is_active
      ? [`Valid for ${[...names, ...addresses].join(', ')} until ${expires?.slice(0, 10)}.`]
      : []),
    ...(fingerprint === null
      ? []
      : ['SHA-256 fingerprint of the certificate authority of this home:', fingerprint]),
    ...(problem === null ? [] : [`There is no new certificate: ${problem}`]),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

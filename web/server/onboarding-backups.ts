import type { Backup } from './backups.ts';
import { Refusal, refusalOf, send } from './login.ts';

const PATH = '/api/onboarding/backup';
/** The folder of backups of this server. */
const LOCAL = 'backup.local';

/** What a new server is restored from. */
export interface Restore {
  readonly backupId: string;
  readonly passphrase: string;
  readonly withHistory: boolean;
}

/** The backups in the folder of a new server. Throws a `Refusal` for a wrong claim code. */
export async function onboardingBackups(code: string): Promise<readonly Backup[]> {
  const answer = await send('GET', `${PATH}/info`, undefined, headersOf(code));
  return (answer as { readonly backups: readonly Backup[] }).backups;
}

/** Whether a backup needs a passphrase. */
export function isLocked({ agents }: Backup): boolean {
  return Object.values(agents).some((one) => one.protected);
}

/** Sends a backup to a new server and returns its ID. `onProgress` gets the part that was sent, from 0 to 1. */
export function uploadBackup(code: string, file: File, onProgress: (part: number) => void): Promise<string> {
  const body = new FormData();
  body.append('file', file, 'backup.tar');
  // `fetch` does not tell how much was sent.
  const request = new XMLHttpRequest();
  request.open('POST', `${PATH}/upload?agent_id=${LOCAL}`);
  for (const [name, value] of Object.entries(headersOf(code))) request.setRequestHeader(name, value);
  request.setRequestHeader('X-Error-Keys', '1');
  request.responseType = 'json';
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / Math.max(1, total)));
  return new Promise((resolve, reject) => {
    request.addEventListener('error', () => reject(new Refusal(0, 'No answer')));
    request.addEventListener('load', () => {
      const { status, response } = request;
      if (status === 201) resolve((response as { readonly backup_id: string }).backup_id);
      else reject(refusalOf(status, response, request.getResponseHeader('Retry-After')));
    });
    request.send(body);
  });
}

/** Restores a backup into a new server, which then restarts. */
export async function restoreBackup(
  code: string,
  { backupId, passphrase, withHistory }: Restore,
): Promise<void> {
  const body = {
    backup_id: backupId,
    agent_id: LOCAL,
    restore_database: withHistory,
    ...(passphrase === '' ? {} : { password: passphrase }),
  };
  await send('POST', `${PATH}/restore`, body, headersOf(code));
}

function headersOf(code: string): Readonly<Record<string, string>> {
  // Other characters are in no code, and not in a header either.
  return { 'X-Hearth-Claim-Code': code.replace(/[^\x20-\x7e]/g, '?') };
}

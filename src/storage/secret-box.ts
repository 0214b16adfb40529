import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** The file of the data folder with the keys of stored passwords; backups that are not encrypted do not contain it. */
export const SECRET_KEYS = 'secrets.key';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1.';

/**
 * Encrypts passwords and tokens that are stored in the data folder, with a key in a file of its own. The key is created
 * with the first secret. The same text at the same place becomes the same bytes, so that documents can be compared.
 */
export class SecretBox {
  private readonly file: string;
  /** The first one encrypts; others came with data that was restored, and only decrypt. */
  private keys: Buffer[];

  constructor(folder: string) {
    this.file = join(folder, SECRET_KEYS);
    this.keys = readKeys(this.file);
  }

  /** Encrypts a text (AES-256-GCM), bound to the place where it is stored. */
  seal(text: string, place: string): string {
    const key = this.keys[0] ?? this.createKey();
    // Derived from the text: a nonce repeats only where the whole message does.
    const mac = createHmac('sha256', key)
      .update('nonce\0')
      .update(`${place.length}\0${place}\0`)
      .update(text);
    const nonce = mac.digest().subarray(0, NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
    const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return VERSION + bytes.toString('base64');
  }

  /** Decrypts what `seal` returned for the same place; undefined if its key is not here. */
  open(sealed: string, place: string): string | undefined {
    if (!sealed.startsWith(VERSION)) return undefined;
    const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    for (const key of this.keys) {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        // Another key, or damaged.
      }
    }
    return undefined;
  }

  private createKey(): Buffer {
    const key = randomBytes(KEY_BYTES);
    writeKeys(this.file, [key]);
    this.keys = [key];
    return key;
  }
}

/** Gives a folder with restored data the keys of the present one as well, since a restore leaves some files in place. */
export function addKeys(target: string, present: string): void {
  const own = readKeys(join(target, SECRET_KEYS));
  const more = readKeys(join(present, SECRET_KEYS)).filter((key) => !own.some((one) => one.equals(key)));
  if (more.length > 0) writeKeys(join(target, SECRET_KEYS), [...own, ...more]);
}

/** Lines that are no keys are passed over. Throws if the file exists and cannot be read. */
function readKeys(file: string): Buffer[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => Buffer.from(line.trim(), 'base64'))
    .filter(({ length }) => length === KEY_BYTES);
}

/** At once, since what is encrypted may be on disk before a promise resolves. */
function writeKeys(file: string, keys: readonly Buffer[]): void {
  const temporary = join(dirname(file), `.${SECRET_KEYS}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const handle = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(handle, keys.map((key) => `${key.toString('base64')}\n`).join(''));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

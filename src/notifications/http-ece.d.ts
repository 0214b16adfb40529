declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  /** The keys of one message [RFC 8291]; texts are in base64url. */
  interface Keys {
    readonly version: 'aes128gcm';
    readonly dh: string;
    readonly authSecret: string;
    readonly privateKey: ECDH;
    readonly salt: string;
  }

  export function encrypt(message: Buffer, keys: Keys): Buffer;
}

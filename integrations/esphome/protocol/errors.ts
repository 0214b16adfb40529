import { NotReachable } from 'hearth-integration';

/** The node wants an encrypted connection; what it says of itself is known before the key is. */
export class KeyRequired extends Error {
  override readonly name = 'KeyRequired';

  constructor() {
    super('The device wants an encrypted connection');
  }
}

/** The key is wrong. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused';
  /** What the node said of itself before it refused the key. */
  readonly device: string;
  readonly mac: string;

  constructor(device: string, mac: string) {
    super('The encryption key is not that of the device');
    this.device = device;
    this.mac = mac;
  }
}

/** The node speaks without encryption although a key is known: nothing is sent to it. */
export class NotEncrypted extends Error {
  override readonly name = 'NotEncrypted';

  constructor() {
    super('The device does not encrypt its connection, although it has a key');
  }
}

/** The password is wrong or missing. */
export class PasswordRefused extends Error {
  override readonly name = 'PasswordRefused';

  constructor() {
    super('The password is not that of the device');
  }
}

/** The node speaks another version of the protocol. */
export class OtherVersion extends NotReachable {
  constructor(version: string) {
    super(`The device speaks version ${version} of the API, and only version 1 is known`);
  }
}

/** A block whose bytes are not those that were written. */
export class DamagedBlock extends Error {
  override readonly name = 'DamagedBlock';

  constructor(reason: string, options?: ErrorOptions) {
    super(`A block of samples is damaged: ${reason}`, options);
  }
}

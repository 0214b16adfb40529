/** A refusal of the other hub, with its code, such as `unauthorized`. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, text: string) {
    super(text === '' ? code : text);
    this.code = code;
  }
}

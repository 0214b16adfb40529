/** What a configuration names, for `search/related` and for finding what is broken. Templates are not looked into. */
export class Mentions {
  readonly entities: Set<string> = new Set();
  readonly devices: Set<string> = new Set();
  readonly areas: Set<string> = new Set();
  readonly floors: Set<string> = new Set();
  readonly labels: Set<string> = new Set();
}

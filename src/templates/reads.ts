/** The dependencies of a render, as sent to clients; with `all`, the rest may be omitted. */
export interface Listeners {
  readonly all: boolean;
  readonly time: boolean;
  readonly domains: readonly string[];
  readonly entities: readonly string[];
}

/** Records what one render reads of the home. */
export class Reads {
  /** As written in the template, including missing entities, which may be added later. */
  readonly entities: Set<string> = new Set();
  readonly domains: Set<string> = new Set();
  /**
   * Domains whose entities were only counted: affected by added and removed entities, not by their states.
   */
  readonly counted: Set<string> = new Set();
  all = false;
  allCounted = false;
  time = false;

  listeners(): Listeners {
    const all = this.all || this.allCounted;
    return {
      all,
      time: this.time,
      domains: all ? [] : [...new Set([...this.domains, ...this.counted])],
      entities: all ? [] : [...this.entities],
    };
  }
}

class Forgetful extends Set<string> {
  override add(): this {
    return this;
  }
}

/** For renders that are not tracked: records nothing, so that one host can serve them all. */
export class NoReads extends Reads {
  override readonly entities = new Forgetful();
  override readonly domains = new Forgetful();
  override readonly counted = new Forgetful();
}

/** What a render depends on, as clients see it; with `all` the rest need not be told. */
export interface Listeners {
  readonly all: boolean;
  readonly time: boolean;
  readonly domains: readonly string[];
  readonly entities: readonly string[];
}

/** Notes what one render reads of the home. */
export class Reads {
  /** As the template wrote them; a missing entity counts too, since it may come. */
  readonly entities: Set<string> = new Set();
  readonly domains: Set<string> = new Set();
  /** Domains that were only counted: entities that come and go concern them, their states do not. */
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

/** For renders that nobody repeats: notes nothing, so that one host can serve them all. */
export class NoReads extends Reads {
  override readonly entities = new Forgetful();
  override readonly domains = new Forgetful();
  override readonly counted = new Forgetful();
}

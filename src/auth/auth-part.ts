import { type Clock, every, type Undo } from '../core/clock.ts';
import type { Part } from '../core/lifecycle.ts';
import type { Log } from '../core/log.ts';
import type { Audit } from './audit.ts';
import type { Tokens } from './tokens.ts';

const HOUR = 3_600_000;

/** Deletes expired tokens and audit entries older than a year, every hour. */
export class AuthPart implements Part {
  readonly name = 'auth';
  private readonly parts: {
    readonly tokens: Tokens;
    readonly audit: Audit;
    readonly clock: Clock;
    readonly log: Log;
  };
  private stopTidying: Undo = () => {};

  constructor(parts: {
    readonly tokens: Tokens;
    readonly audit: Audit;
    readonly clock: Clock;
    readonly log: Log;
  }) {
    this.parts = parts;
  }

  start(): void {
    this.tidy();
    this.stopTidying = every(this.parts.clock, HOUR, () => this.tidy());
  }

  stop(): void {
    this.stopTidying();
  }

  private tidy(): void {
    this.parts.tokens.sweep();
    this.parts.audit
      .purge()
      .catch((error) => this.parts.log.warn('Could not delete old audit log entries', { error }));
  }
}

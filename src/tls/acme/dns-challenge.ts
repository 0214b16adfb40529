import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Clock } from '../../core/clock.ts';
import { fault, messageOf } from '../../core/errors.ts';
import { type Challenge, type Proof, recordName } from './challenge.ts';

const PROGRAM_TIMEOUT_MS = 120_000;
const MAX_OUTPUT_BYTES = 64 * 1024;
const run = promisify(execFile);

/** Adds and removes TXT records in the DNS zone of a domain. */
export interface DnsRecords {
  add(name: string, content: string): Promise<void>;
  remove(name: string, content: string): Promise<void>;
}

/** Proofs as TXT records, for homes that the authority cannot reach [RFC 8555 §8.4]. */
export class DnsChallenge implements Challenge {
  readonly kind = 'dns-01';
  private readonly records: DnsRecords;
  private readonly clock: Clock;
  private readonly waitMs: number;

  /** `waitMs` is how long the name servers of the domain may need to show a new record. */
  constructor(records: DnsRecords, { clock, waitMs }: { readonly clock: Clock; readonly waitMs: number }) {
    this.records = records;
    this.clock = clock;
    this.waitMs = waitMs;
  }

  async publish(proof: Proof): Promise<void> {
    await this.records.add(recordName(proof), proof.content);
    await new Promise<void>((resolve) => {
      this.clock.after(this.waitMs, resolve);
    });
  }

  withdraw(proof: Proof): Promise<void> {
    return this.records.remove(recordName(proof), proof.content);
  }
}

/** The owner's program: called with `add` or `remove`, the name and the content of the record; no shell. */
export class RecordProgram implements DnsRecords {
  private readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  add(name: string, content: string): Promise<void> {
    return this.call('add', name, content);
  }

  remove(name: string, content: string): Promise<void> {
    return this.call('remove', name, content);
  }

  private async call(...args: readonly string[]): Promise<void> {
    try {
      await run(this.path, args, { timeout: PROGRAM_TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES });
    } catch (error) {
      const { stderr = '' } = error as { readonly stderr?: string };
      const reason = stderr.trim().split('\n').at(-1) || messageOf(error);
      throw fault('unknown_error', 'tls_dns_program_failed', { path: this.path, reason }, { cause: error });
    }
  }
}

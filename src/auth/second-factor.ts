import { randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { z } from 'zod';
import { type Clock, isoTime } from '../core/clock.ts';
import { hexId } from '../core/context.ts';
import { fault } from '../core/errors.ts';
import type { Collection } from '../storage/documents.ts';
import { digest, isSameSecret } from './secret.ts';
import type { User } from './users.ts';

const SETUP_LIFETIME = 10 * 60_000;
const MAX_SETUPS = 50;
const RECOVERY_CODES = 10;
/** One step before and after the current one, for clocks that differ. */
const TOLERANCE_SECONDS = 30;
/** 31 letters and digits that are not easily confused. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A user's second factor, by user ID: the secret shared with the app, and hashes of the recovery codes. */
export const SecondFactor = z.object({
  secret: z.string(),
  /** The time step of the last accepted code; no code is accepted twice. */
  last_step: z.number(),
  recovery: z.array(z.string()),
  created_at: z.number(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

/** A second factor being set up, until a code proves that the app has the secret. */
export interface FactorSetup {
  readonly flowId: string;
  readonly secret: string;
  /** The `otpauth://…` URL in the QR code. */
  readonly url: string;
}

interface Pending {
  readonly userId: string;
  readonly secret: string;
  readonly expiresAt: number;
}

/** Second factors: codes from an app (TOTP) and recovery codes. */
export class SecondFactors {
  private readonly factors: Collection<SecondFactor>;
  private readonly clock: Clock;
  private readonly pending = new Map<string, Pending>();

  constructor(factors: Collection<SecondFactor>, clock: Clock) {
    this.factors = factors;
    this.clock = clock;
  }

  /** Whether the user logs in with a second factor. */
  has(userId: string): boolean {
    return this.factors.entries.has(userId);
  }

  /** Begins a setup, which replaces the current factor only after `confirm` has accepted a code. */
  begin(user: User): FactorSetup {
    const now = this.clock.now();
    for (const [id, setup] of this.pending)
      if (setup.expiresAt <= now || setup.userId === user.id) this.pending.delete(id);
    const [oldest] = this.pending.keys();
    if (this.pending.size >= MAX_SETUPS && oldest !== undefined) this.pending.delete(oldest);
    const secret = generateSecret();
    const flowId = hexId();
    this.pending.set(flowId, { userId: user.id, secret, expiresAt: now + SETUP_LIFETIME });
    return {
      flowId,
      secret,
      url: generateURI({ issuer: 'Hearth', label: user.username ?? user.name, secret }),
    };
  }

  /** Completes a setup with a code from the app. Returns the recovery codes, or null for a wrong code. */
  async confirm(userId: string, flowId: string, code: string): Promise<readonly string[] | null> {
    const setup = this.pending.get(flowId);
    const now = this.clock.now();
    if (setup === undefined || setup.userId !== userId || setup.expiresAt <= now)
      throw fault('not_found', 'second_factor_setup_ended');
    const step = this.stepOf(setup.secret, code, -1);
    if (step === null) return null;
    this.pending.delete(flowId);
    const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
    await this.factors.put(userId, {
      secret: setup.secret,
      last_step: step,
      recovery: codes.map((one) => digest(normalCode(one))),
      created_at: now,
    });
    return codes;
  }

  /** Whether the code is valid now. A code of either kind is valid once; resolves when that is durable. */
  async verify(userId: string, code: string): Promise<boolean> {
    const factor = this.factors.entries.get(userId);
    if (factor === undefined) return false;
    const step = this.stepOf(factor.secret, code, factor.last_step);
    if (step !== null) {
      await this.factors.put(userId, { ...factor, last_step: step });
      return true;
    }
    const hashed = digest(normalCode(code));
    const left = factor.recovery.filter((one) => !isSameSecret(one, hashed));
    if (left.length === factor.recovery.length) return false;
    await this.factors.put(userId, { ...factor, recovery: left });
    return true;
  }

  /** The number of remaining recovery codes and the creation time; null without a second factor. */
  stateOf(userId: string): { readonly recovery_codes_left: number; readonly created_at: string } | null {
    const factor = this.factors.entries.get(userId);
    if (factor === undefined) return null;
    return { recovery_codes_left: factor.recovery.length, created_at: isoTime(factor.created_at) };
  }

  /** Removes a user's second factor and recovery codes. */
  async remove(userId: string): Promise<void> {
    if (this.has(userId)) await this.factors.delete(userId);
  }

  private stepOf(secret: string, code: string, after: number): number | null {
    const token = code.replace(/\s/g, '');
    if (!/^\d{6}$/.test(token)) return null;
    const result = verifySync({
      secret,
      token,
      epoch: Math.floor(this.clock.now() / 1000),
      epochTolerance: TOLERANCE_SECONDS,
    });
    const step = result.valid && 'timeStep' in result ? result.timeStep : null;
    return step !== null && step > after ? step : null;
  }
}

/** 16 characters in groups of four, 79 bits. */
function recoveryCode(): string {
  let code = '';
  while (code.length < 19) {
    if (code.length % 5 === 4) code += '-';
    const [byte = 255] = randomBytes(1);
    if (byte < LETTERS.length * 8) code += LETTERS.charAt(byte % LETTERS.length);
  }
  return code;
}

function normalCode(code: string): string {
  return code.toLowerCase().replace(/[^a-z0-9]/g, '');
}

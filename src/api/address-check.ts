import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { fault } from '../core/errors.ts';
import { type Route, TEXT_TYPE } from './rest/route.ts';
import { object } from './shapes/plain-shapes.ts';
import { type Command, defineCommand } from './ws/command.ts';

const PATH = '/api/hearth/address_check';
const VALID_FOR_MS = 30_000;
const MAX_OPEN = 20;

/** The dependencies of `AddressCheck`. */
export interface AddressCheckParts {
  readonly clock: Clock;
  /** Fetches a short text. Rejects with `HubError`, naming why it cannot be fetched. */
  readonly fetch: (url: URL, isTrusted: boolean) => Promise<string>;
}

/**
 * Whether an address leads to this server: it asks itself a question there that only it can answer. That proves neither
 * that phones on the road reach it, nor that they trust its certificate.
 */
export class AddressCheck {
  private readonly parts: AddressCheckParts;
  private readonly answers = new Map<string, string>();

  constructor(parts: AddressCheckParts) {
    this.parts = parts;
  }

  /** Throws `failed` if this server cannot be reached at the address. */
  async test(address: string): Promise<{ readonly is_trusted: boolean }> {
    const url = new URL(`${address.replace(/\/+$/, '')}${PATH}/`);
    const [question, answer] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
    if (this.answers.size >= MAX_OPEN) throw fault('too_many_requests', 'too_many_address_checks');
    this.answers.set(question, answer);
    const forget = this.parts.clock.after(VALID_FOR_MS, () => this.answers.delete(question));
    try {
      const at = new URL(question, url);
      const look = (isTrusted: boolean): Promise<string> => this.parts.fetch(at, isTrusted);
      const isSecure = url.protocol === 'https:';
      const trusted = await look(true).catch((error: unknown) => {
        if (isSecure) return undefined;
        throw error;
      });
      if ((trusted ?? (await look(false))) !== answer)
        throw fault('failed', 'address_of_another_server', { url: address });
      return { is_trusted: trusted !== undefined };
    } finally {
      forget();
      this.answers.delete(question);
    }
  }

  /** The answer to a question of `test`. */
  answerTo(question: string): string | undefined {
    return this.answers.get(question);
  }
}

/** `hearth/address/test`. */
export function addressCheckCommands(check: Pick<AddressCheck, 'test'>): Command[] {
  return [
    defineCommand({
      type: 'hearth/address/test',
      permission: 'admin',
      summary:
        'Whether this server is reached at an address, and whether its certificate there is trusted by itself',
      result: object({ is_trusted: z.boolean() }),
      fields: { url: z.url({ protocol: /^https?$/ }).max(500) },
      handle: ({ message }) => check.test(message.url),
    }),
  ];
}

/** Where the server asks itself. */
export function addressCheckRoutes(check: Pick<AddressCheck, 'answerTo'>): Route[] {
  return [
    {
      method: 'GET',
      path: `${PATH}/:question`,
      permission: 'public',
      summary: 'The answer to a question that this server asks itself to test an address',
      answers: { 200: 'The answer', 404: 'Not its question' },
      produces: 'text/plain',
      handle: (request) => {
        const body = check.answerTo(request.param('question'));
        if (body === undefined) throw fault('not_found', 'path_not_found');
        return { status: 200, type: TEXT_TYPE, body };
      },
    },
  ];
}

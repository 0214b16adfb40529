import { z } from 'zod';
import type { Json } from '../../../core/json.ts';
import { object } from '../../shapes/plain-shapes.ts';
import { type Command, defineSubscription } from '../command.ts';

/** A value of the system health; a failure has its reason. */
export type HealthValue =
  | Json
  | { readonly type: 'date'; readonly value: string }
  | { readonly type: 'failed'; readonly error: string };

/** What one domain says about its health. */
export interface HealthSection {
  readonly domain: string;
  info(): Promise<Readonly<Record<string, HealthValue>>>;
}

/** The system health, for administrators: everything in one event, then `finish`. */
export function systemHealthCommands(sections: readonly HealthSection[]): Command[] {
  return [
    defineSubscription({
      type: 'system_health/info',
      permission: 'admin',
      summary: 'The server, its system and the database of the history: an `initial` event, then `finish`',
      event: object({ type: z.enum(['initial', 'update', 'finish']) }),
      fields: {},
      subscribe: async (_call, feed) => {
        const entries = sections.map(async ({ domain, info }) => [domain, { info: await valuesOf(info) }]);
        const data = Object.fromEntries(await Promise.all(entries));
        feed.event(JSON.stringify({ type: 'initial', data }));
        feed.event('{"type":"finish"}');
        return () => {};
      },
    }),
  ];
}

/** One domain that fails does not hide the others. */
async function valuesOf(info: HealthSection['info']): Promise<Readonly<Record<string, HealthValue>>> {
  try {
    return await info();
  } catch {
    return { error: { type: 'failed', error: 'unknown' } };
  }
}

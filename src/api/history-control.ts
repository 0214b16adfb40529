import { z } from 'zod';
import { isEntityId } from '../core/entity-id.ts';
import { fault } from '../core/errors.ts';
import { EXPORT_FORMATS, type ExportPage, type ExportPageQuery } from '../core/history-export.ts';
import { type ControlCommands, controlCommand } from './control-socket.ts';
import { readTime } from './history-requests.ts';

/** What the command line needs of the history. */
export interface HistoryControlParts {
  exportPage(query: ExportPageQuery): Promise<ExportPage>;
  /** Records that an export began; resolves when it is saved. */
  audit(detail: {
    readonly entities: number | null;
    readonly from: number;
    readonly to: number;
  }): Promise<void>;
  now(): number;
  timeZone(): string;
}

const Request = z.strictObject({
  format: z.enum(EXPORT_FORMATS),
  entities: z.array(z.string().refine(isEntityId)).optional(),
  start: z.string().optional(),
  end: z.string().optional(),
  after: z.strictObject({ entityId: z.string(), at: z.number() }).nullable(),
});

/** The commands that export the history page by page. */
export function historyControl({ exportPage, audit, now, timeZone }: HistoryControlParts): ControlCommands {
  return new Map([
    [
      'history/export',
      controlCommand(Request, async ({ format, entities, start, end, after }) => {
        const time = (name: string, text: string | undefined, otherwise: number): number => {
          if (text === undefined) return otherwise;
          const at = readTime(text, timeZone());
          if (at === null)
            throw fault('invalid_format', 'history_export_time', { name, time: text.slice(0, 100) });
          return Math.ceil(at);
        };
        const from = time('start', start, 0);
        const to = time('end', end, Math.floor(now()) + 1);
        if (after === null) await audit({ entities: entities?.length ?? null, from, to });
        return exportPage({ format, entityIds: entities, from, to, after });
      }),
    ],
  ]);
}

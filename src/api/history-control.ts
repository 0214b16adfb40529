import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import { isEntityId } from '../core/entity-id.ts';
import { fault } from '../core/errors.ts';
import { EXPORT_FORMATS, type ExportPage, type ExportPageQuery } from '../core/history-export.ts';
import type { ImportReport } from '../core/history-import.ts';
import { schemaError } from '../core/schema-error.ts';
import { type ControlCommand, type ControlCommands, controlCommand } from './control-socket.ts';
import { type HistoryImporter, importDetail } from './history-importer.ts';
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
  readonly imports: HistoryImporter;
  /** Records an import; resolves when it is saved. */
  auditImport(detail: { readonly entities: number; readonly added: number }): Promise<void>;
  readonly clock: Clock;
  timeZone(): string;
}

/** How long the command line waits for an answer at once, in milliseconds. */
const PATIENCE = 5000;
const WORKING = { working: true } as const;

const Request = z.strictObject({
  format: z.enum(EXPORT_FORMATS),
  entities: z.array(z.string().refine(isEntityId, schemaError('expects_entity_id'))).optional(),
  start: z.string().optional(),
  end: z.string().optional(),
  after: z.strictObject({ entityId: z.string(), at: z.number() }).nullable(),
});

const Import = z.strictObject({ id: z.int() });
const ImportPart = z.strictObject({ id: z.int(), offset: z.int(), data: z.base64() });

/** The commands that export the history page by page, and import it in parts. */
export function historyControl(parts: HistoryControlParts): ControlCommands {
  return new Map([['history/export', exportCommand(parts)], ...importCommands(parts)]);
}

function exportCommand({ exportPage, audit, clock, timeZone }: HistoryControlParts): ControlCommand {
  return controlCommand(Request, async ({ format, entities, start, end, after }) => {
    const time = (name: string, text: string | undefined, otherwise: number): number => {
      if (text === undefined) return otherwise;
      const at = readTime(text, timeZone());
      if (at === null)
        throw fault('invalid_format', 'history_export_time', { name, time: text.slice(0, 100) });
      return Math.ceil(at);
    };
    const from = time('start', start, 0);
    const to = time('end', end, Math.floor(clock.now()) + 1);
    if (after === null) await audit({ entities: entities?.length ?? null, from, to });
    return exportPage({ format, entityIds: entities, from, to, after });
  });
}

/**
 * An import of the command line: `begin`, parts, `check`, and `commit` or `cancel`. Checking and committing may take
 * minutes: they answer `{working: true}` until they are done, and are asked again.
 */
function importCommands({ imports, auditImport, clock }: HistoryControlParts): [string, ControlCommand][] {
  const steps = new Map<string, Promise<ImportReport>>();
  const polled = async (key: string, work: () => Promise<ImportReport>): Promise<unknown> => {
    const step = steps.get(key) ?? work();
    steps.set(key, step);
    const done = await Promise.race([step.then(Boolean, () => true), after(clock)]);
    if (!done) return WORKING;
    steps.delete(key);
    return step;
  };
  return [
    [
      'history/import/begin',
      controlCommand(z.strictObject({ format: z.enum(EXPORT_FORMATS) }), async ({ format }) => ({
        id: await imports.begin(format),
      })),
    ],
    [
      'history/import/add',
      controlCommand(ImportPart, ({ id, offset, data }) =>
        imports.add(id, offset, Buffer.from(data, 'base64')),
      ),
    ],
    [
      'history/import/check',
      controlCommand(Import, ({ id }) => polled(`check ${id}`, () => imports.check(id))),
    ],
    [
      'history/import/commit',
      controlCommand(Import, ({ id }) =>
        polled(`commit ${id}`, async () => {
          const report = await imports.commit(id);
          await auditImport(importDetail(report));
          return report;
        }),
      ),
    ],
    ['history/import/cancel', controlCommand(Import, ({ id }) => imports.cancel(id))],
  ];
}

/** Resolves to false after a few seconds. */
function after(clock: Clock): Promise<boolean> {
  return new Promise((resolve) => clock.after(PATIENCE, () => resolve(false)));
}

import { missingIn, readRunRecord, type Update, writeRunRecord } from '../backup/run-record.ts';
import { isoTime } from '../core/clock.ts';
import type { Part } from '../core/lifecycle.ts';
import { messageText } from '../core/messages.ts';
import type { HubContext } from './hub-context.ts';
import { contentsOf } from './inventory.ts';

const NOTIFICATION = 'update_lost_something';

/**
 * Records which version runs and what it finds. After an update it says what there is less of than before, and how to go
 * back. It starts last: by then the server is ready.
 */
export class RunCheck implements Part {
  readonly name = 'run check';
  private readonly hub: HubContext;
  private update: Update | null = null;

  constructor(hub: HubContext) {
    this.hub = hub;
  }

  async start(): Promise<void> {
    const { options, clock } = this.hub;
    const { path } = options.folder;
    const record = readRunRecord(path);
    this.update = record?.update ?? null;
    const contents = await contentsOf(this.hub);
    if (record?.update?.at === null) {
      const missing = record.contents === null ? [] : missingIn(record.contents, contents);
      this.update = { ...record.update, at: isoTime(clock.now()), missing };
      this.report(this.update);
    }
    await writeRunRecord(path, { version: options.version, contents, update: this.update });
  }

  async stop(): Promise<void> {
    const { folder, version } = this.hub.options;
    const contents = await contentsOf(this.hub);
    await writeRunRecord(folder.path, { version, contents, update: this.update });
  }

  private report({ from, to, restore_point: point, missing }: Update): void {
    const { options, helpers, backups } = this.hub;
    const log = options.logFile.log.named('update');
    const facts = { from, to, backup: point };
    if (missing.length === 0) log.info('The update is complete: everything is there', facts);
    else {
      const lost = missing.map(({ what, before, after }) => `${what} ${before} → ${after}`).join(', ');
      log.error('After the update something is missing', { ...facts, lost });
      const text = messageText(NOTIFICATION, { from, to, lost, backup: point ?? '-' });
      helpers.notifications.create(text, { id: NOTIFICATION });
    }
    if (point === null) return;
    // Whether this version starts from what the former one left is known before anybody needs it.
    backups.parts.check(point, undefined).catch((error: unknown) => {
      log.warn('The backup before the update was not checked', { backup: point, error });
    });
  }
}

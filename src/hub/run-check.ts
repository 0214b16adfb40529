import { join } from 'node:path';
import { LocalBackups } from '../backup/local-backups.ts';
import { missingIn, readRunRecord, type Update, writeRunRecord } from '../backup/run-record.ts';
import { isoTime } from '../core/clock.ts';
import type { Part } from '../core/lifecycle.ts';
import { messageText } from '../core/messages.ts';
import { forgetOldCopies } from '../storage/migrate.ts';
import type { HubContext } from './hub-context.ts';
import { contentsOf } from './inventory.ts';

const NOTIFICATION = 'update_lost_something';
const PLAIN_SECRETS = 'plain_secrets_in_backups';

/**
 * Records which version runs and what it finds. After an update it says what there is less of than before, and how to go
 * back. Copies of the database that the update no longer needs are deleted: they have the secrets of earlier versions as
 * plain text. It starts last: by then the server is ready.
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
    if (this.hub.hadPlainSecrets) await this.reportPlainSecrets();
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
    backups.parts.check(point, undefined).then(
      () => this.forgetCopies(),
      async (error: unknown) => {
        log.warn('The backup before the update was not checked', { backup: point, error });
        // It could not: it was verified when it was made, and opens with the key of the owner.
        const backup = await this.localBackups().find(point);
        if (backup?.metadata.protected === true) this.forgetCopies();
      },
    );
  }

  /** The backup before the update has what is in them. */
  private forgetCopies(): void {
    const { logFile } = this.hub.options;
    const files = forgetOldCopies(this.localBackups().folder, 'hearth', 0);
    if (files.length > 0) logFile.log.named('update').info('Old copies of hearth.db were deleted', { files });
  }

  private async reportPlainSecrets(): Promise<void> {
    const { helpers, options } = this.hub;
    const log = options.logFile.log.named('update');
    const plain = (await this.localBackups().list()).filter(({ metadata }) => metadata.protected !== true);
    log.warn('Secrets that were plain text in hearth.db are encrypted now', {
      backups: plain.map(({ metadata }) => metadata.slug),
    });
    if (plain.length > 0) helpers.notifications.create(messageText(PLAIN_SECRETS), { id: PLAIN_SECRETS });
  }

  private localBackups(): LocalBackups {
    return new LocalBackups(join(this.hub.options.folder.path, 'backups'));
  }
}

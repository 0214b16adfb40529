import { html, nothing, type TemplateResult } from 'lit';
import type { BackupEvent } from '../../../server/backups.ts';
import type { TextKey } from '../../../texts/catalog.ts';
import { say } from '../../../texts/say.ts';
import { failureText } from '../../../texts/server-error.ts';

const OPERATIONS: Readonly<Record<string, TextKey>> = {
  create_backup: 'backups.creating',
  check_backup: 'backups.checking',
  restore_backup: 'backups.restoring',
  receive_backup: 'backups.receiving',
};
const STAGES: Readonly<Record<string, TextKey>> = {
  home_assistant: 'backups.stage_write',
  rehearsal: 'backups.stage_rehearsal',
  unpack: 'backups.stage_unpack',
  upload_to_agents: 'backups.stage_send',
  cleaning_up: 'backups.stage_tidy',
};

/** What is in progress, or why it failed. */
export function backupProgress({
  event,
  isRestarting,
  sent,
}: {
  readonly event: BackupEvent | undefined;
  readonly isRestarting: boolean;
  /** How much has been sent to another location, from 0 to 1. */
  readonly sent: number | undefined;
}): TemplateResult | typeof nothing {
  if (event?.state === 'failed' && !isRestarting) {
    const reason = failureText(event.problem ?? '', event.problem_translation);
    return html`<p class="alert" role="alert">${say('backups.failed', { reason })}</p>`;
  }
  if (event?.state !== 'in_progress' && !isRestarting) return nothing;
  const operation = OPERATIONS[event?.manager_state ?? ''] ?? 'backups.working';
  const stage = STAGES[event?.stage ?? ''];
  return html`<section class="card backup-progress" role="status" aria-label=${say('backups.progress')}>
    <p class="row-name">${say(isRestarting && event?.state !== 'in_progress' ? 'backups.restarting' : operation)}</p>
    ${
      sent === undefined
        ? html`<progress aria-label=${say('backups.progress')}></progress>`
        : html`<progress aria-label=${say('backups.progress')} .value=${sent}></progress>`
    }
    <p class="hint">${stage === undefined || event?.state !== 'in_progress' ? nothing : say(stage)}</p>
  </section>`;
}

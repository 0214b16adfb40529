import { mdiDownload, mdiSkipNextCircleOutline } from '@mdi/js';
import { html, nothing } from 'lit';
import { actionButtons } from '../../controls/action-buttons.ts';
import type { Control } from '../../controls/control.ts';
import { facts } from '../../controls/facts.ts';
import { can, numberOf, textOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';

/** The installed and the latest version, and installing it, for administrators. */
export const updateControl: Control = ({ home, entity, isLocked, act }) => {
  const { in_progress: inProgress, skipped_version: skipped } = entity.attributes;
  const percentage = numberOf(entity, 'update_percentage');
  const notes = webAddress(textOf(entity, 'release_url'));
  const isBusy = inProgress === true;
  const hasNew = entity.state === 'on';
  return html`${facts([
    [say('control.installed'), textOf(entity, 'installed_version')],
    [say('control.latest'), textOf(entity, 'latest_version')],
  ])}
  ${textOf(entity, 'release_summary') === undefined ? nothing : html`<p>${textOf(entity, 'release_summary')}</p>`}
  ${notes === undefined ? nothing : html`<p><a href=${notes} target="_blank" rel="noopener noreferrer">${say('control.release_notes')}</a></p>`}
  ${
    isBusy
      ? html`<label class="progress">
          <span>${say('control.installing')}</span>
          ${percentage === undefined ? html`<progress></progress>` : html`<progress max="100" value=${percentage}></progress>`}
        </label>`
      : nothing
  }
  ${
    home.user.is_admin
      ? actionButtons(
          say('control.update'),
          [
            {
              text: say('control.install'),
              icon: mdiDownload,
              isAvailable: hasNew && can(entity, 1),
              isDisabled: isBusy,
              onPress: () => act('install', {}, { attributes: { in_progress: true } }),
            },
            {
              text: say('control.skip'),
              icon: mdiSkipNextCircleOutline,
              isAvailable: hasNew && entity.attributes.auto_update !== true,
              isDisabled: isBusy,
              onPress: () => act('skip'),
            },
            {
              text: say('control.clear_skipped'),
              icon: mdiSkipNextCircleOutline,
              isAvailable: typeof skipped === 'string',
              onPress: () => act('clear_skipped'),
            },
          ],
          isLocked,
        )
      : nothing
  }`;
};

/** Only accepts web URLs, since devices may report anything. */
function webAddress(text: string | undefined): string | undefined {
  return text !== undefined && /^https?:\/\/[^\s]+$/i.test(text) ? text : undefined;
}

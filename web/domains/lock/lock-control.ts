import { mdiDoorOpen, mdiLock, mdiLockOpenVariant } from '@mdi/js';
import { html } from 'lit';
import { define } from '../../app/define.ts';
import { type Action, actionButtons } from '../../controls/action-buttons.ts';
import type { Control } from '../../controls/control.ts';
import { CodeEntry } from '../../parts/code-entry.ts';
import { can, textOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';

define({ 'hearth-code-entry': CodeEntry });

const OPEN = 1;

/** Lock and unlock, with a code if required. */
export const lockControl: Control = (view) => {
  const { entity, isLocked, act } = view;
  const format = textOf(entity, 'code_format');
  const actions = (code: string | undefined): Action[] => {
    const data = code === undefined || code === '' ? {} : { code };
    return [
      {
        text: say('control.lock'),
        icon: mdiLock,
        isActive: entity.state === 'locked',
        onPress: () => act('lock', data, format === undefined ? { state: 'locking' } : undefined),
      },
      {
        text: say('control.unlock'),
        icon: mdiLockOpenVariant,
        isActive: entity.state === 'unlocked',
        onPress: () => act('unlock', data, format === undefined ? { state: 'unlocking' } : undefined),
      },
      {
        text: say('control.open'),
        icon: mdiDoorOpen,
        isAvailable: can(entity, OPEN),
        onPress: () => act('open', data),
      },
    ];
  };
  const buttons = (code?: string) => actionButtons(say('control.lock_state'), actions(code), isLocked);
  if (format === undefined) return html`${buttons()}`;
  return html`<hearth-code-entry
    .isNumeric=${/^\^?\\d|^\^?\[0-9\]/.test(format)}
    .isDisabled=${isLocked}
    .actions=${buttons}
  ></hearth-code-entry>`;
};

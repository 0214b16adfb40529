import {
  mdiAirplane,
  mdiBellRing,
  mdiShieldHome,
  mdiShieldLock,
  mdiShieldMoon,
  mdiShieldOff,
  mdiShieldOutline,
} from '@mdi/js';
import { html } from 'lit';
import { define } from '../../app/define.ts';
import { type Action, actionButtons } from '../../controls/action-buttons.ts';
import type { Control, ControlView } from '../../controls/control.ts';
import { CodeEntry } from '../../parts/code-entry.ts';
import { can, textOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';

define({ 'hearth-code-entry': CodeEntry });

/** Arming in each mode, disarming, and the keypad for the code. */
export const alarmControl: Control = (view) => {
  const { entity, isLocked } = view;
  const format = textOf(entity, 'code_format');
  const isDisarmed = entity.state === 'disarmed';
  const needsCode = format !== undefined && (!isDisarmed || entity.attributes.code_arm_required !== false);
  const buttons = (code?: string) =>
    html`${actionButtons(say('control.arming'), actionsOf(view, code), isLocked)}`;
  if (!needsCode) return buttons();
  return html`<hearth-code-entry
    .isNumeric=${format === 'number'}
    .isDisabled=${isLocked}
    .actions=${buttons}
  ></hearth-code-entry>`;
};

function actionsOf({ entity, act }: ControlView, code: string | undefined): Action[] {
  const data = code === undefined || code === '' ? {} : { code };
  const isDisarmed = entity.state === 'disarmed';
  const arm = (name: string, feature: number, text: string, icon: string): Action => ({
    text,
    icon,
    isAvailable: isDisarmed && can(entity, feature),
    onPress: () => act(`alarm_arm_${name}`, data),
  });
  return [
    arm('home', 1, say('control.arm_home'), mdiShieldHome),
    arm('away', 2, say('control.arm_away'), mdiShieldLock),
    arm('night', 4, say('control.arm_night'), mdiShieldMoon),
    arm('vacation', 32, say('control.arm_vacation'), mdiAirplane),
    arm('custom_bypass', 16, say('control.arm_custom'), mdiShieldOutline),
    {
      text: say('control.disarm'),
      icon: mdiShieldOff,
      isAvailable: !isDisarmed,
      onPress: () => act('alarm_disarm', data),
    },
    {
      text: say('control.trigger'),
      icon: mdiBellRing,
      isAvailable: !isDisarmed && entity.state !== 'triggered' && can(entity, 8),
      onPress: () => act('alarm_trigger', data),
    },
  ];
}

import { mdiCheck, mdiClose, mdiPause, mdiPlay } from '@mdi/js';
import { html } from 'lit';
import { define } from '../../app/define.ts';
import { actionButtons } from '../../controls/action-buttons.ts';
import type { Control } from '../../controls/control.ts';
import { say } from '../../texts/say.ts';
import { TimeLeft } from './time-left.ts';

define({ 'hearth-time-left': TimeLeft });

/** Remaining time; start, pause, cancel, finish. */
export const timerControl: Control = ({ home, entity, isLocked, act }) => {
  const isIdle = entity.state === 'idle';
  const isActive = entity.state === 'active';
  return html`<hearth-time-left .home=${home} .entityId=${entity.entity_id}></hearth-time-left>
    ${actionButtons(
      say('control.timer'),
      [
        {
          text: say(entity.state === 'paused' ? 'control.resume' : 'control.start'),
          icon: mdiPlay,
          isAvailable: !isActive,
          onPress: () => act('start', {}, { state: 'active' }),
        },
        {
          text: say('control.pause'),
          icon: mdiPause,
          isAvailable: isActive,
          onPress: () => act('pause', {}, { state: 'paused' }),
        },
        { text: say('control.cancel'), icon: mdiClose, isDisabled: isIdle, onPress: () => act('cancel') },
        { text: say('control.finish'), icon: mdiCheck, isDisabled: isIdle, onPress: () => act('finish') },
      ],
      isLocked,
    )}`;
};

import { html, nothing } from 'lit';
import { define } from '../../app/define.ts';
import type { Control } from '../../controls/control.ts';
import { labeledSwitch } from '../../parts/switch.ts';
import { can } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';
import { powerSwitch } from '../switch/switch-control.ts';
import { CameraStream } from './camera-stream.ts';

define({ 'hearth-camera-stream': CameraStream });

/** The live picture of the camera. */
export const cameraControl: Control = (view) => {
  const { home, entity, isLocked, act } = view;
  const isDetecting = entity.attributes.motion_detection === true;
  return html`<hearth-camera-stream .home=${home} .entityId=${entity.entity_id}></hearth-camera-stream>
    ${can(entity, 1) ? powerSwitch(view) : nothing}
    ${
      entity.attributes.motion_detection === undefined
        ? nothing
        : labeledSwitch({
            label: say('control.motion_detection'),
            isOn: isDetecting,
            isDisabled: isLocked,
            onTurn: (isOn) => act(isOn ? 'enable_motion_detection' : 'disable_motion_detection'),
          })
    }`;
};

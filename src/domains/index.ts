import { alarmControlPanelDomain } from './alarm-control-panel.ts';
import { binarySensorDomain } from './binary-sensor.ts';
import { climateDomain } from './climate.ts';
import { counterDomain } from './counter.ts';
import { coverDomain } from './cover.ts';
import type { Domain } from './define-domain.ts';
import { fanDomain } from './fan.ts';
import { inputBooleanDomain } from './input-boolean.ts';
import { inputButtonDomain } from './input-button.ts';
import { inputDatetimeDomain } from './input-datetime.ts';
import { inputNumberDomain } from './input-number.ts';
import { inputSelectDomain } from './input-select.ts';
import { inputTextDomain } from './input-text.ts';
import { lawnMowerDomain } from './lawn-mower.ts';
import { lightDomain } from './light.ts';
import { lockDomain } from './lock.ts';
import { scheduleDomain } from './schedule.ts';
import { mediaPlayerDomain } from './media-player.ts';
import { sensorDomain } from './sensor.ts';
import { switchDomain } from './switch.ts';
import { timerDomain } from './timer.ts';
import { vacuumDomain } from './vacuum.ts';
import { valveDomain } from './valve.ts';

/** Every kind of entity there is. */
export const domains: readonly Domain[] = [
  lightDomain,
  switchDomain,
  sensorDomain,
  binarySensorDomain,
  climateDomain,
  coverDomain,
  fanDomain,
  lockDomain,
  alarmControlPanelDomain,
  vacuumDomain,
  lawnMowerDomain,
  valveDomain,
  inputBooleanDomain,
  inputButtonDomain,
  inputDatetimeDomain,
  inputNumberDomain,
  inputSelectDomain,
  inputTextDomain,
  counterDomain,
  timerDomain,
  scheduleDomain,
  mediaPlayerDomain,
];

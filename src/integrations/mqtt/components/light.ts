import { componentOfForms } from '../entity/component.ts';
import { basicLight } from './light-basic.ts';
import { jsonLight } from './light-json.ts';
import { templateLight } from './light-template.ts';

/** Lights over MQTT, in the three forms there are. */
export const lightComponent = componentOfForms({
  name: 'light',
  forms: new Map([
    ['basic', basicLight],
    ['json', jsonLight],
    ['template', templateLight],
  ]),
  usual: 'basic',
});

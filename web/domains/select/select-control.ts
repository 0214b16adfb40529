import type { Control } from '../../controls/control.ts';
import { choice } from '../../parts/choice.ts';
import { listOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';

/** One of the device's options, untranslated. */
export const selectControl: Control = ({ entity, isLocked, act }) =>
  choice({
    label: say('control.option'),
    options: listOf(entity, 'options').map((value) => ({ value, text: value })),
    value: entity.state,
    isDisabled: isLocked,
    onChoose: (option) => act('select_option', { option }, { state: option }),
  });

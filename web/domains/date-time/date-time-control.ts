import { html, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import type { Control } from '../../controls/control.ts';
import { ValueField } from '../../parts/value-field.ts';
import { momentOf, wallTime } from '../../state/home-zone.ts';
import { say } from '../../texts/say.ts';

define({ 'hearth-value-field': ValueField });

/** A date. */
export const dateControl: Control = ({ entity, isLocked, act }) =>
  moment('date', entity.state, isLocked, (date) => act('set_value', { date }, { state: date }));

/** A time of day. */
export const timeControl: Control = ({ entity, isLocked, act }) =>
  moment('time', entity.state, isLocked, (time) => act('set_value', { time: withSeconds(time) }));

/** A date and time in the home's time zone. */
export const dateTimeControl: Control = ({ entity, isLocked, act }) =>
  moment('datetime-local', localText(entity.state), isLocked, (text) =>
    act('set_value', { datetime: momentOf(text)?.toISOString() }),
  );

/** A date, a time or both, as the helper is configured, in the home's time zone. */
export const inputDateTimeControl: Control = ({ entity, isLocked, act }) => {
  const { has_date: hasDate, has_time: hasTime } = entity.attributes;
  if (hasDate === true && hasTime === true)
    return moment('datetime-local', entity.state.replace(' ', 'T'), isLocked, (text) =>
      act('set_datetime', { datetime: withSeconds(text.replace('T', ' ')) }),
    );
  if (hasDate === true)
    return moment('date', entity.state, isLocked, (date) => act('set_datetime', { date }, { state: date }));
  return moment('time', entity.state, isLocked, (time) => act('set_datetime', { time: withSeconds(time) }));
};

function moment(
  type: 'date' | 'time' | 'datetime-local',
  state: string,
  isDisabled: boolean,
  onChoose: (text: string) => void,
): TemplateResult {
  const label = {
    date: say('control.date'),
    time: say('control.time'),
    'datetime-local': say('control.date_time'),
  };
  return html`<hearth-value-field
    type=${type}
    .label=${label[type]}
    .value=${/^\d/.test(state) ? state : ''}
    .limits=${type === 'date' ? {} : { step: '1' }}
    .isDisabled=${isDisabled}
    @chosen=${(event: CustomEvent<string>) => {
      if (event.detail !== '') onChoose(event.detail);
    }}
  ></hearth-value-field>`;
}

/** Browsers omit seconds that are zero. */
function withSeconds(text: string): string {
  return /\d\d:\d\d:\d\d/.test(text) ? text : `${text}:00`;
}

function localText(state: string): string {
  const date = new Date(state);
  return Number.isNaN(date.getTime()) ? '' : wallTime(date);
}

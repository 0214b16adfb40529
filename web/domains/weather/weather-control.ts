import { html } from 'lit';
import { define } from '../../app/define.ts';
import { locale } from '../../app/preferences.ts';
import type { Control } from '../../controls/control.ts';
import { facts } from '../../controls/facts.ts';
import { percent } from '../../parts/number-text.ts';
import { type Entity, numberOf, textOf } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';
import { Forecast } from './forecast.ts';

define({ 'hearth-forecast': Forecast });

/** The current weather and the forecast. */
export const weatherControl: Control = ({ home, entity }) => {
  const humidity = numberOf(entity, 'humidity');
  return html`${facts([
    [say('control.humidity'), humidity === undefined ? undefined : percent(humidity / 100)],
    [say('control.wind'), measure(entity, 'wind_speed')],
    [say('control.pressure'), measure(entity, 'pressure')],
    [say('control.visibility'), measure(entity, 'visibility')],
    [say('control.uv'), numberOf(entity, 'uv_index')],
  ])}
  <hearth-forecast .home=${home} .entityId=${entity.entity_id}></hearth-forecast>`;
};

function measure(weather: Entity, name: string): string | undefined {
  const value = numberOf(weather, name);
  return value === undefined
    ? undefined
    : `${value.toLocaleString(locale())} ${textOf(weather, `${name}_unit`) ?? ''}`;
}

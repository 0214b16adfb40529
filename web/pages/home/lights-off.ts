import { mdiLightbulbOff } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { toastTrouble } from '../../app/toasts.ts';
import { failure } from '../../parts/failure.ts';
import { icon } from '../../parts/icon.ts';
import { domainOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';

/** The lights among the entities of a room. */
export function lightsOf(ids: readonly string[]): readonly string[] {
  return ids.filter((id) => domainOf(id) === 'light');
}

/** A button that turns off the lights of a room, while one of them is on. */
export function lightsOff(
  home: HomeStore,
  name: string,
  lights: readonly string[],
): TemplateResult | typeof nothing {
  const on = lights.filter((id) => home.entity(id)?.state === 'on' && home.mayControl(id));
  if (on.length === 0) return nothing;
  const turnOff = (): void => {
    home
      .call({ domain: 'light', service: 'turn_off', target: on, guess: { state: 'off' } })
      .catch((error) => toastTrouble(failure(error)));
  };
  const label = say('home.lights_off', { name: `${name}: ${say('domain.light')}` });
  return html`<button type="button" class="quiet round" aria-label=${label} title=${label} @click=${turnOff}>
    ${icon(mdiLightbulbOff)}
  </button>`;
}

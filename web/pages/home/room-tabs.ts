import { html, nothing, type TemplateResult } from 'lit';
import { PATHS } from '../../app/paths.ts';
import { repeat } from '../../parts/repeat.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import type { Arrangement } from './arrangement.ts';
import { layoutHome, type Storey } from './home-layout.ts';

const FEW = 2;

/** Links to all rooms in the user's order, for phones; `current` is the ID of the open one. */
export function roomTabs(
  storeys: readonly Storey[],
  current: string | undefined,
): TemplateResult | typeof nothing {
  const areas = storeys.flatMap(({ rooms }) => rooms.flatMap(({ area }) => area ?? []));
  if (areas.length < FEW) return nothing;
  return html`<nav class="room-tabs" aria-label=${say('home.rooms')}>
    <a href=${PATHS.home} aria-current=${current === undefined ? 'page' : 'false'}>${say('home.title')}</a>
    ${repeat(
      areas,
      ({ area_id: id }) => id,
      ({ area_id: id, name }) =>
        html`<a href="/area/${encodeURIComponent(id)}" aria-current=${id === current ? 'page' : 'false'}>${name}</a>`,
    )}
  </nav>`;
}

/** The rooms of the start page as a user arranged it. */
export function storeysOfHome(home: HomeStore, arrangement: Arrangement | undefined): readonly Storey[] {
  return arrangement === undefined ? [] : layoutHome(home, arrangement, false).storeys;
}

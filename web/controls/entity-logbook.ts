import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../app/define.ts';
import { PATHS } from '../app/paths.ts';
import { isInLogbook } from '../logbook/is-in-logbook.ts';
import { LogbookSection } from '../logbook/logbook-section.ts';
import type { Entity } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';

define({ 'hearth-logbook-section': LogbookSection });

/** The logbook of an entity in its dialog; nothing for entities that have none. */
export function entityLogbook(home: HomeStore, entity: Entity): TemplateResult | typeof nothing {
  if (!isInLogbook(entity)) return nothing;
  const { entity_id: id } = entity;
  return html`<hearth-logbook-section
    .home=${home}
    .entityIds=${[id]}
    .link=${`${PATHS.logbook}?entity=${encodeURIComponent(id)}`}
  ></hearth-logbook-section>`;
}

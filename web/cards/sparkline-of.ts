import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../app/define.ts';
import { preferences } from '../app/preferences.ts';
import { type Entity, textOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';

let isLoaded = false;

/** The sparkline of a sensor that measures, if the user wants sparklines; their script is loaded with the first one. */
export function sparklineOf(home: HomeStore, entity: Entity): TemplateResult | typeof nothing {
  if (preferences().sparklines === 'off' || !isMeasuring(entity)) return nothing;
  if (!isLoaded) void load();
  return html`<hearth-sparkline .home=${home} .entityId=${entity.entity_id}></hearth-sparkline>`;
}

async function load(): Promise<void> {
  isLoaded = true;
  try {
    define({ 'hearth-sparkline': (await import('./sparkline.ts')).Sparkline });
  } catch {
    // Offline: the next one tries again.
    isLoaded = false;
  }
}

function isMeasuring(entity: Entity): boolean {
  if (entity.domain !== 'sensor') return false;
  return (textOf(entity, 'unit_of_measurement') ?? textOf(entity, 'state_class')) !== undefined;
}

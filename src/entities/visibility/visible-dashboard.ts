import { domainsByName } from '../../domains/index.ts';
import { OWN_KEY } from '../dashboards/dashboard-permissions.ts';
import { sees, type Viewer } from './visible-state.ts';

/** Keys whose entity is what a card or row is about: without it there is none. */
const SUBJECTS = new Set(['entity', 'entity_id', 'camera_image', 'image_entity', 'area', 'statistic_id']);
const ENTITY_ID = /[a-z_]+\.[a-z0-9_]+/g;
const HIDDEN = Symbol('hidden');

/**
 * The cards of a dashboard for a caller that may not read every entity: what mentions a hidden one is left out, with
 * the whole card where it is about that entity. Areas are left out as well, since a card of an area shows all of it.
 */
export function visibleCards(json: string, viewer: Viewer): string {
  const { [OWN_KEY]: _own, ...config } = JSON.parse(json) as Record<string, unknown>;
  const shown = pruned(config, viewer);
  return JSON.stringify(shown === HIDDEN ? { views: [] } : shown);
}

function pruned(value: unknown, viewer: Viewer): unknown {
  if (typeof value === 'string') return mentionsHidden(value, viewer) ? HIDDEN : value;
  if (Array.isArray(value)) return value.map((one) => pruned(one, viewer)).filter((one) => one !== HIDDEN);
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = [];
  for (const [key, child] of Object.entries(value)) {
    if (key === 'area' || key === 'area_id') return HIDDEN;
    const shown = mentionsHidden(key, viewer) ? HIDDEN : pruned(child, viewer);
    if (shown !== HIDDEN) entries.push([key, shown]);
    else if (SUBJECTS.has(key)) return HIDDEN;
  }
  return Object.fromEntries(entries);
}

function mentionsHidden(text: string, viewer: Viewer): boolean {
  return (text.toLowerCase().match(ENTITY_ID) ?? []).some((id) => {
    const [domain = ''] = id.split('.');
    return domainsByName.has(domain) && !sees(viewer, id);
  });
}

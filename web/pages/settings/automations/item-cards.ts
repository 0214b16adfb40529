import { html, nothing, type TemplateResult } from 'lit';
import { type FormValues, withValue } from '../../../parts/form/form-field.ts';
import type { ItemConfig, ItemDomain } from '../../../server/items.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { say } from '../../../texts/say.ts';
import type { ItemKind } from './item-kind.ts';

/** The callbacks of a card. */
interface CardEnds {
  readonly change: (config: ItemConfig) => void;
  /** Called when the input cannot be saved as it is. */
  readonly unreadable: () => void;
}

/** The cards specific to a domain: the states of a scene, the inputs of a script. */
export function ownCards(
  home: HomeStore,
  { domain, config }: { readonly domain: ItemDomain; readonly config: ItemConfig },
  { change, unreadable }: CardEnds,
): TemplateResult | typeof nothing {
  if (domain === 'scene')
    return html`<hearth-scene-states
      .home=${home}
      .states=${config.entities}
      @changed=${(event: CustomEvent<unknown>) => change({ ...config, entities: event.detail })}
    ></hearth-scene-states>`;
  if (domain === 'automation' || config.use_blueprint !== undefined) return nothing;
  return html`<hearth-script-inputs
    .home=${home}
    .inputs=${config.fields}
    @changed=${(event: CustomEvent<FormValues | undefined>) => change(withValue(config, 'fields', event.detail))}
    @unreadable=${unreadable}
  ></hearth-script-inputs>`;
}

/** Links to the other pages of an item. */
export function itemLinks({ base, domain }: ItemKind, itemId: string): TemplateResult {
  const path = `${base}/${encodeURIComponent(itemId)}`;
  return html`<p class="actions">
    ${domain === 'scene' ? nothing : html`<a href="${path}/traces">${say('traces.title')}</a>`}
    <a href="${path}/versions">${say('versions.title')}</a>
  </p>`;
}

import { html, nothing, type TemplateResult } from 'lit';
import { type FormValues, withValue } from '../../../parts/form/form-field.ts';
import type { ItemConfig, ItemDomain, ValidatedPart, Validation } from '../../../server/items.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { say } from '../../../texts/say.ts';
import type { ItemKind } from './item-kind.ts';
import { partOf } from './item-parts.ts';
import { parseFault } from './item-validation.ts';

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

/** The steps of a part of an item, with its error. */
export function partCard(
  home: HomeStore,
  {
    part,
    config,
    validations,
  }: {
    readonly part: string;
    readonly config: ItemConfig;
    readonly validations: Partial<Record<ValidatedPart, Validation>>;
  },
  change: (config: ItemConfig) => void,
): TemplateResult {
  const place = part === 'sequence' ? 'actions' : (part as ValidatedPart);
  const { valid = true, error, error_translation } = validations[place] ?? {};
  const fault = valid || error == null ? undefined : parseFault(error, error_translation);
  return html`<section class="card" data-part=${place} aria-labelledby="part-${place}">
      <h2 id="part-${place}">${say(`items.${place}`)}</h2>
      <div role="status">${fault === undefined || fault.path.length > 0 ? nothing : html`<p class="error">${fault.text}</p>`}</div>
      <hearth-unknown-references .home=${home} .steps=${partOf(config, part)}></hearth-unknown-references>
      <hearth-step-list
        .home=${home}
        .place=${place}
        .prefix=${place}
        .fault=${fault}
        .steps=${partOf(config, part)}
        @changed=${(event: CustomEvent<readonly unknown[]>) => change({ ...config, [part]: event.detail })}
      ></hearth-step-list>
    </section>`;
}

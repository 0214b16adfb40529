import { html, type TemplateResult } from 'lit';
import type { Entity } from '../state/entity.ts';
import { plain } from '../texts/domain-name.ts';
import { say } from '../texts/say.ts';

/** Attributes shown elsewhere in the dialog, or that grant access to a picture. */
const UNSAID = new Set(['friendly_name', 'icon', 'entity_picture', 'entity_picture_local', 'access_token']);
const MAX_LENGTH = 400;

/** The attributes of an entity, unprocessed. */
export function attributeList({ entity_id, attributes }: Entity): TemplateResult {
  const names = Object.keys(attributes).filter((name) => !UNSAID.has(name));
  return html`<details>
    <summary>${say('dialog.attributes')}</summary>
    <dl class="facts">
      <div><dt>${say('dialog.entity_id')}</dt><dd class="fixed">${entity_id}</dd></div>
      ${names.sort().map((name) => html`<div><dt>${plain(name)}</dt><dd>${valueText(attributes[name])}</dd></div>`)}
    </dl>
  </details>`;
}

function valueText(value: unknown): string {
  if (value === null) return '–';
  const isList = Array.isArray(value) && value.every((one) => typeof one !== 'object');
  const text = isList ? value.join(', ') : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

import { html, type TemplateResult } from 'lit';
import { when } from '../../../parts/when.ts';
import type { ImportPerson } from '../../../server/imports.ts';
import { say } from '../../../texts/say.ts';

/** The users of the other installation and their logins, each of which can be left out. */
export function importPeople(
  people: readonly ImportPerson[],
  excluded: ReadonlySet<string>,
  onTurn: (id: string, isWanted: boolean) => void,
): TemplateResult {
  const box = (id: string, isOff: boolean, text: TemplateResult): TemplateResult => html`<label class="check">
    <input
      type="checkbox"
      .checked=${!excluded.has(id) && !isOff}
      ?disabled=${isOff}
      @change=${(event: Event) => onTurn(id, (event.target as HTMLInputElement).checked)}
    />
    <span>${text}</span>
  </label>`;
  return html`<section class="card" aria-labelledby="import-people">
    <h2 id="import-people">${say('imports.people')}</h2>
    <p class="hint">${say('imports.people_hint')}</p>
    <ul class="import-people">${people.map(
      (person) => html`<li>
        ${box(person.id, false, html`${person.name} <small class="hint">${roleOf(person)}</small>`)}
        <ul>${person.tokens.map(
          ({ id, name, kind, last_used_at: used }) =>
            html`<li>${box(
              id,
              excluded.has(person.id),
              html`${name}
              <small class="hint">
                ${say(kind === 'normal' ? 'imports.login' : 'imports.token')},
                ${used === null ? say('imports.unused') : say('imports.used', { time: when(new Date(used).toISOString()) })}
              </small>`,
            )}</li>`,
        )}</ul>
      </li>`,
    )}</ul>
  </section>`;
}

function roleOf({ is_owner: isOwner, is_admin: isAdmin }: ImportPerson): string {
  if (isOwner) return say('imports.role_owner');
  return isAdmin ? say('imports.role_admin') : '';
}

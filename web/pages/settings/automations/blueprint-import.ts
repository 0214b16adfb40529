import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../../app/light-element.ts';
import { AsyncActions } from '../../../parts/async-actions.ts';
import { closeDialog, dialog } from '../../../parts/dialog.ts';
import { field } from '../../../parts/field.ts';
import { slugOf } from '../../../parts/slug.ts';
import { type FetchedBlueprint, fetchBlueprint, saveBlueprint } from '../../../server/blueprints.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { say } from '../../../texts/say.ts';

/** The dialog to import a blueprint from a URL or as text. Fires `saved` and `closed`. */
export class BlueprintImport extends LightElement {
  static override properties = {
    home: { attribute: false },
    address: { state: true },
    text: { state: true },
    path: { state: true },
    fetched: { state: true },
  };

  declare home: HomeStore;
  declare address: string;
  declare text: string;
  declare path: string;
  /** The blueprint fetched from the URL. */
  declare fetched: FetchedBlueprint | undefined;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.address = '';
    this.text = '';
    this.path = '';
    this.fetched = undefined;
  }

  protected override render() {
    const { fetched, text } = this;
    return dialog({
      title: say('blueprints.import'),
      onClose: () => this.dispatchEvent(new CustomEvent('closed')),
      body: html`<form novalidate @submit=${this.submit}>
        ${field({
          name: 'blueprint-address',
          label: say('blueprints.address'),
          value: this.address,
          hint: say('blueprints.address_hint'),
          onInput: (event) => this.lookElsewhere((event.target as HTMLInputElement).value.trim()),
        })}
        ${fetched === undefined ? nothing : facts(fetched)}
        <div class="field">
          <label for="blueprint-text">${say(fetched === undefined ? 'blueprints.or_text' : 'blueprints.text')}</label>
          <textarea
            id="blueprint-text"
            class="code yaml"
            rows=${Math.min(16, Math.max(5, text.split('\n').length))}
            spellcheck="false"
            autocapitalize="none"
            .value=${text}
            @input=${(event: InputEvent) => {
              this.text = (event.target as HTMLTextAreaElement).value;
            }}
          ></textarea>
        </div>
        ${
          text.trim() === ''
            ? nothing
            : field({
                name: 'blueprint-path',
                label: say('blueprints.path'),
                value: this.path,
                hint: say('blueprints.path_hint'),
                isCode: true,
                onInput: (event) => {
                  this.path = (event.target as HTMLInputElement).value.trim();
                },
              })
        }
        ${this.actions.view()}
        <div class="actions end">
          <button type="button" @click=${closeDialog}>${say('action.cancel')}</button>
          <button class="primary" ?disabled=${this.actions.isBusy || (this.address === '' && text.trim() === '')}>
            ${say(text.trim() === '' ? 'blueprints.fetch' : fetched?.exists === true ? 'blueprints.replace' : 'blueprints.keep')}
          </button>
        </div>
      </form>`,
    });
  }

  private readonly submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (this.text.trim() === '') await this.fetch();
    else await this.keep();
  };

  /** Discards what was fetched from the previous URL, unless it has been edited. */
  private lookElsewhere(address: string): void {
    if (this.fetched !== undefined && this.text === this.fetched.raw_data) {
      this.text = '';
      this.path = '';
    }
    this.address = address;
    this.fetched = undefined;
  }

  private async fetch(): Promise<void> {
    const { address } = this;
    await this.actions.run(async () => {
      const fetched = await fetchBlueprint(this.home.connection, address);
      if (address !== this.address) return;
      this.fetched = fetched;
      this.text = fetched.raw_data;
      this.path = fetched.suggested_filename;
    });
  }

  private async keep(): Promise<void> {
    const { text, address, fetched } = this;
    const done = await this.actions.run(() =>
      saveBlueprint(this.home.connection, {
        domain: fetched?.blueprint.metadata.domain ?? domainIn(text),
        path: this.path === '' ? pathFor(text) : this.path,
        yaml: text,
        ...(fetched === undefined ? {} : { source_url: fetched.blueprint.metadata.source_url ?? address }),
        allow_override: fetched?.exists === true,
      }),
    );
    if (!done) return;
    this.dispatchEvent(new CustomEvent('saved'));
    this.querySelector('dialog')?.close();
  }
}

function facts({ blueprint: { metadata }, exists }: FetchedBlueprint): TemplateResult {
  return html`<div class="notice" role="status">
    <p><strong>${metadata.name}</strong></p>
    ${metadata.description === undefined ? nothing : html`<p class="written">${metadata.description}</p>`}
    ${exists ? html`<p>${say('blueprints.exists')}</p>` : nothing}
  </div>`;
}

/** Guesses the domain from the text; the server parses it properly and reports errors. */
function domainIn(text: string): string {
  return /^\s+domain:\s*["']?(\w+)/m.exec(text)?.[1] ?? 'automation';
}

function pathFor(text: string): string {
  const name = /^\s+name:\s*(.+)$/m.exec(text)?.[1] ?? 'blueprint';
  const slug = slugOf(name);
  return `own/${slug === '' ? 'blueprint' : slug}.yaml`;
}

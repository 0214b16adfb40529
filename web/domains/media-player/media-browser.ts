import { mdiChevronLeft, mdiPlay } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { toastTrouble } from '../../app/toasts.ts';
import { perform } from '../../cards/perform.ts';
import { type Media, mediaPicture } from '../../media/media-item.ts';
import { failure } from '../../parts/failure.ts';
import { toolButton } from '../../parts/tool-button.ts';
import { can } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';

type Answer<T> = { readonly response: Readonly<Record<string, T>> };

const SEARCH = 4194304;
/** The media library of a player; a tap opens a folder or plays an item. */
export class MediaBrowser extends LightElement {
  static override properties = {
    home: { attribute: false },
    entityId: { attribute: false },
    path: { state: true },
    found: { state: true },
  };

  declare home: HomeStore;
  declare entityId: string;
  /** The open folder and its parents; empty until opened. */
  declare path: readonly Media[];
  /** The search results in the open folder. */
  declare found: readonly Media[] | undefined;

  constructor() {
    super();
    this.path = [];
    this.found = undefined;
  }

  protected override render() {
    const open = this.path.at(-1);
    return html`<details class="library" @toggle=${this.begin}>
      <summary>${say('control.browse')}</summary>
      ${open === undefined ? html`<p class="hint" role="status">${say('home.loading')}</p>` : this.shelf(open)}
    </details>`;
  }

  private shelf(open: Media): TemplateResult {
    const above = this.path.at(-2);
    const children = this.found ?? open.children ?? [];
    const rest = this.found === undefined ? (open.not_shown ?? 0) : 0;
    return html`<div class="library-head">
        ${above === undefined ? nothing : toolButton(mdiChevronLeft, say('control.browse_up', { name: above.title }), () => this.up())}
        <h3>${open.title}</h3>
        ${open.can_play ? this.player(open) : nothing}
      </div>
      ${this.search(open)}
      ${
        children.length === 0
          ? html`<p class="hint">${say('control.browse_none')}</p>`
          : html`<ul class="rows">${children.map((one) => this.row(one))}</ul>`
      }
      ${rest === 0 ? nothing : html`<p class="hint">${say('control.browse_more', { count: rest })}</p>`}`;
  }

  private search(open: Media): TemplateResult | typeof nothing {
    const entity = this.home.entity(this.entityId);
    if (entity === undefined || !can(entity, SEARCH) || open.can_search !== true) return nothing;
    const label = say('control.browse_search', { name: open.title });
    return html`<form role="search" @submit=${this.look}>
      <input type="search" name="query" class="search" aria-label=${label} placeholder=${label} autocomplete="off" />
    </form>`;
  }

  private row(media: Media): TemplateResult {
    const { title, can_expand: leadsOn } = media;
    const name = say(leadsOn ? 'control.open_named' : 'control.play_named', { name: title });
    return html`<li class="row">
      <button
        type="button"
        class="library-item"
        aria-label=${name}
        ?disabled=${!leadsOn && !media.can_play}
        @click=${() => (leadsOn ? this.open(media) : this.play(media))}
      >
        ${mediaPicture(media)}<span>${title}</span>
      </button>
      ${leadsOn && media.can_play ? this.player(media) : nothing}
    </li>`;
  }

  private player(media: Media): TemplateResult {
    return toolButton(mdiPlay, say('control.play_named', { name: media.title }), () => this.play(media));
  }

  private play({ media_content_id, media_content_type }: Media): void {
    const entity = this.home.entity(this.entityId);
    if (entity === undefined) return;
    const data = { media_content_id, media_content_type };
    void perform(this.home, entity, { domain: 'media_player', service: 'play_media', data });
  }

  private up(): void {
    this.found = undefined;
    this.path = this.path.slice(0, -1);
  }

  private readonly begin = (event: Event): void => {
    if ((event.target as HTMLDetailsElement).open && this.path.length === 0) void this.open();
  };

  /** Opens a folder; by default the root. */
  private async open(shelf?: Media): Promise<void> {
    const which =
      shelf === undefined
        ? {}
        : { media_content_id: shelf.media_content_id, media_content_type: shelf.media_content_type };
    const opened = await this.ask<Media>('browse_media', which);
    if (opened === undefined) return;
    this.found = undefined;
    this.path = [...this.path, opened];
  }

  private readonly look = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const query = String(new FormData(event.target as HTMLFormElement).get('query') ?? '').trim();
    const answer =
      query === ''
        ? undefined
        : await this.ask<{ readonly result: readonly Media[] }>('search_media', { search_query: query });
    if (query === '' || answer !== undefined) this.found = answer?.result;
  };

  private async ask<T>(service: string, data: object): Promise<T | undefined> {
    const { home, entityId } = this;
    try {
      const order = { domain: 'media_player', service, data: { ...data }, target: entityId, isLoading: true };
      return (await home.call<Answer<T>>(order)).response[entityId];
    } catch (error) {
      toastTrouble(failure(error));
      return undefined;
    }
  }
}

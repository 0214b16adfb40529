import '../../styles/media.css';
import '../../styles/controls.css';
import '../../texts/media.ts';
import { mdiChevronLeft, mdiDeleteOutline, mdiUploadOutline } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { toast } from '../../app/toasts.ts';
import { type Media, mediaPicture } from '../../media/media-item.ts';
import { AsyncActions } from '../../parts/async-actions.ts';
import { confirmation, dialog } from '../../parts/dialog.ts';
import { icon } from '../../parts/icon.ts';
import { toolButton } from '../../parts/tool-button.ts';
import {
  browseMedia,
  type Playable,
  removeMedia,
  resolveMedia,
  searchMedia,
  uploadMedia,
} from '../../server/media.ts';
import type { CurrentUser } from '../../server/session.ts';
import { can, type Entity, isAvailable, nameOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';

const PLAY_MEDIA = 512;
/** Files of the media folders; only they can be uploaded and deleted. */
const FILES = 'media-source://media_source/';
/** Items shown at once; the search finds the others. */
const MAX_SHOWN = 500;
const MAX_UPLOAD = 20 * 1024 * 1024;

/** The media of the home: folders of files, and pictures of cameras. A tap plays here or on a media player. */
export class MediaPage extends LightElement {
  static override properties = {
    home: { attribute: false },
    user: { attribute: false },
    path: { state: true },
    found: { state: true },
    player: { state: true },
    playing: { state: true },
    removed: { state: true },
  };

  declare home: HomeStore;
  declare user: CurrentUser;
  /** The open folder and its parents. */
  declare path: readonly Media[];
  /** The results of a search in the open folder. */
  declare found: readonly Media[] | undefined;
  /** The entity that plays; empty for this browser. */
  declare player: string;
  declare playing: { readonly media: Media; readonly source: Playable } | undefined;
  /** The file to delete after a confirmation. */
  declare removed: Media | undefined;
  private readonly actions = new AsyncActions(this);

  constructor() {
    super();
    this.path = [];
    this.found = undefined;
    this.player = '';
    this.playing = undefined;
    this.removed = undefined;
    new Watch(this, () => ['#members', '#permissions', ...(this.player === '' ? [] : [this.player])]);
  }

  protected override firstUpdated(): void {
    void this.open('');
  }

  protected override render() {
    const open = this.path.at(-1);
    return html`<div class="page media-page">
      <h1>${say('app.media')}</h1>
      ${this.playerChoice()} ${this.actions.view()}
      <section class="card" aria-labelledby="media-folder">
        ${open === undefined ? html`<p class="hint" role="status">${say('home.loading')}</p>` : this.folder(open)}
      </section>
      ${this.preview()} ${this.question()}
    </div>`;
  }

  private players(): readonly Entity[] {
    const { home } = this;
    return [...home.all()]
      .filter(
        (one) => one.domain === 'media_player' && can(one, PLAY_MEDIA) && home.mayControl(one.entity_id),
      )
      .sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
  }

  private playerChoice(): TemplateResult {
    return html`<div class="field"><label for="media-player">${say('media.player')}</label>
      <select id="media-player" @change=${(event: Event) => {
        this.player = (event.target as HTMLSelectElement).value;
      }}>
        <option value="">${say('media.this_device')}</option>
        ${this.players().map(
          (one) =>
            html`<option value=${one.entity_id} ?selected=${one.entity_id === this.player} ?disabled=${!isAvailable(one)}>${nameOf(one)}</option>`,
        )}
      </select></div>`;
  }

  private folder(open: Media): TemplateResult {
    const above = this.path.at(-2);
    const items = this.found ?? open.children ?? [];
    const hidden =
      Math.max(0, items.length - MAX_SHOWN) + (this.found === undefined ? (open.not_shown ?? 0) : 0);
    return html`<div class="library-head">
        ${above === undefined ? nothing : toolButton(mdiChevronLeft, say('media.up', { name: titleOf(above) }), () => this.up())}
        <h2 id="media-folder">${titleOf(open)}</h2>
        ${this.uploader(open)}
      </div>
      ${this.search(open)}
      ${
        items.length === 0
          ? html`<p class="hint" role="status">${say(this.found === undefined ? 'media.empty' : 'media.not_found')}</p>`
          : html`<ul class="media-grid">${items.slice(0, MAX_SHOWN).map((one) => this.item(one))}</ul>`
      }
      ${hidden === 0 ? nothing : html`<p class="hint">${say('media.hidden', { count: hidden })}</p>`}`;
  }

  private search(open: Media): TemplateResult | typeof nothing {
    if (open.can_search !== true) return nothing;
    const label = say('media.search', { name: titleOf(open) });
    return html`<form role="search" @submit=${this.look}>
      <input type="search" name="query" class="search" aria-label=${label} placeholder=${label} maxlength="200" autocomplete="off" />
    </form>`;
  }

  private item(media: Media): TemplateResult {
    const { can_expand: leadsOn, can_play: isPlayable, media_content_id: id } = media;
    const title = titleOf(media);
    const isFile = !leadsOn && id.startsWith(FILES) && this.user.is_admin;
    return html`<li class="media-item">
      <button type="button" class="media-open" ?disabled=${!leadsOn && !isPlayable}
        aria-label=${say(leadsOn ? 'media.open' : 'media.play', { name: title })}
        @click=${() => (leadsOn ? this.open(id) : this.play(media))}>
        <span class="media-picture">${mediaPicture(media)}</span><span class="media-title">${title}</span>
      </button>
      ${
        isFile
          ? toolButton(mdiDeleteOutline, say('media.delete', { name: title }), () => {
              this.removed = media;
            })
          : nothing
      }
    </li>`;
  }

  private uploader({ media_content_id: id }: Media): TemplateResult | typeof nothing {
    if (!this.user.is_admin || !id.startsWith(FILES)) return nothing;
    return html`<label class="button file-button">${icon(mdiUploadOutline)}<span>${say('media.upload')}</span>
      <input type="file" multiple accept="audio/*,image/*,video/*" @change=${(event: Event) => this.upload(id, event)} /></label>`;
  }

  /** What plays in this browser. */
  private preview(): TemplateResult | typeof nothing {
    const { playing } = this;
    if (playing === undefined) return nothing;
    const { media, source } = playing;
    const type = source.mime_type.split('/')[0];
    const title = titleOf(media);
    return dialog({
      title,
      isWide: true,
      onClose: () => {
        this.playing = undefined;
      },
      body: html`<div class="media-preview">${
        type === 'audio'
          ? html`<audio src=${source.url} controls autoplay aria-label=${title}></audio>`
          : type === 'video'
            ? html`<video src=${source.url} controls autoplay playsinline aria-label=${title}></video>`
            : html`<img src=${source.url} alt=${title} />`
      }</div>
      <div class="actions end"><button type="button" class="primary" @click=${(event: Event) => (event.currentTarget as Element).closest('dialog')?.close()}>${say('action.close')}</button></div>`,
    });
  }

  private question(): TemplateResult | typeof nothing {
    const { removed } = this;
    if (removed === undefined) return nothing;
    const name = titleOf(removed);
    return confirmation({
      title: say('media.delete', { name }),
      question: say('media.delete_question', { name }),
      yes: say('media.delete_yes'),
      no: say('action.cancel'),
      onClose: () => {
        this.removed = undefined;
      },
      onYes: () => {
        void this.actions.run(async () => {
          await removeMedia(this.home.connection, removed.media_content_id);
          await this.reload();
        });
      },
    });
  }

  private async open(id: string): Promise<void> {
    await this.actions.run(async () => {
      const opened = await browseMedia(this.home.connection, id);
      this.found = undefined;
      this.path = [...this.path, opened];
    });
  }

  private up(): void {
    this.found = undefined;
    this.path = this.path.slice(0, -1);
  }

  private async reload(): Promise<void> {
    const open = this.path.at(-1);
    if (open === undefined) return;
    const again = await browseMedia(this.home.connection, open.media_content_id);
    this.found = undefined;
    this.path = [...this.path.slice(0, -1), again];
  }

  private play(media: Media): void {
    const { home, player } = this;
    void this.actions.run(async () => {
      const source = await resolveMedia(home.connection, media.media_content_id);
      if (player === '') {
        this.playing = { media, source };
        return;
      }
      // The player fetches the file itself: it needs a whole address.
      const data = {
        media_content_id: new URL(source.url, location.origin).href,
        media_content_type: source.mime_type,
      };
      await home.call({ domain: 'media_player', service: 'play_media', data, target: player });
      const entity = home.entity(player);
      toast(
        say('media.plays', { title: titleOf(media), name: entity === undefined ? player : nameOf(entity) }),
      );
    });
  }

  private readonly look = (event: SubmitEvent): void => {
    event.preventDefault();
    const query = String(new FormData(event.target as HTMLFormElement).get('query') ?? '').trim();
    const id = this.path.at(-1)?.media_content_id ?? '';
    void this.actions.run(async () => {
      this.found = query === '' ? undefined : await searchMedia(this.home.connection, id, query);
    });
  };

  private upload(folderId: string, event: Event): void {
    const input = event.target as HTMLInputElement;
    const files = [...(input.files ?? [])];
    input.value = '';
    const large = files.find(({ size }) => size > MAX_UPLOAD);
    if (large !== undefined) {
      this.actions.showError(say('media.too_large', { name: large.name }));
      return;
    }
    void this.actions.run(async () => {
      for (const file of files) await uploadMedia(this.home.connection, folderId, file);
      await this.reload();
    });
  }
}

/** The names that the server gives folders of its own are in English. */
function titleOf({ title, media_content_id: id }: Media): string {
  switch (id) {
    case 'media-source://':
      return say('media.root');
    case 'media-source://media_source/local':
      return say('media.local');
    case 'media-source://camera':
      return say('domain.camera');
    case 'media-source://image':
      return say('domain.image');
    default:
      return title;
  }
}

import { mdiBellOutline } from '@mdi/js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { NoticeStore } from '../notices/notice-store.ts';
import { failure } from '../parts/failure.ts';
import { icon } from '../parts/icon.ts';
import type { HomeStore } from '../state/home-store.ts';
import { Watch } from '../state/watch.ts';
import { say } from '../texts/say.ts';
import { define } from './define.ts';
import { LightElement } from './light-element.ts';
import { toastTrouble } from './toasts.ts';

/** How long the page may load before notices are, in milliseconds. */
const DELAY_MS = 1000;
const MAX_SHOWN = 99;

/** The bell with the number of notices. What follows them is loaded after the page. */
export class NoticeBell extends LightElement {
  static override properties = {
    home: { attribute: false },
    store: { state: true },
    isOpen: { state: true },
  };

  declare home: HomeStore;
  declare store: NoticeStore | undefined;
  declare isOpen: boolean;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private loading: Promise<NoticeStore> | undefined;

  constructor() {
    super();
    this.store = undefined;
    this.isOpen = false;
    new Watch(this, () => (this.store === undefined ? ['#members'] : []));
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.get('home') !== undefined) this.forget();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.forget();
  }

  private forget(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.store?.close();
    this.store = undefined;
    this.loading = undefined;
  }

  protected override updated(): void {
    if (this.timer !== undefined || !this.home.isKnown) return;
    this.timer = setTimeout(() => void this.load().catch(() => {}), DELAY_MS);
  }

  protected override render() {
    const count = this.store?.count ?? 0;
    return html`<button
        type="button"
        class="notice-bell quiet"
        aria-haspopup="dialog"
        @click=${this.open}
      >
        ${icon(mdiBellOutline)}<span class="name">${say('notifications.title')}</span
        ><span class="short">${say('notifications.short')}</span>
        ${count === 0 ? nothing : counter(count)}
      </button>
      ${
        this.isOpen && this.store !== undefined
          ? html`<hearth-notices
              .store=${this.store}
              @closed=${() => {
                this.isOpen = false;
              }}
            ></hearth-notices>`
          : nothing
      }`;
  }

  private readonly open = async (): Promise<void> => {
    try {
      await this.load();
      define({ 'hearth-notices': (await import('../notices/notice-center.ts')).NoticeCenter });
      this.isOpen = true;
    } catch (error) {
      toastTrouble(failure(error));
    }
  };

  private load(): Promise<NoticeStore> {
    this.loading ??= import('../notices/notice-store.ts').then(({ NoticeStore: Store }) => {
      const store = new Store(this.home);
      if (!this.isConnected) return store;
      store.listen(() => this.requestUpdate());
      store.open();
      this.store = store;
      return store;
    });
    this.loading.catch(() => {
      this.loading = undefined;
    });
    return this.loading;
  }
}

/** The number beside the bell, as a screen reader says it. */
function counter(count: number): TemplateResult {
  return html`<span class="count" aria-hidden="true">${count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span
    ><span class="visually-hidden">${say('notifications.open', { count })}</span>`;
}

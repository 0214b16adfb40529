import { mdiDotsHorizontal } from '@mdi/js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { failure } from '../parts/failure.ts';
import { icon, mark } from '../parts/icon.ts';
import { lostNotice } from '../parts/lost-notice.ts';
import type { CurrentUser } from '../server/session.ts';
import type { HomeStore } from '../state/home-store.ts';
import { Watch } from '../state/watch.ts';
import { say } from '../texts/say.ts';
import { define } from './define.ts';
import { LightElement } from './light-element.ts';
import { isOffered, type Match, PAGES, type Page, type PageElement, pageAt } from './pages.ts';
import { PATHS } from './paths.ts';
import { isReturn, onNavigate, takeParameter } from './router.ts';
import { toastTrouble } from './toasts.ts';

/** How long to wait, in milliseconds, until a page is long enough to restore its scroll position. */
const TIMEOUT_MS = 1500;
/** How long the browser may take for a history step, in milliseconds. */
const STEP = 500;
const ENTITY_ID = /^[\da-z_]{1,64}\.[\da-z_]{1,191}$/;

/**
 * The frame around all pages of the logged-in app: the menu, the offline banner, and the page of the current
 * address.
 */
export class AppShell extends LightElement {
  static override properties = {
    home: { attribute: false },
    user: { attribute: false },
    address: { attribute: false },
    content: { state: true },
    isBroken: { state: true },
    opened: { state: true },
  };

  declare home: HomeStore;
  declare user: CurrentUser;
  /** The path of the page to show. */
  declare address: string;
  /** Whether the first page follows a login, whose form had the focus. */
  isAfterLogin = false;
  declare content: PageElement | undefined;
  /** Whether the page's script failed to load. */
  declare isBroken: boolean;
  /** The entity whose dialog is open. */
  declare opened: string | undefined;
  private unlisten: (() => void) | undefined;
  /** The pending step back in history after a dialog was closed. */
  private stepBack: Promise<void> | undefined;
  /** Scroll positions by address. */
  private readonly scrolled = new Map<string, number>();

  constructor() {
    super();
    new Watch(this, () => ['#connection', '#permissions', '#members']);
    this.content = undefined;
    this.isBroken = false;
    this.opened = undefined;
    this.addEventListener('open-entity', (event) => {
      void this.openEntity((event as CustomEvent<string>).detail);
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const follow = (): void => {
      const id = linkedEntity() ?? dialogInHistory();
      if (id === undefined) this.opened = undefined;
      else void this.openEntity(id);
    };
    this.unlisten = onNavigate(follow);
    follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unlisten?.();
  }

  protected override render() {
    const match = pageAt(this.address, this.user.is_admin);
    return html`<a class="skip" href="#content">${say('app.skip')}</a>
      <header class="bar">
        <a class="bar-brand" href=${PATHS.home} aria-label="Hearth">${mark()}<span>Hearth</span></a>
        <hearth-search .home=${this.home}></hearth-search>
        <hearth-bell .home=${this.home}></hearth-bell>
        ${this.menu()}
      </header>
      <div class="frame">
        ${lostNotice(this.home, 'banner')}
        <main id="content" tabindex="-1">${this.inside(match)}</main>
      </div>
      ${this.dialog()}`;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('address')) this.querySelector<HTMLElement>('.more-pages:popover-open')?.hidePopover();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('user') && this.content !== undefined) Object.assign(this.content, { user: this.user });
    this.toggleAttribute('data-stale', this.home.lostAt !== undefined);
    if (changed.has('home')) this.showWall();
    if (!changed.has('address') && !changed.has('home')) return;
    // The dialog that a link opened with its page stays.
    if (dialogInHistory() !== this.opened) this.opened = undefined;
    const before = changed.get('address');
    if (typeof before === 'string') this.scrolled.set(before, window.scrollY);
    void this.turn(pageAt(this.address, this.user.is_admin), before !== undefined || this.isAfterLogin);
  }

  /** A display on the wall is one again after a restart. */
  private showWall(): void {
    if (localStorage.getItem('hearth.wall')?.includes('"isOn":true') !== true) return;
    import('../dashboards/wall/wall-display.ts').then(
      ({ showWall }) => showWall(this.home),
      () => {},
    );
  }

  /** All pages beside each other; on a phone, those that do not fit are behind "More". */
  private menu(): TemplateResult {
    const pages = PAGES.filter((page) => isOffered(page, this.home));
    const more = pages.filter(({ isBelowMore }) => isBelowMore === true);
    const isCurrent = more.some((page) => this.isCurrent(page));
    return html`<nav aria-label=${say('app.menu')}>
        ${pages.map((page) => this.link(page))}
        <button type="button" class="more quiet" popovertarget="more-pages" aria-current=${isCurrent ? 'true' : 'false'}>
          ${icon(mdiDotsHorizontal)}<span>${say('app.more')}</span>
        </button>
      </nav>
      <nav id="more-pages" class="more-pages" popover aria-label=${say('app.more')}>
        ${more.map((page) => this.link(page))}
      </nav>`;
  }

  private link(page: Page): TemplateResult {
    const kind = page.isBelowMore === true ? 'below-more' : '';
    return html`<a class=${kind} href=${page.path} aria-current=${this.isCurrent(page) ? 'page' : 'false'}>
      ${icon(page.icon)}<span>${say(page.title)}</span>
    </a>`;
  }

  private isCurrent({ path }: Page): boolean {
    const { address } = this;
    return address === path || address.startsWith(path === PATHS.home ? '/area/' : path);
  }

  private inside(match: Match | undefined): TemplateResult | PageElement | typeof nothing {
    if (match === undefined)
      return html`<div class="page">
        <h1>${say('app.not_found')}</h1>
        <p><a href=${PATHS.home}>${say('app.to_home')}</a></p>
      </div>`;
    if (this.isBroken)
      return html`<div class="page">
        <h1>${say('connection.unreachable')}</h1>
        <p class="actions">
          <button type="button" class="primary" @click=${() => location.reload()}>${say('connection.retry')}</button>
        </p>
      </div>`;
    return this.content ?? nothing;
  }

  private dialog(): TemplateResult | typeof nothing {
    return this.opened === undefined
      ? nothing
      : html`<hearth-entity-dialog
          .home=${this.home}
          .entityId=${this.opened}
          @closed=${this.closeEntity}
        ></hearth-entity-dialog>`;
  }

  private async openEntity(id: string): Promise<void> {
    try {
      define({ 'hearth-entity-dialog': (await import('../controls/entity-dialog.ts')).EntityDialog });
      await this.stepBack;
      this.opened = id;
      // The back button closes the dialog, as expected on phones.
      if (dialogInHistory() === undefined) history.pushState({ dialog: id }, '');
      else history.replaceState({ dialog: id }, '');
    } catch (error) {
      toastTrouble(failure(error));
    }
  }

  private readonly closeEntity = (): void => {
    this.opened = undefined;
    if (dialogInHistory() !== undefined) this.stepBack = goBack();
  };

  /** Opens a page: loads its script, then creates a new element for the address. */
  private async turn(match: Match | undefined, isMove: boolean): Promise<void> {
    const { address, home } = this;
    this.isBroken = false;
    if (match === undefined) {
      this.content = undefined;
      document.title = `${say('app.not_found')} · Hearth`;
    } else {
      const { page, params } = match;
      try {
        define({ [page.tag]: await page.load() });
      } catch {
        this.isBroken = true;
        return;
      }
      if (address !== this.address || home !== this.home) return;
      document.title = `${say(page.title)} · Hearth`;
      this.content = Object.assign(document.createElement(page.tag) as PageElement, {
        home,
        params,
        user: this.user,
      });
    }
    await this.updateComplete;
    if (!isMove) return;
    this.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
    this.moveTo(isReturn() ? (this.scrolled.get(address) ?? 0) : 0);
  }

  /** Scrolls to a position, waiting for the page to load enough content. */
  private moveTo(target: number): void {
    const { address } = this;
    const end = performance.now() + TIMEOUT_MS;
    const go = (): void => {
      if (address !== this.address) return;
      window.scrollTo(0, target);
      if (window.scrollY < target - 1 && performance.now() < end) requestAnimationFrame(go);
    };
    go();
  }
}

/** The entity that a link of a companion app opens, on whatever page: `/?more-info-entity-id=light.x`. */
function linkedEntity(): string | undefined {
  const id = takeParameter('more-info-entity-id');
  return id !== undefined && ENTITY_ID.test(id) ? id : undefined;
}

/** The entity whose dialog is open in this history entry. */
function dialogInHistory(): string | undefined {
  const { dialog } = (history.state ?? {}) as { readonly dialog?: unknown };
  return typeof dialog === 'string' ? dialog : undefined;
}

/** Goes one step back in history; resolves once the browser has done so. */
function goBack(): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      removeEventListener('popstate', done);
      resolve();
    };
    addEventListener('popstate', done);
    setTimeout(done, STEP);
    history.back();
  });
}

import '../../styles/wall.css';
import '../../styles/inner.css';
import '../../texts/dashboards.ts';
import { mdiExitToApp } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { LightElement } from '../../app/light-element.ts';
import { navigate, onNavigate } from '../../app/router.ts';
import { cssValues } from '../../parts/css-values.ts';
import { closeDialog, dialog } from '../../parts/dialog.ts';
import { icon } from '../../parts/icon.ts';
import { timeText } from '../../parts/time-text.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { isCode, keepWall, readWall, type WallSettings } from './wall-settings.ts';

const MINUTE = 60_000;
/** How far content is shifted so that nothing burns in, in pixels, and the positions of the clock, in percent. */
const SHIFTS = [
  [0, 0],
  [3, 1],
  [5, 4],
  [2, 6],
  [-2, 5],
  [-5, 2],
  [-3, -2],
  [1, -4],
] as const;
const CLOCKS = [
  [50, 40],
  [30, 25],
  [68, 30],
  [62, 65],
  [36, 68],
  [50, 20],
  [26, 48],
  [72, 50],
] as const;
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;
/** Failed attempts before the code must wait, and how long. */
const MAX_TRIES = 5;
const WAIT_MS = 30_000;

/** Keeps a display on the wall: awake, dimmed while nobody is there, and on its dashboards until somebody knows the code. */
export class WallDisplay extends LightElement {
  static override properties = {
    home: { attribute: false },
    isDimmed: { state: true },
    round: { state: true },
    isLeaving: { state: true },
    errorText: { state: true },
  };

  declare home: HomeStore;
  declare isDimmed: boolean;
  /** Counts minutes. */
  declare round: number;
  declare isLeaving: boolean;
  declare errorText: string | undefined;
  private settings: WallSettings = readWall();
  private undo: readonly (() => void)[] = [];
  private dimTimer: ReturnType<typeof setTimeout> | undefined;
  private lock: WakeLockSentinel | undefined;
  private tries = 0;
  private waitUntil = 0;

  constructor() {
    super();
    this.isDimmed = false;
    this.round = 0;
    this.isLeaving = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.documentElement.dataset.wall = '';
    const timer = setInterval(() => this.shift(), MINUTE);
    const touch = (event: Event): void => this.touched(event);
    for (const type of TOUCHES) addEventListener(type, touch, { capture: true, passive: false });
    const visible = (): void => void this.stayAwake();
    document.addEventListener('visibilitychange', visible);
    const { wakeEntity } = this.settings;
    this.undo = [
      () => clearInterval(timer),
      () => {
        for (const type of TOUCHES) removeEventListener(type, touch, { capture: true });
      },
      () => document.removeEventListener('visibilitychange', visible),
      onNavigate(() => this.stay()),
      wakeEntity === undefined ? () => {} : this.home.listen([wakeEntity], () => this.sensed(wakeEntity)),
    ];
    this.wake();
    void this.stayAwake();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const undo of this.undo) undo();
    clearTimeout(this.dimTimer);
    void this.lock?.release();
    delete document.documentElement.dataset.wall;
    document.documentElement.style.removeProperty('--wall-x');
    document.documentElement.style.removeProperty('--wall-y');
  }

  protected override render() {
    const [left, top] = CLOCKS[this.round % CLOCKS.length] ?? [50, 50];
    const shade = 1 - this.settings.brightness / 100;
    return html`${
      this.isDimmed
        ? html`<div class="wall-shade" ${cssValues({ '--shade': shade, '--left': `${left}%`, '--top': `${top}%` })}>
            <time>${timeText(new Date(), { hour: '2-digit', minute: '2-digit' })}</time></div>`
        : nothing
    }
      <button type="button" class="wall-exit quiet round" aria-label=${say('dashboards.leave_wall')} title=${say('dashboards.leave_wall')} @click=${this.leave}>
        ${icon(mdiExitToApp)}</button>
      ${this.isLeaving ? this.codeDialog() : nothing}`;
  }

  private codeDialog(): TemplateResult {
    return dialog({
      title: say('dashboards.leave_wall'),
      onClose: () => {
        this.isLeaving = false;
        this.errorText = undefined;
      },
      body: html`<form data-first novalidate @submit=${this.submit}>
        <div class="field"><label for="wall-code">${say('dashboards.wall_code')}</label>
          <input id="wall-code" name="code" type="password" inputmode="numeric" autocomplete="off" maxlength="64"
            aria-invalid=${this.errorText === undefined ? 'false' : 'true'} aria-describedby="wall-error" />
          <p class="error" id="wall-error" role="status">${this.errorText ?? ''}</p></div>
        <div class="actions end"><button type="button" @click=${closeDialog}>${say('action.cancel')}</button>
          <button class="primary">${say('dashboards.leave')}</button></div></form>`,
    });
  }

  private readonly leave = (): void => {
    if (this.settings.code === undefined) this.end();
    else this.isLeaving = true;
  };

  private readonly submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).elements.namedItem('code');
    const { code } = this.settings;
    if (!(input instanceof HTMLInputElement) || code === undefined) return;
    if (Date.now() < this.waitUntil) {
      this.errorText = say('error.throttled', { seconds: Math.ceil((this.waitUntil - Date.now()) / 1000) });
      return;
    }
    if (isCode(input.value, code)) {
      this.end();
      return;
    }
    this.tries += 1;
    if (this.tries % MAX_TRIES === 0) this.waitUntil = Date.now() + WAIT_MS;
    this.errorText = say('dashboards.wrong_code');
    input.value = '';
  };

  private end(): void {
    keepWall({ isOn: false });
    this.remove();
  }

  /** Other pages are out of reach while the display is on the wall. */
  private stay(): void {
    if (location.pathname.startsWith('/dashboards/')) return;
    navigate(this.settings.address, 'replace');
  }

  private touched(event: Event): void {
    const wasDimmed = this.isDimmed;
    this.wake();
    if (!wasDimmed) return;
    // The touch that wakes the display does nothing else.
    event.preventDefault();
    event.stopPropagation();
  }

  private sensed(id: string): void {
    if (this.home.entity(id)?.state === 'on') this.wake();
  }

  private wake(): void {
    this.isDimmed = false;
    clearTimeout(this.dimTimer);
    const { dimAfter, address } = this.settings;
    if (dimAfter <= 0) return;
    this.dimTimer = setTimeout(() => {
      this.isDimmed = true;
      this.isLeaving = false;
      if (location.pathname !== address) navigate(address, 'replace');
    }, dimAfter * MINUTE);
  }

  private shift(): void {
    this.round += 1;
    const [x, y] = SHIFTS[this.round % SHIFTS.length] ?? [0, 0];
    document.documentElement.style.setProperty('--wall-x', `${x}px`);
    document.documentElement.style.setProperty('--wall-y', `${y}px`);
  }

  /** Browsers allow this only over HTTPS, and end it whenever the page is hidden. */
  private async stayAwake(): Promise<void> {
    if (document.hidden || !('wakeLock' in navigator)) return;
    try {
      const before = this.lock;
      this.lock = await navigator.wakeLock.request('screen');
      await before?.release();
    } catch {
      // The system may refuse, for example when the battery is low.
    }
  }
}

/** Shows the display of a home, if this device is one. */
export function showWall(home: HomeStore): void {
  document.querySelector('hearth-wall')?.remove();
  if (!readWall().isOn) return;
  define({ 'hearth-wall': WallDisplay });
  const display = Object.assign(document.createElement('hearth-wall') as WallDisplay, { home });
  document.body.append(display);
  if (!location.pathname.startsWith('/dashboards/')) navigate(readWall().address, 'replace');
}

import {
  mdiAccount,
  mdiAccountArrowRight,
  mdiBatteryAlertVariantOutline,
  mdiCloudOffOutline,
  mdiDoorClosed,
  mdiDoorOpen,
  mdiLightbulbGroup,
  mdiLockOpenVariant,
  mdiPackageUp,
  mdiPlayCircleOutline,
  mdiPowerPlug,
  mdiShieldAlert,
  mdiThermometer,
} from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { entityIcon } from '../../cards/entity-icon.ts';
import { toneOf } from '../../cards/entity-tone.ts';
import { openEntity } from '../../cards/open-entity.ts';
import { stateText } from '../../cards/state-text.ts';
import type { Tone } from '../../domains/domain-view.ts';
import { icon } from '../../parts/icon.ts';
import { temperature } from '../../parts/number-text.ts';
import { nameOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { type Group, meanTemperature, type Summary, summarise } from './summary.ts';

/** The minimum interval between updates, in milliseconds. */
const PERIOD = 400;

/**
 * The summary of the home: what is on, open, armed or playing, and who is at home. Each entry opens its
 * entities.
 */
export class SummaryBar extends LightElement {
  static override properties = {
    home: { attribute: false },
    people: { attribute: false },
    weather: { attribute: false },
    group: { state: true },
  };

  declare home: HomeStore;
  declare people: readonly string[];
  declare weather: string | undefined;
  /** The group whose dialog is open. */
  declare group: Group | undefined;
  private unlisten: (() => void) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.people = [];
    this.weather = undefined;
    this.group = undefined;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.unlisten = this.home.listen(['#any', '#places'], () => {
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        this.requestUpdate();
      }, PERIOD);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.timer = undefined;
    this.unlisten?.();
  }

  protected override render() {
    const summary = summarise(this.home);
    return html`<div class="chips" role="group" aria-label=${say('home.summary')}>
        ${summary.dangers.map((id) => this.danger(id))} ${summary.alarms.map((id) => this.entityChip(id))}
        ${this.lights(summary)} ${this.openings(summary)}
        ${this.count(summary, 'unlocked', 'summary.unlocked', mdiLockOpenVariant, 'danger')}
        ${this.count(summary, 'playing', 'summary.playing', mdiPlayCircleOutline, 'media')}
        ${this.count(summary, 'running', 'summary.running', mdiPowerPlug, 'on')}
        ${this.temperature(summary)} ${this.weather === undefined ? nothing : this.entityChip(this.weather)}
        ${this.people.map((id) => this.person(id))}
        ${this.count(summary, 'batteries', 'summary.batteries', mdiBatteryAlertVariantOutline, 'heat')}
        ${this.count(summary, 'updates', 'summary.updates', mdiPackageUp, 'heat')}
        ${this.count(summary, 'away', 'summary.away', mdiCloudOffOutline, 'quiet')}
      </div>
      ${
        this.group === undefined
          ? nothing
          : html`<hearth-group-dialog
              .home=${this.home}
              .group=${this.group}
              .ids=${summary[this.group]}
              @closed=${() => {
                this.group = undefined;
              }}
            ></hearth-group-dialog>`
      }`;
  }

  private lights(summary: Summary): TemplateResult | typeof nothing {
    if (!summary.hasLights) return nothing;
    const { length } = summary.lights;
    if (length === 0) return chip({ text: say('summary.no_lights'), iconPath: mdiLightbulbGroup });
    return this.opener('lights', say('summary.lights', { count: length }), mdiLightbulbGroup, 'light');
  }

  private openings(summary: Summary): TemplateResult | typeof nothing {
    if (summary.openings.length === 0) return nothing;
    const { length } = summary.open;
    if (length === 0) return this.opener('openings', say('summary.all_closed'), mdiDoorClosed);
    return this.opener('open', say('summary.open', { count: length }), mdiDoorOpen, 'open');
  }

  private count(
    summary: Summary,
    group: Group,
    word:
      | 'summary.unlocked'
      | 'summary.playing'
      | 'summary.running'
      | 'summary.updates'
      | 'summary.batteries'
      | 'summary.away',
    iconPath: string,
    tone: Tone,
  ): TemplateResult | typeof nothing {
    const { length } = summary[group];
    if (length === 0) return nothing;
    return this.opener(group, say(word, { count: length }), iconPath, tone);
  }

  private opener(group: Group, text: string, iconPath: string, tone?: Tone): TemplateResult {
    return chip({
      text,
      iconPath,
      tone,
      onClick: () => {
        this.group = group;
      },
    });
  }

  private temperature({ temperatures }: Summary): TemplateResult | typeof nothing {
    const mean = meanTemperature(this.home, temperatures);
    return mean === undefined ? nothing : this.opener('temperatures', temperature(mean), mdiThermometer);
  }

  private danger(id: string): TemplateResult | typeof nothing {
    const entity = this.home.entity(id);
    if (entity === undefined) return nothing;
    const text = say('summary.danger', { name: nameOf(entity), state: stateText(entity, this.home) });
    return chip({ text, iconPath: mdiShieldAlert, tone: 'danger', onClick: () => openEntity(this, id) });
  }

  private entityChip(id: string): TemplateResult | typeof nothing {
    const entity = this.home.entity(id);
    if (entity === undefined) return nothing;
    const isAlarm = entity.domain === 'alarm_control_panel';
    const text = isAlarm
      ? say('summary.danger', { name: nameOf(entity), state: stateText(entity, this.home) })
      : stateText(entity, this.home);
    return chip({
      text,
      iconPath: entityIcon(entity),
      tone: toneOf(entity),
      onClick: () => openEntity(this, id),
    });
  }

  /** For persons at home, name and color are enough; the location of others is written out. */
  private person(id: string): TemplateResult | typeof nothing {
    const entity = this.home.entity(id);
    if (entity === undefined) return nothing;
    const name = nameOf(entity);
    const label = say('tile.person', { name, state: stateText(entity, this.home) });
    return chip({
      text: entity.state === 'home' ? name : label,
      label,
      iconPath: entity.state === 'home' ? mdiAccount : mdiAccountArrowRight,
      tone: toneOf(entity),
      onClick: () => openEntity(this, id),
    });
  }
}

interface Chip {
  readonly text: string;
  /** The accessible name, if the text alone is not enough. */
  readonly label?: string;
  readonly iconPath: string;
  readonly tone?: Tone | undefined;
  readonly onClick?: () => void;
}

function chip({ text, label, iconPath, tone, onClick }: Chip): TemplateResult {
  if (onClick === undefined)
    return html`<span class="chip" data-tone=${tone ?? nothing}>${icon(iconPath)}<span>${text}</span></span>`;
  return html`<button type="button" class="chip" aria-haspopup="dialog" aria-label=${label ?? nothing} data-tone=${tone ?? nothing} @click=${onClick}>
    ${icon(iconPath)}<span>${text}</span>
  </button>`;
}

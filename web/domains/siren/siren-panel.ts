import { mdiBullhorn } from '@mdi/js';
import { html, nothing } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import type { ControlView } from '../../controls/control.ts';
import { slide } from '../../controls/slide.ts';
import { choice } from '../../parts/choice.ts';
import { icon } from '../../parts/icon.ts';
import { can } from '../../state/entity.ts';
import { say } from '../../texts/say.ts';

const [TONES, VOLUME, DURATION] = [4, 8, 16];

/** The settings of a siren for the next time it is turned on here. */
export class SirenPanel extends LightElement {
  static override properties = {
    view: { attribute: false },
    tone: { state: true },
    volume: { state: true },
    seconds: { state: true },
  };

  declare view: ControlView;
  declare tone: string | undefined;
  declare volume: number;
  declare seconds: number;

  constructor() {
    super();
    this.tone = undefined;
    this.volume = 100;
    this.seconds = 10;
  }

  protected override render() {
    const { entity, isLocked } = this.view;
    if (!can(entity, TONES | VOLUME | DURATION)) return nothing;
    const tones = tonesOf(entity.attributes.available_tones);
    return html`<div class="control-group">
      ${
        can(entity, TONES) && tones.length > 0
          ? choice({
              label: say('control.tone'),
              options: tones.map((value) => ({ value, text: value })),
              value: this.tone ?? tones[0],
              isDisabled: isLocked,
              onChoose: (tone) => {
                this.tone = tone;
              },
            })
          : nothing
      }
      ${
        can(entity, VOLUME)
          ? slide({
              label: say('control.volume'),
              value: this.volume,
              isDisabled: isLocked,
              onChoose: (value) => {
                this.volume = value;
              },
            })
          : nothing
      }
      ${
        can(entity, DURATION)
          ? slide({
              label: say('control.duration'),
              value: this.seconds,
              min: 1,
              max: 120,
              text: (value) => say('control.seconds', { count: value }),
              isDisabled: isLocked,
              onChoose: (value) => {
                this.seconds = value;
              },
            })
          : nothing
      }
      <button type="button" ?disabled=${isLocked} @click=${() => this.sound(tones)}>
        ${icon(mdiBullhorn)} ${say('control.sound')}
      </button>
    </div>`;
  }

  private sound(tones: readonly string[]): void {
    const { entity, act } = this.view;
    const tone = this.tone ?? tones[0];
    act(
      'turn_on',
      {
        ...(can(entity, TONES) && tone !== undefined ? { tone } : {}),
        ...(can(entity, VOLUME) ? { volume_level: this.volume / 100 } : {}),
        ...(can(entity, DURATION) ? { duration: this.seconds } : {}),
      },
      { state: 'on' },
    );
  }
}

/** Parses a list of names, or names by number. */
function tonesOf(value: unknown): readonly string[] {
  const tones: readonly unknown[] = Array.isArray(value) ? value : Object.values(Object(value) as object);
  return tones.flatMap((tone) =>
    typeof tone === 'string' || typeof tone === 'number' ? [String(tone)] : [],
  );
}

import { html } from 'lit';
import { LightElement } from '../../../app/light-element.ts';
import { choicesOf } from '../../../parts/form/choices.ts';
import { defineForms } from '../../../parts/form/form-fields.ts';
import type { HomeStore } from '../../../state/home-store.ts';
import { say } from '../../../texts/say.ts';

/** Attributes that are not part of a scene. */
const NOT_KEPT =
  /^(friendly_name|icon|supported_|device_class|.*_list|.*_modes?|min_|max_|entity_picture|assumed_state)/;
const KEPT_MODES = ['hvac_mode', 'preset_mode', 'fan_mode', 'color_mode', 'mode'];

/** The entities of a scene and their target states. Fires `changed` with them. */
export class SceneStates extends LightElement {
  static override properties = { home: { attribute: false }, states: { attribute: false } };

  declare home: HomeStore;
  declare states: unknown;

  constructor() {
    super();
    defineForms();
  }

  protected override render() {
    const states = (this.states ?? {}) as Readonly<Record<string, unknown>>;
    return html`<section class="card" aria-labelledby="scene-states">
      <h2 id="scene-states">${say('scenes.entities')}</h2>
      <p class="hint">${say('scenes.entities_hint')}</p>
      <div class="field">
        <label for="scene-entities">${say('form.entity')}</label>
        <hearth-chooser
          .name=${'scene-entities'}
          .label=${say('form.entity')}
          .choices=${choicesOf(this.home, 'entity')}
          .value=${Object.keys(states)}
          .isMultiple=${true}
          .isTyped=${true}
          @changed=${(event: CustomEvent<readonly string[]>) =>
            this.emit(Object.fromEntries(event.detail.map((id) => [id, states[id] ?? this.now(id)])))}
        ></hearth-chooser>
      </div>
      <div class="actions">
        <button
          type="button"
          ?disabled=${Object.keys(states).length === 0}
          @click=${() => this.emit(Object.fromEntries(Object.keys(states).map((id) => [id, this.now(id)])))}
        >
          ${say('scenes.as_now')}
        </button>
      </div>
    </section>`;
  }

  /** The current state of the entity, as far as a scene can restore it. */
  private now(id: string): unknown {
    const entity = this.home.entity(id);
    if (entity === undefined) return 'on';
    const kept = Object.entries(entity.attributes).filter(
      ([key, value]) => value !== null && (!NOT_KEPT.test(key) || KEPT_MODES.includes(key)),
    );
    return entity.state === 'off' ? 'off' : { state: entity.state, ...Object.fromEntries(kept) };
  }

  private emit(states: unknown): void {
    this.dispatchEvent(new CustomEvent('changed', { detail: states }));
  }
}

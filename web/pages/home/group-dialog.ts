import { html, nothing } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { toastTrouble } from '../../app/toasts.ts';
import { dialog } from '../../parts/dialog.ts';
import { failure } from '../../parts/failure.ts';
import { repeat } from '../../parts/repeat.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import type { Group } from './summary.ts';

/** The dialog of a summary group: all its entities, to be viewed and switched. */
export class GroupDialog extends LightElement {
  static override properties = {
    home: { attribute: false },
    group: { attribute: false },
    ids: { attribute: false },
  };

  declare home: HomeStore;
  declare group: Group;
  declare ids: readonly string[];
  /** Entities stay listed once seen, so that those switched off can be switched on again. */
  private seen: readonly string[] = [];

  protected override willUpdate(): void {
    const fresh = this.ids.filter((id) => !this.seen.includes(id));
    if (fresh.length > 0) this.seen = [...this.seen, ...fresh];
  }

  protected override render() {
    return dialog({
      title: say(`summary.${this.group}_title`),
      onClose: () => this.dispatchEvent(new CustomEvent('closed')),
      body: html`${
        this.seen.length === 0
          ? html`<p>${say('summary.none')}</p>`
          : html`<ul class="tiles">
              ${repeat(
                this.seen,
                (id) => id,
                (id) => html`<li><hearth-tile .home=${this.home} .entityId=${id}></hearth-tile></li>`,
              )}
            </ul>`
      }
        <div class="actions end">
          ${
            this.group === 'lights' && this.seen.some((id) => this.home.mayControl(id))
              ? html`<button type="button" ?disabled=${this.mine().length === 0} @click=${this.allOff}>
                  ${say('summary.all_off')}
                </button>`
              : nothing
          }
          <button
            type="button"
            class="primary"
            @click=${(event: Event) => (event.target as Element).closest('dialog')?.close()}
          >
            ${say('action.done')}
          </button>
        </div>`,
    });
  }

  private mine(): readonly string[] {
    return this.ids.filter((id) => this.home.mayControl(id));
  }

  private allOff(): void {
    this.home
      .call({ domain: 'light', service: 'turn_off', target: this.mine(), guess: { state: 'off' } })
      .catch((error) => toastTrouble(failure(error)));
  }
}

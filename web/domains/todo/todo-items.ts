import { mdiDeleteOutline, mdiPlus } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import type { ControlView } from '../../controls/control.ts';
import { icon } from '../../parts/icon.ts';
import { repeat } from '../../parts/repeat.ts';
import { dayText, timeText } from '../../parts/time-text.ts';
import { can } from '../../state/entity.ts';
import { isDay } from '../../state/home-zone.ts';
import { say } from '../../texts/say.ts';

interface Item {
  readonly uid: string;
  readonly summary: string;
  readonly status: 'needs_action' | 'completed';
  readonly due?: string | null;
  readonly description?: string | null;
}

const [CREATE, DELETE, UPDATE] = [1, 2, 4];

/** The items of a to-do list: complete, add, delete. */
export class TodoItems extends LightElement {
  static override properties = { view: { attribute: false }, items: { state: true } };

  declare view: ControlView;
  declare items: readonly Item[];
  private ending: Promise<() => Promise<void>> | undefined;

  constructor() {
    super();
    this.items = [];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { home, entity } = this.view;
    this.ending = home.connection.subscribeMessage<{ readonly items: readonly Item[] }>(
      ({ items }) => {
        this.items = items;
      },
      { type: 'todo/item/subscribe', entity_id: entity.entity_id },
    );
    this.ending.catch(() => {});
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.ending?.then((end) => end()).catch(() => {});
  }

  protected override render() {
    const { entity, isLocked, act } = this.view;
    const open = this.items.filter(({ status }) => status === 'needs_action');
    const done = this.items.filter(({ status }) => status === 'completed');
    return html`${
      can(entity, CREATE)
        ? html`<form class="value-field" @submit=${this.add}>
            <label for="todo-new-${entity.entity_id}">${say('control.new_item')}</label>
            <div class="value-line">
              <input id="todo-new-${entity.entity_id}" name="item" autocomplete="off" maxlength="255" ?disabled=${isLocked} />
              <button aria-label=${say('control.add')} ?disabled=${isLocked}>${icon(mdiPlus)}</button>
            </div>
          </form>`
        : nothing
    }
      ${this.list(open)}
      ${
        done.length === 0
          ? nothing
          : html`<details>
              <summary>${say('control.done_items', { count: done.length })}</summary>
              ${this.list(done)}
              ${
                can(entity, DELETE)
                  ? html`<button type="button" ?disabled=${isLocked} @click=${() => act('remove_completed_items')}>
                      ${say('control.clear_done')}
                    </button>`
                  : nothing
              }
            </details>`
      }`;
  }

  private list(items: readonly Item[]): TemplateResult {
    return html`<ul class="todo">
      ${repeat(
        items,
        ({ uid }) => uid,
        (item) => this.item(item),
      )}
    </ul>`;
  }

  private item({ uid, summary, status, due, description }: Item): TemplateResult {
    const { entity, isLocked, act } = this.view;
    const isDone = status === 'completed';
    return html`<li>
      <label class="check">
        <input
          type="checkbox"
          .checked=${isDone}
          ?disabled=${isLocked || !can(entity, UPDATE)}
          @change=${() => act('update_item', { item: uid, status: isDone ? 'needs_action' : 'completed' })}
        />
        <span>
          ${summary}
          ${due == null || due === '' ? nothing : html`<small class="hint">${dateText(due)}</small>`}
          ${description == null || description === '' ? nothing : html`<small class="hint">${description}</small>`}
        </span>
      </label>
      ${
        can(entity, DELETE)
          ? html`<button
              type="button"
              class="quiet round"
              aria-label=${say('control.remove', { name: summary })}
              ?disabled=${isLocked}
              @click=${() => act('remove_item', { item: uid })}
            >
              ${icon(mdiDeleteOutline)}
            </button>`
          : nothing
      }
    </li>`;
  }

  private add(event: SubmitEvent): void {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).elements.namedItem('item');
    if (!(input instanceof HTMLInputElement) || input.value.trim() === '') return;
    this.view.act('add_item', { item: input.value.trim() });
    input.value = '';
  }
}

function dateText(due: string): string {
  return isDay(due) ? dayText(due) : timeText(due, { dateStyle: 'medium', timeStyle: 'short' });
}

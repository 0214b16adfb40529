import '../../styles/editors.css';
import '../../styles/inner.css';
import '../../texts/inner.ts';
import { mdiArrowLeft, mdiArrowRight, mdiDeleteOutline, mdiDrag, mdiPencilOutline, mdiPlus } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { define } from '../../app/define.ts';
import { toast, toastAction, toastTrouble } from '../../app/toasts.ts';
import { failure } from '../../parts/failure.ts';
import { FormDialog, type FormTask } from '../../parts/form/form-dialog.ts';
import { defineForms } from '../../parts/form/form-fields.ts';
import { toolButton } from '../../parts/tool-button.ts';
import { nameOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { type Config, configIn, entityIn, listIn, textIn } from '../config.ts';
import type { ViewEditor } from '../view-editor.ts';
import type { Arranging } from './arranging.ts';
import { CardDialog, type CardTask } from './card-dialog.ts';
import { dragCard } from './card-drag.ts';
import { formOf } from './card-forms.ts';
import { type Path, valueAt } from './changes.ts';
import { PlanEditor } from './plan-editor.ts';
import { sectionTask, viewTask } from './view-forms.ts';

defineForms();
define({
  'hearth-card-dialog': CardDialog,
  'hearth-form-dialog': FormDialog,
  'hearth-plan-editor': PlanEditor,
});

/** The parts of a page that the editor works with. */
export interface EditorHost {
  readonly home: HomeStore;
  readonly arranging: Arranging;
  /** The cards as shown. */
  config(): unknown;
  requestUpdate(): void;
  /** The element of the page, to find what is to be focused. */
  readonly element: HTMLElement;
}

/** Arranges a dashboard: tools at each card and section, dialogs, and what is announced to screen readers. */
export class DashboardEditor implements ViewEditor {
  private readonly host: EditorHost;
  private cardTask: CardTask | undefined;
  private formTask: FormTask | undefined;
  private announced = '';

  constructor(host: EditorHost) {
    this.host = host;
  }

  card(card: unknown, path: Path, content: TemplateResult): TemplateResult {
    const name = this.cardName(card);
    return html`<div class="edited-card" data-place=${JSON.stringify(path)} @keydown=${(event: KeyboardEvent) => this.key(event, card, path)}>
      <div class="edited-content" inert>${content}</div>
      <div class="edited-tools" role="group" aria-label=${name}>
        <button type="button" class="quiet round drag-handle" data-handle=${JSON.stringify(path)} aria-label=${say('dashboards.move_card', { name })} title=${say('dashboards.move_hint')}
          @pointerdown=${(event: PointerEvent) => this.drag(event, card, path)}>${drawn(mdiDrag)}</button>
        ${toolButton(mdiPencilOutline, say('dashboards.edit_named', { name }), () => this.edit(card, path))}
        ${toolButton(mdiDeleteOutline, say('dashboards.remove_named', { name }), () => this.remove(card, path, name))}
      </div>
    </div>`;
  }

  section(section: unknown, path: Path): TemplateResult {
    const at = Number(path.at(-1));
    const list = path.slice(0, -1);
    const count = listIn(valueAt(this.host.config(), list)).length;
    const name = textIn(configIn(section)?.title) ?? say('dashboards.section', { number: at + 1 });
    const move = (to: number): void =>
      void this.host.arranging.change({ kind: 'move', path, was: section, list, at: to });
    const edit = (): void =>
      this.open(sectionTask(configIn(section) ?? {}, (value) => this.replace(section, path, value)));
    return html`<div class="edited-tools" role="group" aria-label=${name}>
      ${toolButton(mdiArrowLeft, say('home.earlier', { name }), () => move(at - 1), at === 0)}
      ${toolButton(mdiArrowRight, say('home.later', { name }), () => move(at + 1), at >= count - 1)}
      ${toolButton(mdiPencilOutline, say('dashboards.edit_named', { name }), edit)}
      ${toolButton(mdiDeleteOutline, say('dashboards.remove_named', { name }), () => this.remove(section, path, name))}
    </div>`;
  }

  addCard(list: Path): TemplateResult {
    const count = listIn(valueAt(this.host.config(), list)).length;
    return html`<button type="button" class="add-card" data-place=${JSON.stringify([...list, count])} data-end
      @click=${() => this.add(list, count)}>${drawn(mdiPlus)}<span>${say('dashboards.add_card')}</span></button>`;
  }

  addSection(list: Path, count: number): TemplateResult {
    const value = { type: 'grid', cards: [{ type: 'heading', heading: say('dashboards.new_section') }] };
    return html`<button type="button" class="add-card" @click=${() => this.host.arranging.change({ kind: 'insert', list, at: count, value })}>
      ${drawn(mdiPlus)}<span>${say('dashboards.add_section')}</span></button>`;
  }

  /** Adds a view, or edits one. */
  addView(): void {
    const views = listIn(configIn(this.host.config())?.views);
    this.open(
      viewTask({ type: 'sections' }, true, (view) =>
        this.host.arranging.change({
          kind: 'insert',
          list: ['views'],
          at: views.length,
          value: { sections: [], ...view },
        }),
      ),
    );
  }

  editView(view: Config, at: number): void {
    this.open(viewTask(view, false, (value) => this.replace(view, ['views', at], value)));
  }

  removeView(view: Config, at: number): void {
    this.remove(view, ['views', at], textIn(view.title) ?? String(at + 1));
  }

  moveView(view: Config, at: number, to: number): void {
    void this.host.arranging.change({
      kind: 'move',
      path: ['views', at],
      was: view,
      list: ['views'],
      at: to,
    });
  }

  /** Opens the form of a task. */
  open(task: FormTask): void {
    this.formTask = task;
    this.host.requestUpdate();
  }

  /** The open dialog, and the announcement. */
  overlay(): TemplateResult {
    const { home } = this.host;
    return html`<p class="visually-hidden" role="status">${this.announced}</p>
      ${
        this.cardTask === undefined
          ? nothing
          : html`<hearth-card-dialog .home=${home} .task=${this.cardTask} @closed=${this.close}></hearth-card-dialog>`
      }
      ${
        this.formTask === undefined
          ? nothing
          : html`<hearth-form-dialog .home=${home} .task=${this.formTask} @closed=${this.close}></hearth-form-dialog>`
      }`;
  }

  private readonly close = (): void => {
    this.cardTask = undefined;
    this.formTask = undefined;
    this.host.requestUpdate();
  };

  private add(list: Path, count: number): void {
    this.cardTask = {
      card: undefined,
      isInSection: list.includes('sections'),
      save: (card) => void this.host.arranging.change({ kind: 'insert', list, at: count, value: card }),
    };
    this.host.requestUpdate();
  }

  private edit(card: unknown, path: Path): void {
    this.cardTask = {
      card: configIn(card) ?? {},
      isInSection: path.includes('sections'),
      save: (value) => void this.replace(card, path, value),
      duplicate: () =>
        void this.host.arranging.change({
          kind: 'insert',
          list: path.slice(0, -1),
          at: Number(path.at(-1)) + 1,
          value: card,
        }),
    };
    this.host.requestUpdate();
  }

  private replace(was: unknown, path: Path, value: unknown): Promise<void> {
    return this.host.arranging.change({ kind: 'replace', path, was, value });
  }

  private remove(was: unknown, path: Path, name: string): void {
    void this.host.arranging.change({ kind: 'remove', path, was });
    toastAction(say('dashboards.removed', { name }), {
      text: say('dashboards.undo'),
      run: () => void this.host.arranging.undo(),
    });
  }

  private drag(event: PointerEvent, card: unknown, path: Path): void {
    const frame = (event.currentTarget as HTMLElement).closest<HTMLElement>('.edited-card');
    if (frame === null) return;
    dragCard(event, frame, ({ list, at }) => {
      const isSame = String(list) === String(path.slice(0, -1));
      const place = isSame && at > Number(path.at(-1)) ? at - 1 : at;
      if (isSame && place === path.at(-1)) return;
      this.move(card, path, { list, at: place });
    });
  }

  /** The arrow keys move a card in its list, with Control to the list before or after. */
  private key(event: KeyboardEvent, card: unknown, path: Path): void {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const isHandle = event.target instanceof Element && event.target.matches('.drag-handle');
    if (step === undefined || !isHandle || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const list = path.slice(0, -1);
    if (event.ctrlKey) {
      const other = this.listBeside(list, step);
      if (other !== undefined)
        this.move(card, path, {
          list: other,
          at: step > 0 ? 0 : listIn(valueAt(this.host.config(), other)).length,
        });
      return;
    }
    const at = Number(path.at(-1)) + step;
    if (at >= 0 && at < listIn(valueAt(this.host.config(), list)).length) this.move(card, path, { list, at });
  }

  private listBeside(list: Path, step: number): Path | undefined {
    const at = list.indexOf('sections');
    if (at < 0 || list.length < at + 3) return undefined;
    const index = Number(list[at + 1]) + step;
    const sections = listIn(valueAt(this.host.config(), list.slice(0, at + 1)));
    return index < 0 || index >= sections.length ? undefined : list.with(at + 1, index);
  }

  private move(card: unknown, path: Path, { list, at }: { readonly list: Path; readonly at: number }): void {
    const count = listIn(valueAt(this.host.config(), list)).length;
    this.announced = say('dashboards.moved', {
      name: this.cardName(card),
      position: at + 1,
      count: Math.max(count, at + 1),
    });
    void this.host.arranging.change({ kind: 'move', path, was: card, list, at });
    // The handle stays focused, so that the next key moves the card on.
    const wanted = JSON.stringify([...list, at]);
    const focus = (): void => {
      const handles = this.host.element.querySelectorAll<HTMLElement>('[data-handle]');
      [...handles].find(({ dataset }) => dataset.handle === wanted)?.focus();
    };
    requestAnimationFrame(() => requestAnimationFrame(focus));
  }

  private cardName(card: unknown): string {
    const config = configIn(card) ?? {};
    const entity = this.host.home.entity(entityIn(config) ?? '');
    const form = formOf(textIn(config.type) ?? '');
    const own =
      textIn(config.title) ?? textIn(config.heading) ?? textIn(config.name) ?? (entity && nameOf(entity));
    return own ?? (form === undefined ? (textIn(config.type) ?? say('dashboards.card')) : say(form.title));
  }
}

function drawn(path: string): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path}></path></svg>`;
}

/** Tells that a change was not saved. */
export function reportFailure(error: unknown): void {
  toastTrouble(say('dashboards.not_saved', { message: failure(error) }), 'dashboard');
}

/** Tells that a change did not fit what somebody else saved. */
export function reportLost(): void {
  toast(say('dashboards.lost'), 'trouble');
}

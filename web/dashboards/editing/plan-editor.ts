import { mdiDeleteOutline } from '@mdi/js';
import { html, nothing, type TemplateResult } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { entityIcon } from '../../cards/entity-icon.ts';
import { icon as drawing } from '../../parts/icon.ts';
import { domainOf, nameOf } from '../../state/entity.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { say } from '../../texts/say.ts';
import { type Config, configIn, configsIn, entityIn, numberIn, textIn } from '../config.ts';
import { elementStyle } from '../element-style.ts';
import { imageOf } from '../image.ts';

/** The type of card that is a picture with items. */
export const PLAN_TYPE = 'picture-elements';
const READINGS = new Set(['sensor', 'number', 'input_number', 'counter']);
const STEP = 1;

/** Places items on a picture: by dragging, or with the arrow keys. */
export class PlanEditor extends LightElement {
  static override properties = {
    home: { attribute: false },
    image: { attribute: false },
    elements: { attribute: false },
    added: { state: true },
  };

  declare home: HomeStore;
  declare image: unknown;
  declare elements: unknown;
  /** Renders the chooser again after each addition. */
  declare added: number;

  constructor() {
    super();
    this.added = 0;
  }

  protected override render() {
    const elements = configsIn(this.elements);
    return html`<fieldset class="field plan-editor">
      <legend>${say('dashboards.plan_items')}</legend>
      <p class="hint" id="plan-hint">${say('dashboards.plan_hint')}</p>
      <div class="picture-elements">
        ${imageOf(this.home, { image: this.image }, say('dashboards.picture'))}
        ${elements.map((element, at) => this.item(element, at))}
      </div>
      <hearth-form-fields
        .home=${this.home}
        .prefix=${`plan-${this.added}`}
        .values=${{}}
        .fields=${[{ kind: 'choose', what: 'entity', name: 'entity', label: say('dashboards.plan_add') }]}
        @changed=${(event: CustomEvent<Config>) => {
          event.stopPropagation();
          this.add(textIn(event.detail.entity));
        }}
      ></hearth-form-fields>
      ${
        elements.length === 0
          ? nothing
          : html`<ul class="plan-items">${elements.map(
              (element, at) => html`<li><span>${this.name(element)}</span>
                <button type="button" class="quiet round" aria-label=${say('form.remove', { name: this.name(element) })} @click=${() => this.emit(elements.toSpliced(at, 1))}>
                  ${drawing(mdiDeleteOutline)}</button></li>`,
            )}</ul>`
      }
    </fieldset>`;
  }

  private item(element: Config, at: number): TemplateResult {
    const entity = this.home.entity(entityIn(element) ?? '');
    return html`<div class="picture-element" ${elementStyle(element.style)}>
      <button type="button" class="element-icon" aria-label=${this.name(element)} aria-describedby="plan-hint"
        @keydown=${(event: KeyboardEvent) => this.key(event, at)}
        @pointerdown=${(event: PointerEvent) => this.drag(event, at)}>
        <hearth-icon .name=${element.icon ?? entity?.attributes.icon ?? 'mdi:circle-medium'} .path=${entity === undefined ? '' : entityIcon(entity)}></hearth-icon>
      </button></div>`;
  }

  private name(element: Config): string {
    const entity = this.home.entity(entityIn(element) ?? '');
    return textIn(element.title) ?? (entity === undefined ? (textIn(element.type) ?? '') : nameOf(entity));
  }

  private add(id: string | undefined): void {
    if (id === undefined) return;
    const type = READINGS.has(domainOf(id)) ? 'state-label' : 'state-icon';
    this.added += 1;
    this.emit([...configsIn(this.elements), { type, entity: id, style: { top: '50%', left: '50%' } }]);
  }

  private key(event: KeyboardEvent, at: number): void {
    const [dx, dy] =
      { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[
        event.key
      ] ?? [];
    if (dx === undefined || dy === undefined) return;
    event.preventDefault();
    const style = configIn(configsIn(this.elements)[at]?.style) ?? {};
    const part = (key: string): number => numberIn(textIn(style[key])?.replace('%', '')) ?? 50;
    this.place(at, part('left') + dx, part('top') + dy);
  }

  private drag(event: PointerEvent, at: number): void {
    const button = event.currentTarget as HTMLElement;
    const box = this.querySelector('.picture-elements')?.getBoundingClientRect();
    if (event.button !== 0 || box === undefined) return;
    event.preventDefault();
    button.focus();
    button.setPointerCapture(event.pointerId);
    const move = ({ clientX, clientY }: PointerEvent): void =>
      this.place(at, ((clientX - box.left) / box.width) * 100, ((clientY - box.top) / box.height) * 100);
    const end = (): void => {
      button.removeEventListener('pointermove', move);
      button.removeEventListener('pointerup', end);
      button.removeEventListener('pointercancel', end);
    };
    button.addEventListener('pointermove', move);
    button.addEventListener('pointerup', end);
    button.addEventListener('pointercancel', end);
  }

  private place(at: number, left: number, top: number): void {
    const percent = (value: number): string => `${Math.round(Math.min(98, Math.max(2, value)) * 10) / 10}%`;
    this.emit(
      configsIn(this.elements).map((element, i) =>
        i === at
          ? { ...element, style: { ...configIn(element.style), left: percent(left), top: percent(top) } }
          : element,
      ),
    );
  }

  private emit(elements: readonly Config[]): void {
    this.elements = elements;
    this.dispatchEvent(new CustomEvent('changed', { detail: elements }));
  }
}

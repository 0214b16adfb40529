import '../styles/controls.css';
import '../styles/dials.css';
import { mdiClose } from '@mdi/js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { define } from '../app/define.ts';
import { LightElement } from '../app/light-element.ts';
import { entityIcon } from '../cards/entity-icon.ts';
import { toneOf } from '../cards/entity-tone.ts';
import { perform } from '../cards/perform.ts';
import { stateText } from '../cards/state-text.ts';
import { controlOf } from '../domains/controls.ts';
import { viewOf } from '../domains/index.ts';
import { closeDialog, dialog } from '../parts/dialog.ts';
import { icon } from '../parts/icon.ts';
import { lostNotice } from '../parts/lost-notice.ts';
import { NamedIcon } from '../parts/named-icon.ts';
import { when } from '../parts/when.ts';
import { type Entity, isAvailable, nameOf } from '../state/entity.ts';
import type { HomeStore } from '../state/home-store.ts';
import { Watch } from '../state/watch.ts';
import { say } from '../texts/say.ts';
import { attributeList } from './attribute-list.ts';
import { CauseChain } from './cause-chain.ts';
import type { Control, ControlView } from './control.ts';
import { entityLogbook } from './entity-logbook.ts';
import { EntitySettings } from './entity-settings.ts';
import { HistoryPlot } from './history-plot.ts';
import { RelatedItems } from './related-items.ts';

define({
  'hearth-icon': NamedIcon,
  'hearth-history-plot': HistoryPlot,
  'hearth-cause': CauseChain,
  'hearth-entity-settings': EntitySettings,
  'hearth-related': RelatedItems,
});

/**
 * The dialog of an entity: its control, causes, attributes and device, and its settings for administrators.
 */
export class EntityDialog extends LightElement {
  static override properties = {
    home: { attribute: false },
    entityId: { attribute: false },
    control: { state: true },
  };

  declare home: HomeStore;
  declare entityId: string;
  declare control: Control | undefined;

  constructor() {
    super();
    this.control = undefined;
    new Watch(this, () => [this.entityId, '#permissions', '#places', '#connection']);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('entityId')) return;
    const { entityId } = this;
    this.control = undefined;
    void controlOf(entityId.slice(0, entityId.indexOf('.'))).then(
      (control) => {
        if (this.entityId === entityId) this.control = control;
      },
      () => {},
    );
  }

  protected override render() {
    const entity = this.home.entity(this.entityId);
    return dialog({
      title: entity === undefined ? this.entityId : nameOf(entity),
      head: closeButton(),
      onClose: () => this.dispatchEvent(new CustomEvent('closed')),
      body: entity === undefined ? html`<p>${say('dialog.gone')}</p>` : this.body(entity),
    });
  }

  private body(entity: Entity): TemplateResult {
    const { home } = this;
    return html`${lostNotice(home, 'notice')}<div class="entity" data-domain=${entity.domain}>
      <div class="entity-head" data-tone=${toneOf(entity) ?? nothing}>
        <span class="tile-icon">
          <hearth-icon
            .name=${entity.attributes.icon ?? home.places.entries.get(entity.entity_id)?.icon}
            .path=${entityIcon(entity)}
          ></hearth-icon>
        </span>
        <div>
          <p class="entity-state" role="status">${stateText(entity, home) === '–' ? say('control.never') : stateText(entity, home)}</p>
          <p class="hint">${this.placeText(entity)}</p>
        </div>
      </div>
      <div class="control">${this.control?.(this.view(entity)) ?? nothing}</div>
      ${
        !isAvailable(entity)
          ? html`<p class="notice">${say('dialog.away')}</p>`
          : home.mayControl(entity.entity_id)
            ? nothing
            : html`<p class="notice">${say('dialog.only_look')}</p>`
      }
      ${
        viewOf(entity.domain).isMoment === true
          ? nothing
          : html`<hearth-history-plot .home=${home} .entityIds=${[entity.entity_id]}></hearth-history-plot>`
      }
      <hearth-cause .home=${home} .entityId=${entity.entity_id} .since=${entity.last_changed}></hearth-cause>
      ${entityLogbook(home, entity)} ${attributeList(entity)}
      <hearth-related .home=${home} .type=${'entity'} .itemId=${entity.entity_id}></hearth-related>
      ${
        home.user.is_admin
          ? html`<hearth-entity-settings
              .home=${home}
              .entityId=${entity.entity_id}
            ></hearth-entity-settings>`
          : nothing
      }
    </div>`;
  }

  private placeText(entity: Entity): string {
    const { home } = this;
    const device = home.deviceOf(entity.entity_id);
    const changed = say('dialog.changed', { when: when(new Date(entity.last_changed * 1000).toISOString()) });
    return [home.areaOf(entity.entity_id)?.name, device?.name_by_user ?? device?.name, changed]
      .filter((text) => text != null && text !== '' && text !== nameOf(entity))
      .join(' · ');
  }

  private view(entity: Entity): ControlView {
    const { home } = this;
    return {
      home: home,
      entity,
      isLocked: home.lostAt !== undefined || !isAvailable(entity) || !home.mayControl(entity.entity_id),
      act: (service, data = {}, guess) => {
        const order = { domain: entity.domain, service, data };
        void perform(home, entity, guess === undefined ? order : { ...order, guess });
      },
    };
  }
}

function closeButton(): TemplateResult {
  return html`<button type="button" class="quiet round" aria-label=${say('action.close')} @click=${closeDialog}>
    ${icon(mdiClose)}
  </button>`;
}

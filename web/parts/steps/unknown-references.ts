import { html, nothing } from 'lit';
import { LightElement } from '../../app/light-element.ts';
import { locale } from '../../app/preferences.ts';
import type { HomeStore } from '../../state/home-store.ts';
import { Watch } from '../../state/watch.ts';
import { say } from '../../texts/say.ts';
import { referencesIn } from './references.ts';

type Services = Awaited<ReturnType<HomeStore['serviceList']>>;

/** Warns of entities and actions in steps that the home does not have. They can still be saved. */
export class UnknownReferences extends LightElement {
  static override properties = {
    home: { attribute: false },
    steps: { attribute: false },
    services: { state: true },
  };

  declare home: HomeStore;
  declare steps: readonly unknown[];
  declare services: Services | undefined;

  constructor() {
    super();
    this.services = undefined;
    new Watch(this, () => ['#members', '#places']);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.home.serviceList().then(
      (services) => {
        this.services = services;
      },
      () => {},
    );
  }

  protected override render() {
    const { home, services } = this;
    const { entities, actions } = referencesIn(this.steps);
    const unknown = [
      ...[...entities].filter((id) => home.entity(id) === undefined && !home.places.entries.has(id)),
      ...[...actions].filter((name) => services !== undefined && !isKnown(services, name)),
    ];
    if (!home.isKnown || unknown.length === 0) return nothing;
    const names = new Intl.ListFormat(locale(), { type: 'conjunction' }).format(unknown);
    return html`<p class="notice" role="status">${say('step.unknown', { names })}</p>`;
  }
}

function isKnown(services: Services, name: string): boolean {
  const [domain = '', service = ''] = name.split('.');
  return Object.hasOwn(services, domain) && Object.hasOwn(services[domain] ?? {}, service);
}

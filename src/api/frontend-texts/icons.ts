import type { ServiceTexts } from '../../core/messages.ts';
import type { Purposes } from './automation-texts.ts';
import entityIcons from './entity-icons.json' with { type: 'json' };
import serviceIcons from './service-icons.json' with { type: 'json' };

type Icons = Readonly<Record<string, object>>;

const OF_SERVICE: ReadonlyMap<string, string> = new Map(Object.entries(serviceIcons));
const OF_DOMAIN = new Map(Object.entries(entityIcons).map(([domain, { _ }]) => [domain, _.default]));
const OTHERWISE = 'mdi:room-service';

/** The icons of services by domain and name: that of the service, or of its domain. */
export function iconsOfServices(services: ServiceTexts): Icons {
  return Object.fromEntries(
    Object.entries(services).map(([domain, own]) => [
      domain,
      Object.fromEntries(
        Object.keys(own).map((name) => [
          name,
          { service: OF_SERVICE.get(name) ?? OF_DOMAIN.get(domain) ?? OTHERWISE },
        ]),
      ),
    ]),
  );
}

/** The icons of entity triggers or conditions by domain and type: those of domains whose entities have one. */
export function iconsOfPurposes(of: 'triggers' | 'conditions', purposes: Purposes): Icons {
  const found: Record<string, Record<string, object>> = {};
  for (const key of Object.keys(purposes)) {
    const [domain = '', type = '_'] = key.split('.');
    const icon = OF_DOMAIN.get(domain) ?? classIcon(domain);
    if (icon === undefined) continue;
    found[domain] ??= {};
    found[domain][type] = { [of === 'triggers' ? 'trigger' : 'condition']: icon };
  }
  return found;
}

/** Groups such as `door` are named after a device class. */
function classIcon(group: string): string | undefined {
  const classes: readonly Readonly<Record<string, { readonly default: string }>>[] = [
    entityIcons.binary_sensor,
    entityIcons.sensor,
  ];
  return classes.map((icons) => icons[group]?.default).find((icon) => icon !== undefined);
}

/** The icons of entities by domain, device class and state. */
export const iconsOfEntities: Icons = entityIcons;

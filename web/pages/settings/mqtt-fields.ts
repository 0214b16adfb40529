import type { FormField, FormValues } from '../../parts/form/form-field.ts';
import type { MqttSettings, MqttSettingsRequest } from '../../server/mqtt-settings.ts';
import { say } from '../../texts/say.ts';

const ANYWHERE = '0.0.0.0';
const HERE = '127.0.0.1';

/** The broker in use: none, one on the network, or the built-in one. */
export type BrokerChoice = 'off' | 'far' | 'near';

/** The fields of the MQTT form. */
export function mqttFields({ has_password, broker }: MqttSettings): readonly FormField[] {
  const isFar = ({ choice }: FormValues): boolean => choice === 'far';
  const isInside = ({ choice, inside }: FormValues): boolean =>
    choice === 'near' || (choice === 'far' && inside === true);
  const path = (name: string, label: string): FormField => ({ kind: 'text', name, label, isCode: true });
  return [
    {
      kind: 'select',
      name: 'choice',
      label: say('mqtt.choice'),
      isRequired: true,
      options: (['off', 'far', 'near'] as const).map((id) => ({ id, name: say(`mqtt.choice_${id}`) })),
    },
    {
      kind: 'text',
      name: 'url',
      label: say('mqtt.url'),
      hint: say('mqtt.url_hint'),
      isCode: true,
      isRequired: true,
      isFor: isFar,
    },
    { kind: 'text', name: 'username', label: say('users.username'), isFor: isFar },
    {
      kind: 'text',
      type: 'password',
      name: 'password',
      label: say('users.password'),
      hint: has_password ? say('mqtt.password_hint') : undefined,
      isFor: isFar,
    },
    {
      kind: 'section',
      name: 'tls',
      label: say('mqtt.tls'),
      hint: say('mqtt.tls_hint'),
      isFolded: true,
      isFor: isFar,
      fields: [
        path('ca', say('mqtt.tls_ca')),
        path('cert', say('mqtt.tls_cert')),
        path('key', say('mqtt.tls_key')),
        { kind: 'boolean', name: 'insecure', label: say('mqtt.tls_insecure') },
      ],
    },
    ...(broker.enabled
      ? [{ kind: 'boolean', name: 'inside', label: say('mqtt.inside_too'), isFor: isFar } as const]
      : []),
    {
      kind: 'boolean',
      name: 'lan',
      label: say('mqtt.lan'),
      hint: say('mqtt.lan_hint'),
      isFor: isInside,
    },
    { kind: 'number', name: 'port', label: say('mqtt.port'), min: 0, max: 65_535, step: 1, isFor: isInside },
    {
      kind: 'boolean',
      name: 'anonymous',
      label: say('mqtt.anonymous'),
      hint: say('mqtt.anonymous_hint'),
      isFor: isInside,
    },
    {
      kind: 'text',
      name: 'discovery_prefix',
      label: say('mqtt.prefix'),
      isCode: true,
      isFor: ({ choice }) => choice !== 'off',
    },
  ];
}

/** Converts the settings to form values. */
export function mqttValues({ url, username, discovery_prefix, tls, broker }: MqttSettings): FormValues {
  const choice: BrokerChoice = url !== null ? 'far' : broker.enabled ? 'near' : 'off';
  const known = { url, username, ca: tls.ca, cert: tls.cert, key: tls.key };
  return {
    choice,
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
    insecure: tls.insecure,
    inside: broker.enabled,
    lan: isOpenAt(broker.host),
    port: broker.port,
    anonymous: broker.anonymous,
    discovery_prefix,
  };
}

/** Converts form values to settings; an untyped password is kept as long as its user name is. */
export function mqttSettingsRequest(values: FormValues, before: MqttSettings): MqttSettingsRequest {
  const { choice, username = null, password } = values;
  const isFar = choice === 'far';
  const isInside = choice === 'near' || (isFar && values.inside === true);
  const discovery_prefix = values.discovery_prefix ?? null;
  const broker = isInside
    ? {
        enabled: true,
        host: hostFor(values.lan === true, before),
        port: values.port ?? 1883,
        anonymous: values.anonymous === true,
      }
    : { enabled: false };
  if (!isFar) return { url: null, username: null, password: null, discovery_prefix, broker };
  const { ca = null, cert = null, key = null, insecure } = values;
  return {
    url: addressIn(String(values.url ?? '')),
    username,
    ...(password !== undefined ? { password } : username === null ? { password: null } : {}),
    discovery_prefix,
    broker,
    tls: { ca, cert, key, insecure: insecure === true },
  };
}

/** Completes inputs such as `192.168.1.10` or `broker:1883`. */
function addressIn(text: string): string {
  const address = text.trim();
  return address.includes('://') ? address : `mqtt://${address}`;
}

/** Keeps a host that was configured manually. */
function hostFor(isOpen: boolean, { broker }: MqttSettings): string {
  if (!isOpen) return HERE;
  return isOpenAt(broker.host) ? broker.host : ANYWHERE;
}

function isOpenAt(host: string): boolean {
  return host !== HERE && host !== 'localhost' && host !== '::1';
}

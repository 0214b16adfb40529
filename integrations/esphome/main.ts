import { integration } from 'hearth-integration';
import { connectByFlow } from './flow.ts';
import { EspNode } from './node.ts';
import { Config, KeyForm, macOf, Options } from './settings.ts';

/** ESPHome: boards with their own firmware, over its native API. */
export default integration({
  config: Config,
  options: Options,
  login: KeyForm.partial(),
  discovery: [
    {
      mdns: '_esphomelib._tcp',
      uniqueId: ({ properties }) => macOf(properties.mac),
      title: ({ name, properties }) => properties.friendly_name || (name.split('.')[0] ?? ''),
      toConfig: ({ ip_address: host, port }) => ({ host, port }),
    },
  ],
  connect: connectByFlow,
  setup: (entry) => new EspNode(entry).begin(),
  diagnostics: (entry) => EspNode.of(entry)?.describe(),
  removeDevice: (entry, identifiers) => EspNode.of(entry)?.lacks(identifiers) ?? false,
});

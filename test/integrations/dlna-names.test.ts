import { expect, it } from 'vitest';
import { nameOf } from '../../integrations/dlna_dmr/upnp.ts';

const AT = 'http://192.168.1.7:1400/description.xml';

it.each<[Parameters<typeof nameOf>[0], string]>([
  [{ friendlyName: ' Living room ', manufacturer: 'Acme', modelName: 'TV 5' }, 'Living room'],
  [{ friendlyName: '', manufacturer: 'Acme', modelName: 'TV 5' }, 'Acme TV 5'],
  [{ manufacturer: 'Acme', modelName: 'Acme TV 5' }, 'Acme TV 5'],
  [{ modelName: 'TV 5' }, 'TV 5'],
  [{ friendlyName: '  ', manufacturer: 'Acme' }, '192.168.1.7'],
  [{}, '192.168.1.7'],
])('a renderer that describes itself as %j is called %s', (texts, name) => {
  expect(nameOf(texts, AT)).toBe(name);
});

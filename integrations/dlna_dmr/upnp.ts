import { ask, NotReachable, parseXml, type XmlElement, xmlAll, xmlEscape, xmlText } from 'hearth-integration';

/** A service of a device: what it is, and where commands go. */
export interface Service {
  readonly type: string;
  readonly control: string;
  /** What it can do, by the names of its actions. */
  readonly actions: ReadonlySet<string>;
  /** The greatest value of its variables that have one. */
  readonly maxima: ReadonlyMap<string, number>;
}

/** A media renderer as it describes itself. */
export interface Renderer {
  readonly udn: string;
  readonly type: string;
  readonly name: string;
  readonly manufacturer: string | null;
  readonly model: string | null;
  readonly serial: string | null;
  readonly transport: Service;
  readonly rendering: Service | undefined;
}

const LIMIT = 256 * 1024;
const RENDERER = /^urn:schemas-upnp-org:device:MediaRenderer:\d+$/;
const MAX_ACTIONS = 200;

/** Reads the description of a device. Throws `NotReachable`, with the code `not_dmr` for something else. */
export async function describe(url: string): Promise<Renderer> {
  const root = await read(url);
  const device = xmlAll(root, 'device').find((one) => RENDERER.test(own(one, 'deviceType') ?? ''));
  const udn = device && own(device, 'UDN');
  if (device === undefined || udn === undefined || udn === '')
    throw new NotReachable(`${url} describes no media renderer`, 'not_dmr', 'url');
  const find = async (kind: string): Promise<Service | undefined> => {
    const service = xmlAll(device, 'service').find((one) =>
      new RegExp(`^urn:schemas-upnp-org:service:${kind}:\\d+$`).test(own(one, 'serviceType') ?? ''),
    );
    return service && serviceOf(service, url);
  };
  const transport = await find('AVTransport');
  if (transport === undefined) throw new NotReachable(`${url} has nothing that plays`, 'not_dmr', 'url');
  return {
    ...{ udn: udn.slice(0, 200), type: own(device, 'deviceType') ?? '', transport },
    name: nameOf(
      {
        friendlyName: own(device, 'friendlyName'),
        manufacturer: own(device, 'manufacturer'),
        modelName: own(device, 'modelName'),
      },
      url,
    ),
    manufacturer: own(device, 'manufacturer')?.slice(0, 200) || null,
    model: own(device, 'modelName')?.slice(0, 200) || null,
    serial: own(device, 'serialNumber')?.slice(0, 200) || null,
    rendering: await find('RenderingControl'),
  };
}

/** What a device is called that may not say its name: by its maker and model, or by its address. */
export function nameOf(
  texts: Readonly<Partial<Record<'friendlyName' | 'manufacturer' | 'modelName', string | undefined>>>,
  location: string,
): string {
  const [name, maker, model] = [texts.friendlyName, texts.manufacturer, texts.modelName].map(
    (text) => text?.trim() ?? '',
  );
  const made = model !== '' && maker !== '' && !model?.startsWith(maker ?? '') ? `${maker} ${model}` : model;
  return (name || made || (URL.canParse(location) ? new URL(location).hostname : location)).slice(0, 200);
}

/** Carries out an action. Throws an `Error` with what the device says. */
export async function invoke(
  { type, control }: Service,
  action: string,
  given: Readonly<Record<string, string | number>> = {},
): Promise<ReadonlyMap<string, string>> {
  const fields = Object.entries({ InstanceID: 0, ...given }).map(
    ([name, value]) => `<${name}>${xmlEscape(String(value))}</${name}>`,
  );
  const envelope = 'http://schemas.xmlsoap.org/soap/envelope/';
  const body = `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="${envelope}" s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body><u:${action} xmlns:u="${type}">${fields.join('')}</u:${action}></s:Body></s:Envelope>`;
  const { status, bytes } = await ask(control, {
    ...{ method: 'POST', body, limit: LIMIT },
    // Many devices end the connection after each answer, also while the next question is on its way.
    headers: {
      connection: 'close',
      'content-type': 'text/xml; charset="utf-8"',
      soapaction: `"${type}#${action}"`,
    },
  });
  const answer = parseXml(bytes.toString('utf8'));
  if (status !== 200) {
    const reason = xmlText(answer, 'errorDescription') ?? `status ${status}`;
    throw new Error(`The device refused ${action}: ${reason.slice(0, 200)}`);
  }
  const [result] = xmlAll(answer, `${action}Response`);
  if (result === undefined) throw new NotReachable(`The device did not answer ${action}`);
  return new Map(result.children.map(({ name, text }) => [name, text]));
}

async function serviceOf(service: XmlElement, base: string): Promise<Service> {
  const control = within(own(service, 'controlURL'), base);
  const description = await read(within(own(service, 'SCPDURL'), base));
  const actions = xmlAll(description, 'action').slice(0, MAX_ACTIONS);
  const variables = xmlAll(description, 'stateVariable').slice(0, MAX_ACTIONS);
  return {
    ...{ type: own(service, 'serviceType') ?? '', control },
    actions: new Set(actions.map((one) => own(one, 'name') ?? '')),
    maxima: new Map(
      variables.flatMap((one): [string, number][] => {
        const most = Number(xmlText(one, 'maximum'));
        return most > 0 ? [[own(one, 'name') ?? '', most]] : [];
      }),
    ),
  };
}

async function read(url: string): Promise<XmlElement> {
  const { status, bytes } = await ask(url, { limit: LIMIT });
  const root = status === 200 ? parseXml(bytes.toString('utf8')) : undefined;
  if (root === undefined)
    throw new NotReachable(`${url} answered ${status} without a description`, 'not_dmr', 'url');
  return root;
}

/** An address of the description: only the device that describes itself is asked. */
function within(href: string | undefined, base: string): string {
  const url = href !== undefined && URL.canParse(href, base) ? new URL(href, base) : undefined;
  if (url?.hostname !== new URL(base).hostname || url.protocol !== 'http:')
    throw new NotReachable('The description leads to another device', 'not_dmr', 'url');
  return url.href;
}

/** The text of a child, not of what is deeper. */
function own(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text.trim();
}

import {
  type Answer,
  ask,
  LoginRefused,
  NotReachable,
  parseXml,
  type XmlElement,
  xmlAll,
  xmlEscape,
  xmlText,
} from 'hearth-integration';

/** Where the calendars are, and whose. */
export interface Account {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** A calendar or list of tasks of an account. */
export interface Collection {
  readonly url: string;
  /** The last part of its address. */
  readonly id: string;
  readonly name: string;
  /** What it can hold: `VEVENT`, `VTODO`. */
  readonly kinds: readonly string[];
}

/** An object of a collection: one event or task in iCalendar's text, with all its exceptions. */
export interface StoredObject {
  readonly url: string;
  readonly etag: string;
  readonly data: string;
}

const LIMIT = 16 * 1024 * 1024;
const TIMEOUT = 30_000;
const SPACES = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"';
const WELL_KNOWN = '/.well-known/caldav';

/** Talks to a server for calendars. */
export class CaldavClient {
  private readonly account: Account;
  private readonly login: string;

  constructor(account: Account) {
    this.account = account;
    this.login = `Basic ${Buffer.from(`${account.username}:${account.password}`).toString('base64')}`;
  }

  /** The calendars and lists of tasks of the account. */
  async collections(): Promise<Collection[]> {
    const home = await this.home();
    const props = '<d:resourcetype/><d:displayname/><c:supported-calendar-component-set/>';
    return (await this.find(home, 1, props)).flatMap(({ url, element }) => {
      const isCalendar = xmlAll(xmlAll(element, 'resourcetype')[0], 'calendar').length > 0;
      if (!isCalendar) return [];
      const id = decodeURIComponent(new URL(url).pathname.replace(/\/$/, '').split('/').at(-1) ?? '');
      const comps = xmlAll(xmlAll(element, 'supported-calendar-component-set')[0], 'comp');
      const kinds = comps.map(({ attributes: { name = '' } }) => name.toUpperCase());
      const name = xmlText(element, 'displayname') || id;
      return [{ url, id, name: name.slice(0, 200), kinds: kinds.length > 0 ? kinds : ['VEVENT'] }];
    });
  }

  /** The events of a calendar between two times in milliseconds, with each occurrence of repeated ones. */
  events({ url }: Collection, from: number, to: number): Promise<StoredObject[]> {
    const range = `start="${basic(from)}" end="${basic(to)}"`;
    return this.query(url, 'VEVENT', `<c:expand ${range}/>`, `<c:time-range ${range}/>`);
  }

  /** All tasks of a list. */
  tasks({ url }: Collection): Promise<StoredObject[]> {
    return this.query(url, 'VTODO', '', '');
  }

  /** Creates an object; it must not be there. */
  async create({ url }: Collection, uid: string, data: string): Promise<void> {
    const place = new URL(`${encodeURIComponent(uid)}.ics`, url.endsWith('/') ? url : `${url}/`).href;
    await this.write('PUT', place, { 'if-none-match': '*' }, data);
  }

  /** Replaces an object, unless somebody else has changed it. */
  async replace({ url, etag }: StoredObject, data: string): Promise<void> {
    await this.write('PUT', url, etag === '' ? {} : { 'if-match': etag }, data);
  }

  async remove({ url, etag }: StoredObject): Promise<void> {
    await this.write('DELETE', url, etag === '' ? {} : { 'if-match': etag });
  }

  /** Where the collections of the account are. */
  private async home(): Promise<string> {
    const props = '<d:current-user-principal/><c:calendar-home-set/>';
    for (const start of [this.account.url, new URL(WELL_KNOWN, this.account.url).href]) {
      const [found] = await this.find(start, 0, props).catch((error: unknown) => {
        if (error instanceof NotReachable && start === this.account.url) return [];
        throw error;
      });
      if (found === undefined) continue;
      const set = hrefIn(found.element, 'calendar-home-set');
      if (set !== undefined) return this.within(set, found.url);
      const principal = hrefIn(found.element, 'current-user-principal');
      if (principal === undefined) continue;
      const [own] = await this.find(this.within(principal, found.url), 0, props);
      const home = own && hrefIn(own.element, 'calendar-home-set');
      if (home !== undefined) return this.within(home, own?.url ?? found.url);
    }
    throw new NotReachable('The server has no calendars at this address', 'not_caldav', 'url');
  }

  private async query(url: string, kind: string, expand: string, range: string): Promise<StoredObject[]> {
    const filter = `<c:comp-filter name="VCALENDAR"><c:comp-filter name="${kind}">${range}</c:comp-filter></c:comp-filter>`;
    const body = `<c:calendar-query ${SPACES}><d:prop><d:getetag/><c:calendar-data>${expand}</c:calendar-data></d:prop><c:filter>${filter}</c:filter></c:calendar-query>`;
    const found = await this.read('REPORT', url, 1, body);
    return found.flatMap(({ url: place, element }) => {
      const data = xmlText(element, 'calendar-data');
      return data === undefined ? [] : [{ url: place, etag: xmlText(element, 'getetag') ?? '', data }];
    });
  }

  private find(url: string, depth: number, props: string) {
    return this.read('PROPFIND', url, depth, `<d:propfind ${SPACES}><d:prop>${props}</d:prop></d:propfind>`);
  }

  private async read(method: string, url: string, depth: number, body: string) {
    const { answer, url: final } = await this.send(
      method,
      url,
      { depth: String(depth) },
      body,
      'application/xml',
    );
    this.check(answer, final);
    const root = parseXml(answer.bytes.toString('utf8').replace(/<!DOCTYPE[^>[]*>/i, ''));
    if (root?.name !== 'multistatus')
      throw new NotReachable(`${final} does not answer as a server for calendars`, 'not_caldav', 'url');
    return xmlAll(root, 'response').flatMap((element) => {
      const href = xmlText(element, 'href');
      const good = xmlAll(element, 'propstat').find((one) => / 2\d\d /.test(` ${xmlText(one, 'status')} `));
      if (href === undefined || good === undefined) return [];
      return [{ url: this.within(href, final), element: good }];
    });
  }

  private async write(
    method: string,
    url: string,
    headers: Record<string, string>,
    data?: string,
  ): Promise<void> {
    const { answer } = await this.send(method, url, headers, data, 'text/calendar; charset=utf-8');
    if (answer.status === 412) throw new Error('Somebody else has changed it meanwhile');
    this.check(answer, url);
  }

  /** Sends a request, and follows redirects that stay at the server. */
  private async send(
    method: string,
    url: string,
    headers: Record<string, string>,
    body: string | undefined,
    type: string,
  ): Promise<{ readonly answer: Answer; readonly url: string }> {
    let place = url;
    for (let hops = 0; hops < 4; hops += 1) {
      const answer = await ask(place, {
        ...{ method, timeout: TIMEOUT, limit: LIMIT, redirect: 'manual' },
        headers: {
          ...headers,
          authorization: this.login,
          ...(body === undefined ? {} : { 'content-type': type }),
        },
        ...(body === undefined ? {} : { body }),
      });
      const location = answer.headers.get('location');
      if (answer.status < 300 || answer.status > 399 || location === null) return { answer, url: place };
      place = this.within(location, place);
    }
    throw new NotReachable(`${url} leads from one address to the next`, 'not_caldav', 'url');
  }

  private check({ status }: Answer, url: string): void {
    if (status === 401 || status === 403)
      throw new LoginRefused('The server refuses the user name or password');
    if (status === 404 || status === 405)
      throw new NotReachable(`${url} answered ${status}`, 'not_caldav', 'url');
    if (status < 200 || status > 299) throw new NotReachable(`${url} answered ${status}`);
  }

  /** An address that the server names: the login is sent to the server that was entered only. */
  private within(href: string, base: string): string {
    const url = URL.canParse(href, base) ? new URL(href, base) : undefined;
    if (url?.origin !== new URL(this.account.url).origin)
      throw new NotReachable(`The server leads to another one: ${href.slice(0, 200)}`, 'not_caldav', 'url');
    return url.href;
  }
}

function hrefIn(element: XmlElement, name: string): string | undefined {
  return xmlText(xmlAll(element, name)[0], 'href');
}

/** A time as iCalendar writes it: `20261128T120000Z`. */
export function basic(time: number): string {
  return xmlEscape(new Date(time).toISOString().replace(/[-:]|\.\d{3}/g, ''));
}

import type { Connection, HassServices } from 'home-assistant-js-websocket';
import { language } from '../app/preferences.ts';
import type { HomeFacts } from '../server/home-facts.ts';
import type { CurrentUser } from '../server/session.ts';
import type { Entity, Guess } from './entity.ts';
import { type EntityEvent, EntityFeed } from './entity-feed.ts';
import { Guesses } from './guesses.ts';
import { followHome } from './home-facts.ts';
import { type Area, type Device, followPlaces, NO_PLACES, type Places } from './places.ts';
import { followRights, type Rights } from './rights.ts';
import { type Topic, Topics } from './topics.ts';
import { UserData } from './user-data.ts';

/** A service to be called, on whom, and what is expected of it. */
export interface Order {
  readonly domain: string;
  readonly service: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** Entity ids. */
  readonly target?: string | readonly string[];
  /** Whether the service is asked for an answer. */
  readonly isAsking?: boolean;
  /** What each target is shown as until it reports. */
  readonly guess?: Guess;
}

/** All the app knows of the house, live over one connection: its entities, where they belong, and what the user may do with them. */
export class House {
  readonly connection: Connection;
  user: CurrentUser;
  places: Places = NO_PLACES;
  /** What the home says of itself, once it has. */
  home: HomeFacts | undefined;
  /** Whether entities, registries and the home's clocks have come at least once. */
  isKnown = false;
  readonly userData: UserData;
  private readonly feed = new EntityFeed();
  private readonly topics = new Topics();
  private readonly guesses = new Guesses((id) => this.tell(id));
  private rights: Rights = { control: null };
  private hasEntities = false;
  private hasHome = false;
  private services: Promise<HassServices> | undefined;
  /** The language they are described in. */
  private servicesIn = '';
  private isFollowingServices = false;
  private readonly undo: (() => void)[] = [];

  constructor(connection: Connection, user: CurrentUser) {
    this.connection = connection;
    this.user = user;
    this.userData = new UserData(connection);
    void connection
      .subscribeMessage<EntityEvent>((event) => this.take(event), { type: 'subscribe_entities' })
      .catch(() => {});
    const lost = (): void => {
      this.feed.restart();
      this.guesses.clear();
      this.forgetServices();
    };
    connection.addEventListener('disconnected', lost);
    this.undo.push(
      () => connection.removeEventListener('disconnected', lost),
      followPlaces(connection, (places) => {
        this.places = places;
        this.arrive();
        this.topics.touch('#places');
      }),
      followHome(connection, (home) => {
        this.home = home;
        this.hasHome = true;
        this.arrive();
        this.topics.touch('#places');
      }),
      followRights(this, (rights) => {
        this.rights = rights;
        this.topics.touch('#rights');
      }),
    );
  }

  /** Lets go of everything; the connection is its owner's. */
  close(): void {
    this.guesses.clear();
    for (const undo of this.undo) undo();
  }

  /** The entity as it is to be shown, or undefined where there is none. */
  entity(id: string): Entity | undefined {
    const entity = this.feed.entities.get(id);
    return entity === undefined ? undefined : this.guesses.over(entity);
  }

  /** All entities, as the server says they are. */
  all(): Iterable<Entity> {
    return this.feed.entities.values();
  }

  get count(): number {
    return this.feed.entities.size;
  }

  /** Calls back, once a frame at most, when one of these entities or topics changed; the answer ends that. */
  listen(ids: Iterable<string | Topic>, listener: () => void): () => void {
    return this.topics.listen(ids, listener);
  }

  /** The place an entity stands in, its own or that of its device. */
  areaOf(id: string): Area | undefined {
    const { areas, entries } = this.places;
    const areaId = entries.get(id)?.area_id ?? this.deviceOf(id)?.area_id;
    return areaId == null ? undefined : areas.get(areaId);
  }

  deviceOf(id: string): Device | undefined {
    const deviceId = this.places.entries.get(id)?.device_id;
    return deviceId == null ? undefined : this.places.devices.get(deviceId);
  }

  /** What a script is called in its file and as a service, whatever its entity is called by now. */
  scriptKey(id: string): string {
    return this.places.scriptKeys.get(id) ?? id.slice('script.'.length);
  }

  /** Whether the user may act on the entity: what he may not is shown and cannot be pressed. */
  mayControl(id: string): boolean {
    return this.rights.control === null || this.rights.control.has(id);
  }

  /** Calls a service; the targets are shown as expected until they report. Rejects when the house refuses. */
  async call<T = unknown>({ domain, service, data = {}, target, guess, isAsking }: Order): Promise<T> {
    const ids = target === undefined ? [] : typeof target === 'string' ? [target] : target;
    const ends = guess === undefined ? [] : ids.flatMap((id) => this.expect(id, guess));
    let isDone = false;
    try {
      const answer = await this.connection.sendMessagePromise<T>({
        type: 'call_service',
        domain,
        service,
        service_data: data,
        ...(target === undefined ? {} : { target: { entity_id: ids } }),
        ...(isAsking === true ? { return_response: true } : {}),
      });
      isDone = true;
      return answer;
    } finally {
      for (const end of ends) end(isDone);
    }
  }

  /** The services of the house with their fields, asked for again when one has come or gone. */
  serviceList(): Promise<HassServices> {
    this.followServices();
    const spoken = language();
    if (spoken !== this.servicesIn) this.services = undefined;
    this.servicesIn = spoken;
    if (this.services !== undefined) return this.services;
    const asked = this.connection.sendMessagePromise<HassServices>({
      type: 'get_services',
      language: spoken,
    });
    this.services = asked;
    asked.catch(() => {
      if (this.services === asked) this.services = undefined;
    });
    return asked;
  }

  private followServices(): void {
    if (this.isFollowingServices) return;
    this.isFollowingServices = true;
    for (const type of ['service_registered', 'service_removed']) {
      const listening = this.connection.subscribeEvents(this.forgetServices, type);
      listening.catch(() => {
        this.isFollowingServices = false;
      });
      this.undo.push(() => void listening.then((end) => end()).catch(() => {}));
    }
  }

  private readonly forgetServices = (): void => {
    this.services = undefined;
  };

  private expect(id: string, guess: Guess): ((isDone: boolean) => void)[] {
    const entity = this.feed.entities.get(id);
    return entity === undefined ? [] : [this.guesses.expect(entity, guess)];
  }

  private take(event: EntityEvent): void {
    const { ids, isMembership } = this.feed.apply(event);
    for (const id of ids) {
      this.guesses.reported(this.feed.entities.get(id), id);
      this.tell(id);
    }
    this.hasEntities = true;
    this.arrive();
    if (isMembership) this.topics.touch('#members');
  }

  private tell(id: string): void {
    this.topics.touch(id);
    this.topics.touch('#any');
  }

  private arrive(): void {
    if (this.isKnown || !this.hasEntities || !this.hasHome || this.places === NO_PLACES) return;
    this.isKnown = true;
    this.topics.touch('#members');
  }
}

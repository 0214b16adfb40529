import type { Connection, HassServices } from 'home-assistant-js-websocket';
import { language } from '../app/preferences.ts';
import type { HomeFacts } from '../server/home-facts.ts';
import type { CurrentUser } from '../server/session.ts';
import type { Entity, Guess } from './entity.ts';
import { type EntityEvent, EntityFeed } from './entity-feed.ts';
import { Guesses } from './guesses.ts';
import { followHome } from './home-facts.ts';
import { followPermissions, type Permissions } from './permissions.ts';
import { type Area, type Device, followPlaces, NO_PLACES, type Places } from './places.ts';
import { type Topic, Topics } from './topics.ts';
import { UserData } from './user-data.ts';

/** A service call, its targets and their expected state. */
export interface Order {
  readonly domain: string;
  readonly service: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** Entity IDs. */
  readonly target?: string | readonly string[];
  /** Whether to request a response. */
  readonly isLoading?: boolean;
  /** The state to show for each target until it reports. */
  readonly guess?: Guess;
}

/**
 * The client-side model of the home over one connection: entities, registries, and the user's permissions.
 */
export class HomeStore {
  readonly connection: Connection;
  user: CurrentUser;
  places: Places = NO_PLACES;
  /** The facts of the home, once loaded. */
  home: HomeFacts | undefined;
  /** Whether entities, registries and time zone have been loaded. */
  isKnown = false;
  /** When the connection was lost, in milliseconds since 1970; undefined while there is one. */
  lostAt: number | undefined;
  readonly userData: UserData;
  private readonly feed = new EntityFeed();
  private readonly topics = new Topics();
  private readonly guesses = new Guesses((id) => this.emit(id));
  permissions: Permissions;
  private hasEntities = false;
  private hasHome = false;
  private services: Promise<HassServices> | undefined;
  /** The language of the service descriptions. */
  private servicesIn = '';
  private isFollowingServices = false;
  private readonly undo: (() => void)[] = [];

  constructor(connection: Connection, user: CurrentUser) {
    this.connection = connection;
    this.user = user;
    this.userData = new UserData(connection);
    // Until they are known.
    this.permissions = { control: null, readsAll: user.is_admin };
    void connection
      .subscribeMessage<EntityEvent>((event) => this.take(event), { type: 'subscribe_entities' })
      .catch(() => {});
    const lost = (): void => {
      this.feed.restart();
      this.guesses.clear();
      this.forgetServices();
      this.lostAt = Date.now();
      this.topics.touch('#connection');
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
      followPermissions(this, (permissions) => {
        this.permissions = permissions;
        this.topics.touch('#permissions');
      }),
    );
  }

  /** Ends all subscriptions; the connection belongs to the caller. */
  close(): void {
    this.guesses.clear();
    for (const undo of this.undo) undo();
  }

  /** The entity to show, including guesses; undefined if there is none. */
  entity(id: string): Entity | undefined {
    const entity = this.feed.entities.get(id);
    return entity === undefined ? undefined : this.guesses.over(entity);
  }

  /** All entities as last reported. */
  all(): Iterable<Entity> {
    return this.feed.entities.values();
  }

  ids(): Iterable<string> {
    return this.feed.entities.keys();
  }

  get count(): number {
    return this.feed.entities.size;
  }

  /**
   * Calls back, at most once per animation frame, when an entity or topic changed. Returns a function that
   * ends it.
   */
  listen(ids: Iterable<string | Topic>, listener: () => void): () => void {
    return this.topics.listen(ids, listener);
  }

  /** The area of an entity, its own or its device's. */
  areaOf(id: string): Area | undefined {
    const { areas, entries } = this.places;
    const areaId = entries.get(id)?.area_id ?? this.deviceOf(id)?.area_id;
    return areaId == null ? undefined : areas.get(areaId);
  }

  deviceOf(id: string): Device | undefined {
    const deviceId = this.places.entries.get(id)?.device_id;
    return deviceId == null ? undefined : this.places.devices.get(deviceId);
  }

  /** The key of a script in its file and as a service, regardless of its entity ID. */
  scriptKey(id: string): string {
    return this.places.scriptKeys.get(id) ?? id.slice('script.'.length);
  }

  /** Whether the user may control the entity; otherwise its controls are disabled. */
  mayControl(id: string): boolean {
    return this.permissions.control === null || this.permissions.control.has(id);
  }

  /** Calls a service; targets show the expected state until they report. Rejects if the server refuses. */
  async call<T = unknown>({ domain, service, data = {}, target, guess, isLoading }: Order): Promise<T> {
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
        ...(isLoading === true ? { return_response: true } : {}),
      });
      isDone = true;
      return answer;
    } finally {
      for (const end of ends) end(isDone);
    }
  }

  /** The services with their fields, reloaded when one is added or removed. */
  serviceList(): Promise<HassServices> {
    this.followServices();
    const sentence = language();
    if (sentence !== this.servicesIn) this.services = undefined;
    this.servicesIn = sentence;
    if (this.services !== undefined) return this.services;
    const requested = this.connection.sendMessagePromise<HassServices>({
      type: 'get_services',
      language: sentence,
    });
    this.services = requested;
    requested.catch(() => {
      if (this.services === requested) this.services = undefined;
    });
    return requested;
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
      this.emit(id);
    }
    this.hasEntities = true;
    if (this.lostAt !== undefined) {
      this.lostAt = undefined;
      this.topics.touch('#connection');
    }
    this.arrive();
    if (isMembership) this.topics.touch('#members');
  }

  private emit(id: string): void {
    this.topics.touch(id);
    this.topics.touch('#any');
  }

  private arrive(): void {
    if (this.isKnown || !this.hasEntities || !this.hasHome || this.places === NO_PLACES) return;
    this.isKnown = true;
    this.topics.touch('#members');
  }
}

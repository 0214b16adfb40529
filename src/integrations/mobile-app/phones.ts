import { randomBytes } from 'node:crypto';
import type { Undo } from '../../core/clock.ts';
import { fault, messageOf } from '../../core/errors.ts';
import type { Part } from '../../core/lifecycle.ts';
import { parse } from '../../core/parse.ts';
import type { PhoneActions, PhoneAnswer } from '../../core/phone-actions.ts';
import { slugify } from '../../core/slug.ts';
import type { ConfigEntries } from '../../entities/registry/config-entries.ts';
import type { Collection } from '../../storage/documents.ts';
import { AnsweredMessages } from './answered-messages.ts';
import { Phone, type PhoneParts } from './phone.ts';
import { PHONE_COMMANDS } from './phone-commands.ts';
import type { NamedZone } from './phone-location.ts';
import { failure, IGNORED, readMessage } from './phone-message.ts';
import type { PhoneNote } from './push-channel.ts';
import { NewRegistration, type PhoneSensor, type Registration } from './registration.ts';
import { sealBox } from './secret-box.ts';

const PLATFORM = 'mobile_app';
const MAX_PER_USER = 50;
/** The most webhook IDs of former registrations that answer 410. */
const MAX_GONE = 1000;

export interface PhonesOptions extends PhoneParts {
  readonly registrations: Collection<Registration>;
  readonly sensors: Collection<PhoneSensor>;
  readonly gone: Collection<boolean>;
  readonly configEntries: ConfigEntries;
  readonly zones: () => readonly NamedZone[];
  readonly deviceIdOf: (identifier: readonly [string, string]) => string | undefined;
  /** Removes the entities of an entry from the registry. */
  readonly forgetEntities: (entryId: string) => Promise<void>;
  /** Adds a tracker to the person of a user, if there is one. */
  readonly linkPerson: (userId: string, trackerId: string) => Promise<void>;
}

/** The answer to a registration. */
export interface Registered {
  readonly webhook_id: string;
  readonly secret: string | null;
  readonly cloudhook_url: null;
  readonly remote_ui_url: null;
}

/** The registered companion apps, each with its webhook, its entities and its notifications. */
export class Phones implements Part {
  readonly name = 'companion apps';
  private readonly options: PhonesOptions;
  private readonly phones = new Map<string, Phone>();
  private undo: Undo = () => {};
  /** When each app was last heard from, in milliseconds since 1970; only known while the server runs. */
  private readonly seen = new Map<string, number>();
  private readonly answered = new WeakMap<Phone, AnsweredMessages>();

  constructor(options: PhonesOptions) {
    this.options = options;
  }

  async start(): Promise<void> {
    const { registrations, sensors, configEntries, log } = this.options;
    // Removes entries whose registration was removed just before a crash.
    for (const { domain, entry_id: id } of [...configEntries.list()])
      if (domain === PLATFORM && registrations.entries.get(id) === undefined) await configEntries.remove(id);
    for (const registration of registrations.entries.values()) {
      const own = [...sensors.entries.values()].filter(({ entry_id: id }) => id === registration.entry_id);
      this.open(registration, own);
    }
    this.undo = configEntries.subscribe((entry, change) => {
      if (change === 'removed' && entry.domain === PLATFORM)
        this.drop(entry.entry_id).catch((error: unknown) =>
          log.error('A companion app was not removed', { error }),
        );
    });
  }

  stop(): void {
    this.undo();
    for (const phone of this.phones.values()) phone.close();
    this.phones.clear();
  }

  list(): readonly Phone[] {
    return [...this.phones.values()];
  }

  lastSeen(entryId: string): number | null {
    return this.seen.get(entryId) ?? null;
  }

  /**
   * Registers an app for a user; one that is registered already keeps its entities and gets a new webhook. Throws
   * `invalid_format` for missing or wrong fields.
   */
  async register(
    fields: unknown,
    by: { readonly userId: string; readonly tokenId: string },
  ): Promise<Registered> {
    const given = parse(NewRegistration, fields);
    const { registrations, configEntries } = this.options;
    const deviceId = given.device_id ?? randomBytes(16).toString('hex');
    const name = slugify(given.device_name).replaceAll('_', '') === '' ? deviceId : given.device_name;
    const known = this.list().find(
      ({ registration: one }) =>
        one.app_id === given.app_id && one.device_id === deviceId && one.user_id === by.userId,
    );
    const own = this.list().filter(({ registration: one }) => one.user_id === by.userId);
    if (known === undefined && own.length >= MAX_PER_USER)
      throw fault('too_many_requests', 'too_many_phones', { max: MAX_PER_USER });
    const entry =
      known === undefined
        ? await configEntries.create({ domain: PLATFORM, title: name, options: {} })
        : await configEntries.update(known.registration.entry_id, { title: name });
    const registration: Registration = {
      ...given,
      entry_id: entry.entry_id,
      webhook_id: randomBytes(32).toString('hex'),
      secret: given.supports_encryption ? randomBytes(32).toString('hex') : null,
      user_id: by.userId,
      token_id: by.tokenId,
      device_id: deviceId,
      device_name: name,
      os_version: given.os_version ?? null,
      cloud_push: known?.registration.cloud_push ?? false,
    };
    if (known !== undefined) await this.bury(known.registration.webhook_id);
    await registrations.put(registration.entry_id, registration);
    if (known === undefined) this.open(registration, []);
    else known.update(registration);
    const tracker = this.phones.get(registration.entry_id)?.trackerId;
    if (tracker !== undefined) await this.options.linkPerson(by.userId, tracker);
    const { webhook_id, secret } = registration;
    return { webhook_id, secret, cloudhook_url: null, remote_ui_url: null };
  }

  /** The login that an app's webhook acts with; undefined for an ID of no app. */
  holderOf(webhookId: string): { readonly tokenId: string; readonly entryId: string } | undefined {
    const found = this.find(webhookId);
    return found && { tokenId: found.registration.token_id, entryId: found.registration.entry_id };
  }

  /** Whether an ID belonged to a registration that has ended. */
  isGone(webhookId: string): boolean {
    return this.options.gone.entries.has(webhookId);
  }

  /** Answers a call of an app's webhook. Never rejects: apps take an error for a broken registration. */
  async answer(webhookId: string, body: Buffer, actions: PhoneActions): Promise<PhoneAnswer> {
    const phone = this.find(webhookId);
    if (phone === undefined) return { status: 410, body: undefined };
    this.seen.set(phone.registration.entry_id, this.options.clock.now());
    const { secret, device_name: name } = phone.registration;
    const message = readMessage(body, secret);
    if ('ignored' in message) this.options.log.warn(`${name} sent ${message.ignored}`);
    if ('answer' in message) return message.answer;
    if (message.type === 'enable_encryption') return this.enableEncryption(phone);
    const command = PHONE_COMMANDS.get(message.type);
    const parsed = command?.schema.safeParse(message.data);
    if (command === undefined || parsed?.success !== true) {
      this.options.log.warn(
        `${name} sent a message that is unknown or has invalid data: ${message.type.slice(0, 50)}`,
      );
      return IGNORED;
    }
    const carryOut = async (): Promise<PhoneAnswer> => {
      const answer = await this.perform(phone, message.type, parsed.data, actions);
      if (!command.isSealed || secret === null) return answer;
      return {
        ...answer,
        body: { encrypted: true, encrypted_data: sealBox(JSON.stringify(answer.body), secret) },
      };
    };
    if (message.nonce === undefined) return carryOut();
    const answered = this.answered.get(phone) ?? new AnsweredMessages();
    this.answered.set(phone, answered);
    return answered.once(message.nonce, carryOut);
  }

  /** Opens the notification channel of an app for its user. Throws `not_found` and `unauthorized`. */
  openChannel(
    webhookId: string,
    userId: string | null,
    channel: Parameters<Phone['channel']['open']>[0],
  ): Undo {
    return this.need(webhookId, userId).channel.open(channel);
  }

  /** Confirms a notification. Throws `not_found`. */
  confirm(webhookId: string, userId: string | null, confirmId: string): void {
    if (!this.need(webhookId, userId).channel.confirm(confirmId))
      throw fault('not_found', 'push_confirmation_not_found');
  }

  /** Sends a note to all apps of a user that can be notified. Returns their number. */
  notifyUser(userId: string, note: PhoneNote): number {
    const own = this.list().filter(({ registration }) => registration.user_id === userId);
    let reached = 0;
    for (const phone of own) {
      try {
        phone.notify(note);
        reached += 1;
      } catch {
        // It is not connected; the other devices of the user may be.
      }
    }
    return reached;
  }

  /** Changes a registration. Throws `not_found`. */
  async change(entryId: string, changes: Partial<Registration>): Promise<void> {
    const phone = this.phones.get(entryId);
    if (phone === undefined) throw fault('not_found', 'phone_not_found', { id: entryId });
    const registration = { ...phone.registration, ...changes };
    await this.options.registrations.put(entryId, registration);
    if (changes.device_name !== undefined)
      await this.options.configEntries.update(entryId, { title: registration.device_name });
    phone.update(registration);
  }

  /** Ends a registration: its webhook answers 410 from then on. Throws `not_found`. */
  async remove(entryId: string): Promise<void> {
    if (!this.phones.has(entryId)) throw fault('not_found', 'phone_not_found', { id: entryId });
    await this.drop(entryId);
    await this.options.configEntries.remove(entryId);
  }

  /** Forgets an app whose config entry is gone. */
  private async drop(entryId: string): Promise<void> {
    const phone = this.phones.get(entryId);
    if (phone === undefined) return;
    this.phones.delete(entryId);
    const { registrations, sensors, forgetEntities } = this.options;
    await this.bury(phone.registration.webhook_id);
    await registrations.delete(entryId);
    const own = [...sensors.entries].filter(([, { entry_id: id }]) => id === entryId);
    await Promise.all(own.map(([key]) => sensors.delete(key)));
    phone.close();
    await forgetEntities(entryId);
  }

  private open(registration: Registration, sensors: readonly PhoneSensor[]): void {
    const phone = new Phone(registration, this.options);
    this.phones.set(registration.entry_id, phone);
    phone.open(sensors);
  }

  private find(webhookId: string): Phone | undefined {
    return this.list().find(({ registration }) => registration.webhook_id === webhookId);
  }

  private need(webhookId: string, userId: string | null): Phone {
    const phone = this.find(webhookId);
    if (phone === undefined) throw fault('not_found', 'webhook_id_not_found');
    if (phone.registration.user_id !== userId) throw fault('unauthorized', 'webhook_of_another_user');
    return phone;
  }

  private async perform(
    phone: Phone,
    type: string,
    data: unknown,
    actions: PhoneActions,
  ): Promise<PhoneAnswer> {
    const { zones, deviceIdOf, log } = this.options;
    try {
      return await (PHONE_COMMANDS.get(type)?.handle(data, phone, {
        actions,
        zones,
        deviceId: () => deviceIdOf([PLATFORM, phone.registration.device_id]) ?? null,
        change: ({ registration }, changes) => this.change(registration.entry_id, changes),
      }) ?? IGNORED);
    } catch (error) {
      const { device_name: name } = phone.registration;
      log.warn(`${name} could not ${type.replaceAll('_', ' ')}: ${messageOf(error)}`);
      return { status: 400, body: {} };
    }
  }

  private async enableEncryption(phone: Phone): Promise<PhoneAnswer> {
    if (phone.registration.secret !== null)
      return failure('encryption_already_enabled', 'Encryption already enabled');
    const secret = randomBytes(32).toString('hex');
    await this.change(phone.registration.entry_id, { secret, supports_encryption: true });
    return { status: 200, body: { secret } };
  }

  private async bury(webhookId: string): Promise<void> {
    const { gone } = this.options;
    await gone.put(webhookId, true);
    for (const oldest of gone.entries.keys()) {
      if (gone.entries.size <= MAX_GONE) break;
      await gone.delete(oldest);
    }
  }
}

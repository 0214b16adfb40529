import type { Clock } from '../../core/clock.ts';
import { isObject } from '../../core/coerce.ts';
import { fault } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Message } from '../../core/messages.ts';
import type { SectionItem } from '../../core/settings-block.ts';
import { slugify } from '../../core/slug.ts';
import type { Values } from '../../domains/definition/define-domain.ts';
import type { EntityPort } from '../entity-port.ts';
import { Poll } from '../polled/poll.ts';
import { PolledEntities, type PolledOne } from '../polled/polled-entities.ts';
import { Received } from '../polled/received.ts';
import { listed, readWritten, type Written, writtenAt } from '../polled/section-reader.ts';
import { sensorBehavior, sensorDescription } from '../polled/sensor-behaviors.ts';
import { Command, type CommandParts, outputOf, problemText } from './command.ts';
import {
  binarySensorSchema,
  coverSchema,
  notifySchema,
  sensorSchema,
  switchSchema,
} from './command-schemas.ts';
import { ProgramFailure } from './programs.ts';

/** The domains of `command_line:`. */
export const COMMAND_DOMAINS = ['sensor', 'binary_sensor', 'switch', 'cover', 'notify'] as const;

/** A service `notify.<name>` that gives its message to a program. */
export interface CommandNotifier {
  readonly name: string;
  readonly place: string;
  send(message: string): Promise<void>;
}

/** The dependencies of `CommandEntities`. */
export interface CommandEntityParts extends CommandParts {
  readonly port: EntityPort;
  readonly clock: Clock;
  readonly log: Log;
}

/** The entities of `command_line:`. */
export class CommandEntities {
  private readonly parts: CommandEntityParts;
  private readonly entities: PolledEntities;

  constructor(parts: CommandEntityParts) {
    this.parts = parts;
    this.entities = new PolledEntities({ ...parts, platform: 'command_line' });
  }

  clear(): void {
    this.entities.clear();
  }

  /** Adds the entities of an item; its notifiers are returned. */
  add(item: SectionItem): CommandNotifier[] {
    const { log } = this.parts;
    const notifiers: CommandNotifier[] = [];
    const blocks = item.key === undefined ? item.value : { [item.key]: item.value };
    if (!isObject(blocks)) {
      log.error(`${item.place()}: command_line: an entity is under its domain, such as "- sensor:"`);
      return [];
    }
    for (const [domain, value] of Object.entries(blocks)) {
      const under = item.key === undefined ? [domain] : [];
      for (const { one, path } of listed(value, under)) {
        const written = writtenAt(item, path, { value: one, label: `command_line ${domain}` });
        if (domain === 'notify') notifiers.push(...this.notifier(written));
        else this.addOne(domain, written);
      }
    }
    return notifiers;
  }

  private addOne(domain: string, written: Written): void {
    const { log } = this.parts;
    const added =
      domain === 'sensor'
        ? this.sensor(written)
        : domain === 'binary_sensor'
          ? this.binarySensor(written)
          : domain === 'switch'
            ? this.switch(written)
            : domain === 'cover'
              ? this.cover(written)
              : log.error(
                  `${written.place()}: command_line has no ${domain}, only ${COMMAND_DOMAINS.join(', ')}`,
                );
    if (added !== undefined) this.entities.add({ ...added, place: written.place() });
  }

  private sensor(written: Written): Omit<PolledOne, 'place'> | undefined {
    const config = readWritten(sensorSchema, written, this.parts.log);
    const command = config && this.command(config.command, 'command', written);
    if (config === undefined || command === undefined) return undefined;
    const behavior = sensorBehavior(config);
    // With attributes alone, the text is no value.
    const hasValue = config.value_template !== undefined || config.json_attributes === undefined;
    return {
      ...{ domain: 'sensor', defaultName: 'Command Sensor', config },
      behavior: {
        ...behavior,
        staysAvailable: true,
        read: hasValue ? behavior.read : () => ({ value: null }),
      },
      poll: this.poll(written, command, config),
      description: sensorDescription(config),
      values: { value: null },
    };
  }

  private binarySensor(written: Written): Omit<PolledOne, 'place'> | undefined {
    const config = readWritten(binarySensorSchema, written, this.parts.log);
    const command = config && this.command(config.command, 'command', written);
    if (config === undefined || command === undefined) return undefined;
    const { payload_on, payload_off } = config;
    return {
      ...{ domain: 'binary_sensor', defaultName: 'Binary Command Sensor', config },
      behavior: {
        valueTemplate: config.value_template,
        staysAvailable: true,
        read: (value) => ({ on: value === payload_on ? true : value === payload_off ? false : null }),
      },
      poll: this.poll(written, command, config),
      description: { forceUpdate: config.force_update },
      values: { on: null },
    };
  }

  private switch(written: Written): Omit<PolledOne, 'place'> | undefined {
    const config = readWritten(switchSchema, written, this.parts.log);
    if (config === undefined) return undefined;
    const commands = this.commands(config, ['command_on', 'command_off', 'command_state'], written);
    if (commands === undefined) return undefined;
    const { command_on, command_off, command_state } = commands;
    const isAssumed = command_state === undefined;
    return {
      ...{ domain: 'switch', defaultName: 'Command Switch', config },
      behavior: {
        valueTemplate: config.value_template,
        staysAvailable: true,
        read: (value) => ({ on: value === null ? null : value.toLowerCase() === 'true' }),
        execute: async ({ patch }) => {
          await this.runFor(patch.on === true ? command_on : command_off, config.command_timeout);
          return isAssumed ? { on: patch.on } : undefined;
        },
      },
      poll: command_state && this.poll(written, command_state, config, config.value_template === undefined),
      description: isAssumed ? { assumedState: true, restoresValues: true } : {},
      values: { on: isAssumed ? false : null },
    };
  }

  private cover(written: Written): Omit<PolledOne, 'place'> | undefined {
    const config = readWritten(coverSchema, written, this.parts.log);
    if (config === undefined) return undefined;
    const keys = ['command_open', 'command_close', 'command_stop', 'command_state'] as const;
    const commands = this.commands(config, keys, written);
    if (commands === undefined) return undefined;
    const { command_open, command_close, command_stop, command_state } = commands;
    const byService: Readonly<Record<string, Command | undefined>> = {
      open_cover: command_open,
      close_cover: command_close,
      stop_cover: command_stop,
    };
    return {
      ...{ domain: 'cover', defaultName: 'Command Cover', config },
      behavior: {
        valueTemplate: config.value_template,
        staysAvailable: true,
        read: readPosition,
        execute: async ({ service }) => {
          await this.runFor(byService[service], config.command_timeout);
          return undefined;
        },
      },
      poll: command_state && this.poll(written, command_state, config),
      description: {
        features: ['open', 'close', 'stop'],
        ...(command_state === undefined ? { assumedState: true } : {}),
      },
      values: { closed: null, moving: null, ...(command_state === undefined ? {} : { position: null }) },
    };
  }

  private notifier(written: Written): CommandNotifier[] {
    const config = readWritten(notifySchema, written, this.parts.log);
    const command = config && this.command(config.command, 'command', written);
    if (config === undefined || command === undefined) return [];
    const name = slugify(config.name ?? '') || 'command_line';
    const send = (input: string) => this.runFor(command, config.command_timeout, input);
    return [{ name, place: written.place(), send }];
  }

  /** The commands under several keys; undefined if one of them cannot be run, which is logged. */
  private commands<K extends string>(
    config: { readonly [key in K]?: string | undefined },
    keys: readonly K[],
    written: Written,
  ): { readonly [key in K]?: Command } | undefined {
    const found: { [key in K]?: Command } = {};
    for (const key of keys) {
      const source = config[key];
      if (source === undefined) continue;
      const command = this.command(source, key, written);
      if (command === undefined) return undefined;
      found[key] = command;
    }
    return found;
  }

  private command(source: string, key: string, { place, label }: Written): Command | undefined {
    const command = Command.of(source, this.parts);
    if (command instanceof Command) return command;
    this.parts.log.error(
      `${place([key])}: ${label}: ${key} ${JSON.stringify(source)}: ${problemText(command.problem)}`,
    );
    return undefined;
  }

  private async runFor(command: Command | undefined, timeout: number, input?: string): Promise<void> {
    if (command === undefined) return;
    try {
      outputOf(await command.run({ timeout, ...(input === undefined ? {} : { input }) }));
    } catch (error) {
      if (!(error instanceof ProgramFailure)) throw error;
      throw commandFault(command, error.reason, error);
    }
  }

  private poll(
    written: Written,
    command: Command,
    {
      scan_interval: interval,
      command_timeout: timeout,
    }: { readonly scan_interval: number; readonly command_timeout: number },
    isByCode = false,
  ): Poll {
    const { clock, log } = this.parts;
    const fetch = async (): Promise<Received> => {
      const outcome = await command.run({ timeout });
      if (isByCode) return new Received(outcome.code === 0 ? 'True' : 'False');
      return new Received(outputOf(outcome));
    };
    return new Poll({ title: command.title, place: written.place(), interval, fetch, clock, log });
  }
}

/** The error of a command that a user ran. */
export function commandFault(command: Command, reason: Message, cause: unknown) {
  return fault('home_assistant_error', 'command_gave_nothing', { program: command.title, reason }, { cause });
}

function readPosition(value: string | null): Values | string {
  if (value === null || value === '') return { position: null, closed: null, moving: null };
  const position = Number(value);
  if (!/^\d{1,3}$/.test(value.trim()) || position > 100) return 'a position from 0 to 100';
  return { position, closed: position === 0, moving: null };
}

import { z } from 'zod';
import type { Clock, Undo } from '../../core/clock.ts';
import type { Part } from '../../core/lifecycle.ts';
import type { Log } from '../../core/log.ts';
import { SerialQueue } from '../../core/serial-queue.ts';
import { custom, text, textListSchema } from '../../domains/definition/field.ts';
import { definePlainService } from '../../entities/services/service.ts';
import type { ServiceEngine } from '../../entities/services/service-engine.ts';
import type { TemplateService } from '../../templates/template-service.ts';
import type { EntityPort } from '../entity-port.ts';
import type { IntegrationContext } from '../integration.ts';
import type { CommandParts } from './command.ts';
import { COMMAND_DOMAINS, CommandEntities, type CommandNotifier } from './command-entities.ts';
import { Programs } from './programs.ts';
import { ShellCommands } from './shell-commands.ts';

/** The dependencies of `CommandLinePart`. */
export interface CommandLineParts {
  readonly port: EntityPort;
  readonly engine: ServiceEngine;
  readonly templates: () => Promise<TemplateService>;
  readonly readItems: IntegrationContext<never>['readItems'];
  /** The programs that may run, as the settings list them now. */
  readonly allowed: () => Promise<readonly string[]>;
  /** Where programs run. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** `command_line:` and `shell_command:` of the settings and of packages, which can be read again. */
export class CommandLinePart implements Part {
  readonly name = 'command line';
  private readonly parts: CommandLineParts;
  private readonly programs: Programs;
  private readonly queue = new SerialQueue();
  private undos: Undo[] = [];
  private notifiers: Undo[] = [];
  private entities: CommandEntities | undefined;
  private commands: ShellCommands | undefined;

  constructor(parts: CommandLineParts) {
    this.parts = parts;
    this.programs = new Programs(parts.dataDir, parts.clock);
  }

  async start(): Promise<void> {
    const { engine } = this.parts;
    const reload = (domain: string, load: () => Promise<void>): Undo =>
      engine.register({
        domain,
        name: 'reload',
        fields: {},
        admin: true,
        handle: () => this.queue.run(load),
      });
    this.undos = [
      reload('command_line', () => this.loadEntities()),
      reload('shell_command', () => this.loadCommands()),
    ];
    await this.queue.run(async () => {
      await this.loadEntities();
      await this.loadCommands();
    });
  }

  stop(): void {
    for (const undo of this.undos.splice(0)) undo();
    this.clear();
    this.commands?.clear();
    this.programs.stop();
  }

  private clear(): void {
    for (const undo of this.notifiers.splice(0)) undo();
    this.entities?.clear();
  }

  /** A file that cannot be read leaves the entities as they are. */
  private async loadEntities(): Promise<void> {
    const items = await this.parts.readItems('command_line', COMMAND_DOMAINS);
    const parts = items.length === 0 ? undefined : await this.commandParts();
    this.clear();
    this.entities = parts && new CommandEntities({ ...this.parts, ...parts });
    for (const item of items) for (const notifier of this.entities?.add(item) ?? []) this.offer(notifier);
  }

  private async loadCommands(): Promise<void> {
    const items = await this.parts.readItems('shell_command', []);
    const parts = items.length === 0 ? undefined : await this.commandParts();
    this.commands?.clear();
    this.commands = parts && new ShellCommands({ ...this.parts, ...parts });
    for (const item of items) this.commands?.add(item);
  }

  private async commandParts(): Promise<CommandParts> {
    const { templates, allowed } = this.parts;
    return { programs: this.programs, allowed: await allowed(), templates: await templates() };
  }

  private offer({ name, place, send }: CommandNotifier): void {
    const { engine, log } = this.parts;
    if (engine.has('notify', name)) {
      log.error(`${place}: notify.${name} is there already`);
      return;
    }
    const service = definePlainService({
      ...{ domain: 'notify', name, whole: true },
      fields: {
        message: text({
          required: true,
          example: 'The washing is done.',
          selector: { text: { multiline: true } },
        }),
        title: text({ example: 'Laundry' }),
        target: custom(textListSchema.nullable(), { object: null }, {}),
        data: custom(z.record(z.string(), z.json()).nullable(), { object: null }, {}),
      },
      shown: { description: '', fields: {} },
      handle: async ({ message }) => send(message),
    });
    this.notifiers.push(engine.register(service));
  }
}

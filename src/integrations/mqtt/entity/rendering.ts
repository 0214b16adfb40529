import type { Clock } from '../../../core/clock.ts';
import { fault, messageOf } from '../../../core/errors.ts';
import type { StateMachine } from '../../../core/state-machine.ts';
import type { Values } from '../../../domains/definition/define-domain.ts';
import type { EntityHandle } from '../../../entities/entity/driver.ts';
import type { Expired } from '../../../jinja/values/context.ts';
import { LIMITS } from '../../../jinja/values/limits.ts';
import { Bytes } from '../../../jinja/values/objects.ts';
import type { Message } from '../client/message.ts';
import { pythonText } from '../schema/config-values.ts';
import { type HomeTemplates, isTimeout, type MqttTemplate } from '../schema/templates.ts';

/** What rendering an entity's templates needs. */
export interface RenderingHost {
  readonly states: StateMachine;
  readonly clock: Clock;
  /** The data source of functions such as `states()`. */
  readonly templates?: HomeTemplates | undefined;
}

/** How long a device rests whose render took too long, in milliseconds. */
const REST = 10_000;

/** Renders the templates of one entity with the same variables as Home Assistant. */
export class Rendering {
  private readonly host: RenderingHost;
  private readonly entity: () => EntityHandle | undefined;
  private readonly name: () => string | null;
  private readonly options: { readonly expired: Expired; readonly home: HomeTemplates | undefined };
  private deadline = 0;
  private restsUntil = 0;

  constructor(host: RenderingHost, entity: () => EntityHandle | undefined, name: () => string | null) {
    this.host = host;
    this.entity = entity;
    this.name = name;
    this.options = {
      expired: (spent) => spent > LIMITS.leastSteps && host.clock.now() > this.deadline,
      home: host.templates,
    };
  }

  /** Renders a value template (throws if it fails); without one the payload, undefined for binary data. */
  value(
    template: MqttTemplate | undefined,
    message: Message,
    encoding: string,
    variables?: Values,
  ): string | undefined {
    if (encoding === '')
      return template === undefined ? undefined : this.run(template, new Bytes(message.payload), variables);
    const text = message.text(encoding);
    if (text === undefined || template === undefined) return text;
    if (!template.source.includes('value_json')) return this.run(template, text, variables);
    const json = message.json();
    return this.run(template, text, json === undefined ? variables : { ...variables, value_json: json });
  }

  /** The payload of a command. Throws `service_validation_error` when the template fails. */
  command(template: MqttTemplate | undefined, value: unknown, variables?: Values): string | Buffer {
    if (template === undefined) return plainPayload(value);
    let rendered: string;
    try {
      rendered = this.run(template, value, variables);
    } catch (error) {
      throw fault('service_validation_error', 'command_template_failed', {
        id: this.entity()?.id ?? '?',
        error: messageOf(error),
      });
    }
    return bytesOfLiteral(rendered) ?? rendered;
  }

  private run(template: MqttTemplate, value: unknown, more: Values | undefined): string {
    const variables: Record<string, unknown> = { value, ...more };
    const { source } = template;
    if (source.includes('entity_id')) variables.entity_id = this.entity()?.id ?? null;
    if (source.includes('name')) variables.name = this.name();
    if (source.includes('this')) variables.this = this.present();
    return this.within(() => template.render(variables, this.options));
  }

  /** Pauses devices whose templates take too long, so that they do not block others with each message. */
  private within(render: () => string): string {
    const { clock } = this.host;
    const now = clock.now();
    if (now < this.restsUntil) throw new Error('it took too long lately and rests for a while');
    this.deadline = now + LIMITS.milliseconds;
    try {
      return render();
    } catch (error) {
      if (isTimeout(error)) this.restsUntil = clock.now() + REST;
      throw error;
    }
  }

  private present(): unknown {
    const id = this.entity()?.id;
    const state = id === undefined ? undefined : this.host.states.get(id);
    return state === undefined ? null : state.toJSON();
  }
}

function plainPayload(value: unknown): string {
  if (value === null || value === undefined) return '';
  return pythonText(value) ?? JSON.stringify(value);
}

const LITERAL = /^b(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")$/s;
const ESCAPES: Readonly<Record<string, number>> = {
  '\\': 0x5c,
  "'": 0x27,
  '"': 0x22,
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
};

/** The bytes of a literal like `b'\x01AB'`; undefined for other text and for a broken literal. */
export function bytesOfLiteral(text: string): Buffer | undefined {
  const match = LITERAL.exec(text);
  if (match === null) return undefined;
  const body = match[1] ?? match[2] ?? '';
  const bytes: number[] = [];
  for (let i = 0; i < body.length; i += 1) {
    const code = body.charCodeAt(i);
    if (code > 126 || code === 10 || code === 13) return undefined;
    if (code !== 0x5c) {
      bytes.push(code);
      continue;
    }
    const rest = body.slice(i + 1);
    const hex = /^x([\da-fA-F]{2})/.exec(rest);
    const octal = /^[0-7]{1,3}/.exec(rest);
    const known = Object.hasOwn(ESCAPES, rest.charAt(0)) ? ESCAPES[rest.charAt(0)] : undefined;
    if (hex !== null) {
      bytes.push(Number.parseInt(hex[1] ?? '', 16));
      i += 3;
    } else if (octal !== null) {
      bytes.push(Number.parseInt(octal[0], 8) & 0xff);
      i += octal[0].length;
    } else if (known !== undefined) {
      bytes.push(known);
      i += 1;
    } else if (rest.startsWith('x')) return undefined;
    else bytes.push(code); // Python keeps the backslash of an unknown escape
  }
  return Buffer.from(bytes);
}

import { fault, type HubError } from '../../core/errors.ts';
import { type Message, type MessageKey, message } from '../../core/messages.ts';

/** The error of a well-formed call that an entity does not support [§7.1, 400]. */
export function refusal(
  key: string,
  { key: text, parameters }: Message,
  placeholders: { readonly domain: string } & Readonly<Record<string, string>>,
): HubError {
  const { domain, ...others } = placeholders;
  const translation = { domain, key, placeholders: others };
  return fault('service_validation_error', text, parameters, { translation });
}

/** The name of what is chosen, among the messages. */
export type ChoiceKey = Extract<MessageKey, `choice_${string}`>;

/** A requested option, and the available ones. */
export interface Choice {
  readonly domain: string;
  /** The key of the failure, e.g. `not_valid_preset_mode`. */
  readonly key: string;
  /** What is chosen, e.g. `choice_preset_mode`. */
  readonly choice: ChoiceKey;
  readonly value: string;
  readonly among: readonly string[] | null | undefined;
}

/** Throws `service_validation_error` when the value is not among those there are. */
export function requireListed({ domain, key, choice, value, among }: Choice): void {
  const list = among ?? [];
  if (list.includes(value)) return;
  const choices = list.join(', ');
  const title = message(choice);
  throw refusal(
    key,
    list.length === 0
      ? message('value_without_choices', { title, value: JSON.stringify(value) })
      : message('value_not_listed', { title, value: JSON.stringify(value), choices }),
    {
      domain,
      mode: value,
      modes: choices,
    },
  );
}

/** Throws `service_validation_error` when a device does not support the target humidity. */
export function requireHumidity(
  domain: string,
  humidity: number,
  { min_humidity: min, max_humidity: max }: { readonly min_humidity: number; readonly max_humidity: number },
): void {
  if (humidity >= min && humidity <= max) return;
  throw refusal(
    'humidity_out_of_range',
    { key: 'humidity_out_of_range', parameters: { humidity, min, max } },
    {
      domain,
      humidity: String(humidity),
      min_humidity: String(min),
      max_humidity: String(max),
    },
  );
}

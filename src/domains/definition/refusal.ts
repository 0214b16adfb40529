import { HubError } from '../../core/errors.ts';

/** The error of a well-formed call that an entity does not support [§7.1, 400]. */
export function refusal(
  key: string,
  message: string,
  placeholders: { readonly domain: string } & Readonly<Record<string, string>>,
): HubError {
  const { domain, ...others } = placeholders;
  return new HubError('service_validation_error', message, {
    translation: { domain, key, placeholders: others },
  });
}

/** A requested option, and the available ones. */
export interface Choice {
  readonly domain: string;
  /** The key of the failure, e.g. `not_valid_preset_mode`. */
  readonly key: string;
  /** The display name, e.g. `Preset mode`. */
  readonly title: string;
  readonly value: string;
  readonly among: readonly string[] | null | undefined;
}

/** Throws `service_validation_error` when the value is not among those there are. */
export function requireListed({ domain, key, title, value, among }: Choice): void {
  const list = among ?? [];
  if (list.includes(value)) return;
  const choices = list.join(', ');
  throw refusal(key, `${title} ${JSON.stringify(value)} is not valid. Valid are: ${choices || 'none'}`, {
    domain,
    mode: value,
    modes: choices,
  });
}

/** Throws `service_validation_error` when a device does not support the target humidity. */
export function requireHumidity(
  domain: string,
  humidity: number,
  { min_humidity: min, max_humidity: max }: { readonly min_humidity: number; readonly max_humidity: number },
): void {
  if (humidity >= min && humidity <= max) return;
  throw refusal('humidity_out_of_range', `Humidity ${humidity} is not valid. Accepted is ${min} to ${max}`, {
    domain,
    humidity: String(humidity),
    min_humidity: String(min),
    max_humidity: String(max),
  });
}

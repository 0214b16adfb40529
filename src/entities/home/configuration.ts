import { INTERFACE_VERSION } from '../../core/version.ts';
import type { Home, RunState } from './home.ts';

/** What the configuration object is built from. */
export interface ConfigurationParts {
  readonly home: Home;
  /** Hearth's own version. */
  readonly version: string;
  readonly dataDir: string;
  /** The ID of the installation, as it is announced in the network. */
  readonly instanceId: string;
  /** Names of the loaded domains and `domain.platform` pairs. */
  readonly components: () => readonly string[];
}

/** The configuration object, with the keys used elsewhere typed. */
export interface Configuration {
  readonly state: RunState;
  readonly components: readonly string[];
  readonly [key: string]: unknown;
}

/** The configuration object of `GET /api/config` and `get_config` [§2.5, §9]. */
export function configuration({
  home,
  version,
  dataDir,
  instanceId,
  components,
}: ConfigurationParts): Configuration {
  const { facts } = home;
  return {
    allowlist_external_dirs: [],
    allowlist_external_urls: [],
    components: components(),
    config_dir: dataDir,
    config_source: 'storage',
    country: facts.country,
    currency: facts.currency,
    debug: false,
    elevation: facts.elevation,
    external_url: facts.external_url,
    hearth_id: instanceId,
    hearth_version: version,
    internal_url: facts.internal_url,
    language: facts.language,
    latitude: facts.latitude,
    location_name: facts.name,
    logging: { log_file_disabled_reason: null },
    longitude: facts.longitude,
    radius: facts.radius,
    recovery_mode: false,
    safe_mode: false,
    service_version: INTERFACE_VERSION,
    state: home.runState,
    time_zone: facts.time_zone,
    unit_system: home.units,
    version: INTERFACE_VERSION,
    whitelist_external_dirs: [],
  };
}

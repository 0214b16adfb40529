/** The integrations that come with Hearth: each is a folder here with its manifest. */
export const INTEGRATIONS = [
  ...['another_hub', 'caldav', 'dlna_dmr', 'esphome', 'hue', 'ipp', 'matter', 'mpd'],
  ...['nut', 'shelly', 'snapcast', 'sunspec', 'wled', 'zwave_js'],
];

/** The integrations that come with Hearth: each is a folder here with its manifest. */
export const INTEGRATIONS = ['another_hub', 'esphome', 'hue', 'ipp', 'mpd', 'nut', 'shelly', 'wled', 'zwave_js'];

/** The models of the first generation by their types. */
const OLD_MODELS: Readonly<Record<string, string>> = {
  'SHSW-1': 'Shelly 1',
  'SHSW-L': 'Shelly 1L',
  'SHSW-PM': 'Shelly 1PM',
  'SHSW-21': 'Shelly 2',
  'SHSW-25': 'Shelly 2.5',
  'SHSW-44': 'Shelly 4Pro',
  SHAIR: 'Shelly Air',
  SHEM: 'Shelly EM',
  'SHEM-3': 'Shelly 3EM',
  SHIX3: 'Shelly i3',
  'SHIX3-1': 'Shelly i3',
  'SHPLG-1': 'Shelly Plug',
  'SHPLG-S': 'Shelly Plug S',
  'SHPLG-U1': 'Shelly Plug US',
  'SHPLG2-1': 'Shelly Plug E',
  'SHDM-1': 'Shelly Dimmer',
  'SHDM-2': 'Shelly Dimmer 2',
  SHBDUO: 'Shelly Duo',
  'SHBDUO-1': 'Shelly Duo',
  'SHBLB-1': 'Shelly Bulb',
  'SHCB-1': 'Shelly Bulb RGBW',
  'SHVIN-1': 'Shelly Vintage',
  SHRGBW2: 'Shelly RGBW2',
  'SHRGBWW-01': 'Shelly RGBW2',
  'SHUNI-1': 'Shelly UNI',
};

/** The name of a model of the first generation. */
export function oldModelName(type: string): string {
  return OLD_MODELS[type] ?? type;
}

/** The name of a model of a later generation, from the name of its program: `Plus2PM`, `S1PMG3`. */
export function modelName(app: string, model: string): string {
  const read = /^(?<line>S|Plus|Pro|Mini)?(?<rest>[A-Za-z0-9]*?)(?:G(?<gen>[3-9]))?$/.exec(app)?.groups;
  if (read?.rest === undefined || app === '') return model;
  const line = read.line === undefined || read.line === 'S' ? [] : [read.line];
  const generation = read.gen === undefined ? [] : [`Gen${read.gen}`];
  return ['Shelly', ...line, read.rest, ...generation].filter((word) => word !== '').join(' ');
}

/** How a variable is shown. */
export interface Described {
  readonly name: string;
  readonly deviceClass?: string;
  readonly unit?: string;
  readonly isMeasured?: boolean;
  /** Whether it is more than a detail for whoever looks for a fault. */
  readonly isMain?: boolean;
}

const VOLTAGE = { deviceClass: 'voltage', unit: 'V', isMeasured: true };
const CURRENT = { deviceClass: 'current', unit: 'A', isMeasured: true };
const FREQUENCY = { deviceClass: 'frequency', unit: 'Hz', isMeasured: true };
const POWER = { deviceClass: 'power', unit: 'W', isMeasured: true };
const APPARENT = { deviceClass: 'apparent_power', unit: 'VA', isMeasured: true };
const WARMTH = { deviceClass: 'temperature', unit: '°C', isMeasured: true };
const PERCENT = { unit: '%', isMeasured: true };
const SHARE = { unit: '%' };
const SECONDS = { deviceClass: 'duration', unit: 's' };

/** The known variables of NUT. */
export const VARIABLES: Readonly<Record<string, Described>> = {
  'ups.status': { name: 'Status data', isMain: true },
  'ups.alarm': { name: 'Alarms', isMain: true },
  'ups.temperature': { name: 'UPS temperature', ...WARMTH },
  'ups.load': { name: 'Load', ...PERCENT, isMain: true },
  'ups.load.high': { name: 'Overload setting', ...SHARE },
  'ups.id': { name: 'System identifier' },
  'ups.delay.start': { name: 'Load restart delay', ...SECONDS },
  'ups.delay.reboot': { name: 'UPS reboot delay', ...SECONDS },
  'ups.delay.shutdown': { name: 'UPS shutdown delay', ...SECONDS },
  'ups.timer.start': { name: 'Load start timer', ...SECONDS },
  'ups.timer.reboot': { name: 'Load reboot timer', ...SECONDS },
  'ups.timer.shutdown': { name: 'Load shutdown timer', ...SECONDS },
  'ups.test.interval': { name: 'Self-test interval', ...SECONDS },
  'ups.test.result': { name: 'Self-test result' },
  'ups.test.date': { name: 'Self-test date' },
  'ups.display.language': { name: 'Language' },
  'ups.contacts': { name: 'External contacts' },
  'ups.efficiency': { name: 'Efficiency', ...PERCENT },
  'ups.power': { name: 'Apparent power', ...APPARENT },
  'ups.power.nominal': { name: 'Nominal power', deviceClass: 'apparent_power', unit: 'VA' },
  'ups.realpower': { name: 'Real power', ...POWER },
  'ups.realpower.nominal': { name: 'Nominal real power', deviceClass: 'power', unit: 'W' },
  'ups.beeper.status': { name: 'Beeper status' },
  'ups.type': { name: 'UPS type' },
  'ups.watchdog.status': { name: 'Watchdog status' },
  'ups.start.auto': { name: 'Start on AC' },
  'ups.start.battery': { name: 'Start on battery' },
  'ups.start.reboot': { name: 'Reboot on battery' },
  'ups.shutdown': { name: 'Shutdown ability' },
  'battery.charge': { name: 'Battery charge', deviceClass: 'battery', ...PERCENT, isMain: true },
  'battery.charge.low': { name: 'Low battery setpoint', ...SHARE },
  'battery.charge.restart': { name: 'Minimum battery to start', ...SHARE },
  'battery.charge.warning': { name: 'Warning battery setpoint', ...SHARE },
  'battery.charger.status': { name: 'Charging status' },
  'battery.voltage': { name: 'Battery voltage', ...VOLTAGE },
  'battery.voltage.nominal': { name: 'Nominal battery voltage', deviceClass: 'voltage', unit: 'V' },
  'battery.voltage.low': { name: 'Low battery voltage', deviceClass: 'voltage', unit: 'V' },
  'battery.voltage.high': { name: 'High battery voltage', deviceClass: 'voltage', unit: 'V' },
  'battery.capacity': { name: 'Battery capacity', unit: 'Ah' },
  'battery.current': { name: 'Battery current', ...CURRENT },
  'battery.current.total': { name: 'Total battery current', deviceClass: 'current', unit: 'A' },
  'battery.temperature': { name: 'Battery temperature', ...WARMTH },
  'battery.runtime': { name: 'Battery runtime', ...SECONDS },
  'battery.runtime.low': { name: 'Low battery runtime', ...SECONDS },
  'battery.runtime.restart': { name: 'Minimum battery runtime to start', ...SECONDS },
  'battery.alarm.threshold': { name: 'Battery alarm threshold' },
  'battery.date': { name: 'Battery date' },
  'battery.mfr.date': { name: 'Battery manuf. date' },
  'battery.packs': { name: 'Number of batteries' },
  'battery.packs.bad': { name: 'Number of bad batteries' },
  'battery.type': { name: 'Battery chemistry' },
  'input.sensitivity': { name: 'Input power sensitivity' },
  'input.transfer.low': { name: 'Low voltage transfer', deviceClass: 'voltage', unit: 'V' },
  'input.transfer.high': { name: 'High voltage transfer', deviceClass: 'voltage', unit: 'V' },
  'input.transfer.reason': { name: 'Voltage transfer reason' },
  'input.voltage.nominal': { name: 'Nominal input voltage', deviceClass: 'voltage', unit: 'V' },
  'input.frequency.nominal': { name: 'Nominal input frequency', deviceClass: 'frequency', unit: 'Hz' },
  'input.frequency.status': { name: 'Input frequency status' },
  'output.voltage.nominal': { name: 'Nominal output voltage', deviceClass: 'voltage', unit: 'V' },
  'output.frequency.nominal': { name: 'Nominal output frequency', deviceClass: 'frequency', unit: 'Hz' },
  ...side('input', 'Input'),
  ...side('input.bypass', 'Input bypass'),
  ...side('output', 'Output'),
  'ambient.humidity': { name: 'Ambient humidity', deviceClass: 'humidity', ...PERCENT, isMain: true },
  'ambient.temperature': { name: 'Ambient temperature', ...WARMTH, isMain: true },
  'ambient.humidity.status': { name: 'Ambient humidity status' },
  'ambient.temperature.status': { name: 'Ambient temperature status' },
  watts: { name: 'Watts', ...POWER, isMain: true },
};

/** What is measured at one side of the device, as a whole and by phases. */
function side(key: string, name: string): Record<string, Described> {
  const phases = ['L1', 'L2', 'L3'];
  const lines = [...phases.map((phase) => `${phase}-N`), 'L1-L2', 'L2-L3', 'L3-L1'];
  const isMain = key !== 'input.bypass';
  return {
    [`${key}.voltage`]: { name: `${name} voltage`, ...VOLTAGE, isMain },
    [`${key}.current`]: { name: `${name} current`, ...CURRENT },
    [`${key}.frequency`]: { name: `${name} frequency`, ...FREQUENCY },
    [`${key}.power`]: { name: `${name} apparent power`, ...APPARENT },
    [`${key}.realpower`]: { name: `${name} real power`, ...POWER },
    [`${key}.load`]: { name: `${name} load`, ...PERCENT },
    [`${key}.phases`]: { name: `${name} phases` },
    ...Object.fromEntries(
      lines.map((line) => [`${key}.${line}.voltage`, { name: `${name} ${line} voltage`, ...VOLTAGE }]),
    ),
    ...Object.fromEntries(
      phases.flatMap((phase) => [
        [`${key}.${phase}.current`, { name: `${name} ${phase} current`, ...CURRENT }],
        [`${key}.${phase}.power`, { name: `${name} ${phase} apparent power`, ...APPARENT }],
        [`${key}.${phase}.realpower`, { name: `${name} ${phase} real power`, ...POWER }],
        [`${key}.${phase}.power.percent`, { name: `${name} ${phase} load`, ...PERCENT }],
      ]),
    ),
  };
}

const STATUS: Readonly<Record<string, string>> = {
  OL: 'Online',
  OB: 'On Battery',
  LB: 'Low Battery',
  HB: 'High Battery',
  RB: 'Battery Needs Replaced',
  CHRG: 'Battery Charging',
  DISCHRG: 'Battery Discharging',
  BYPASS: 'Bypass Active',
  CAL: 'Runtime Calibration',
  OFF: 'Offline',
  OVER: 'Overloaded',
  TRIM: 'Trimming Voltage',
  BOOST: 'Boosting Voltage',
  FSD: 'Forced Shutdown',
  ALARM: 'Alarm',
};

/** A status in words: `OL CHRG` is `Online, Battery Charging`. */
export function statusInWords(status: string): string {
  const words = status.split(' ').filter((word) => word !== '');
  return words.map((word) => STATUS[word] ?? word).join(', ') || 'Unknown';
}

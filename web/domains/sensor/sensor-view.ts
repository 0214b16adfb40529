import {
  mdiAngleAcute,
  mdiBattery,
  mdiBrightness5,
  mdiCalendar,
  mdiChartLine,
  mdiClockOutline,
  mdiEye,
  mdiFlash,
  mdiGauge,
  mdiLightningBolt,
  mdiMoleculeCo2,
  mdiSineWave,
  mdiThermometer,
  mdiWater,
  mdiWaterPercent,
} from '@mdi/js';
import type { DomainView } from '../domain-view.ts';

/** How the app shows sensor entities. */
export const sensorView: DomainView = {
  icon: ({ attributes }) => (attributes.state_class === undefined ? mdiEye : mdiChartLine),
  classIcons: {
    apparent_power: mdiFlash,
    battery: mdiBattery,
    carbon_dioxide: mdiMoleculeCo2,
    current: mdiLightningBolt,
    date: mdiCalendar,
    energy: mdiLightningBolt,
    gas: mdiGauge,
    humidity: mdiWaterPercent,
    illuminance: mdiBrightness5,
    moisture: mdiWaterPercent,
    power: mdiFlash,
    pressure: mdiGauge,
    temperature: mdiThermometer,
    timestamp: mdiClockOutline,
    voltage: mdiSineWave,
    water: mdiWater,
    wind_direction: mdiAngleAcute,
  },
  isNeverActive: true,
  isFreeText: true,
};

import type { PlottedAttribute } from './domain-view.ts';

/** The measured temperature and the setpoints, which are one number or two. */
export const TEMPERATURES: readonly PlottedAttribute[] = [
  { name: 'current_temperature', label: 'plot.measured', unit: '°' },
  { name: 'temperature', label: 'plot.target', unit: '°' },
  { name: 'target_temp_low', label: 'plot.target_low', unit: '°' },
  { name: 'target_temp_high', label: 'plot.target_high', unit: '°' },
];

import { walk } from '../../support/walk.ts';

walk(
  'camera',
  [
    { call: 'turn_off', on: 'doorbell' },
    { call: 'turn_on', on: 'doorbell' },
    { call: 'enable_motion_detection', on: 'garden_camera', attributes: { motion_detection: true } },
    { call: 'disable_motion_detection', on: 'garden_camera' },
    { call: 'snapshot', on: 'garden_camera', data: { filename: '/nowhere/x.jpg' }, status: 400 },
  ],
  { without: ['play_stream', 'record'] },
);

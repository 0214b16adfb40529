// The load process: receives one job, sends one result, and ends.

import { areaCalls } from './area-calls.js';
import { commandTimes } from './command-times.js';
import { fanOut } from './fan-out.js';
import { historyReads } from './history-reads.js';
import { httpLoad, httpReads } from './http-load.js';
import { integrationReports } from './integration-load.js';
import { loginStorm } from './login-storm.js';
import { mqttAnnounce, mqttMessages } from './mqtt-load.js';
import { websocketCalls, websocketLists } from './websocket-load.js';

const jobs = {
  httpLoad,
  httpReads,
  websocketCalls,
  websocketLists,
  commandTimes,
  fanOut,
  historyReads,
  integrationReports,
  loginStorm,
  mqttAnnounce,
  mqttMessages,
  areaCalls,
};

process.once('message', async ({ job, options }) => {
  const result = await jobs[job](options);
  process.send(result, () => process.exit(0));
});
process.on('disconnect', () => process.exit(1));

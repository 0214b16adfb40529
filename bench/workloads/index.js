// The rows of the benchmark, in order. A workload is an object:
//   name      its name in the table and for --only
//   unit      of `value`: '/s', 'x', 'ms' or 'MB'
//   better    'more' or 'less': which round is the best
//   sides     'both' if the reference supports it, otherwise 'server'
//   once      true if one round is enough, or only one makes sense
//   aim       from aims.js, or undefined
//   needs     (server) => why this server cannot be measured, or undefined
//   prepare   (server, run) => setup before the rounds, not measured
//   measure   (server, run) => {value, p50?, p99?, cpuEach?, errors?, note?}, latencies in ms
// `server` is from servers.js; `run` is {options, folder, httpLoad}, where httpLoad is the REST load.

import { areaCallOver } from './areas.js';
import { attackRows } from './attacks.js';
import { automationLatency, automationLoad, automationMatch } from './automations.js';
import { changeRows } from './changes.js';
import { fanOutTo } from './fan-out.js';
import { diskRows } from './history/disk.js';
import { liveRows } from './history/live.js';
import { readRows } from './history/reads.js';
import { smallMemory } from './history/small-memory.js';
import { idleIntegrations, readsBeside, reportCost, reportLatency } from './integrations.js';
import { restList, websocketList } from './lists.js';
import { memoryAfterLoad, memoryAfterStart } from './memory.js';
import { mqttCold, mqttFlood, mqttFloodInside, mqttLatency, mqttThroughput } from './mqtt.js';
import { accessCheck, deliveryInLoginStorm, limitedCalls, limitedFanOut } from './permissions.js';
import { registries } from './registries.js';
import { restCall, restRead, restWrite } from './rest.js';
import { startTime } from './start.js';
import { deliveryAfterWrites, keptStates } from './storage.js';
import { websocketCall } from './websocket.js';

export const workloads = [
  memoryAfterStart,
  startTime,
  restRead,
  restWrite,
  restCall,
  websocketCall,
  fanOutTo(1),
  fanOutTo(100, { share: 0.6 }),
  fanOutTo(500, { share: 0.6 }),
  restList,
  websocketList,
  accessCheck,
  limitedCalls,
  limitedFanOut,
  deliveryInLoginStorm,
  deliveryAfterWrites,
  memoryAfterLoad,
  fanOutTo(500, { ownIds: true }),
  keptStates,
  mqttThroughput,
  mqttLatency,
  mqttFlood,
  mqttFloodInside,
  reportLatency,
  reportCost(1),
  reportCost(10),
  readsBeside('floods'),
  readsBeside('spins'),
  idleIntegrations,
  mqttCold,
  automationLoad,
  automationMatch,
  automationLatency,
  ...registries,
  ...changeRows,
  areaCallOver('REST'),
  areaCallOver('WebSocket'),
  ...attackRows,
  ...diskRows,
  ...readRows,
  ...liveRows,
  smallMemory,
];

// The rows of the bench in the order in which they run. A workload is one object:
//   name      what the table and --only call it
//   unit      of `value`: '/s' and 'x' are as they are, 'ms' and 'MB' too
//   better    'more' or 'less': which of several rounds is the best
//   sides     'both' when the reference does it too, otherwise 'server'
//   once      true when one round is enough or all that makes sense
//   aim       from aims.js, or undefined
//   needs     (server) => why it cannot be measured on this server, or undefined
//   prepare   (server, run) => before the rounds, unmeasured
//   measure   (server, run) => {value, p50, p99, cpuEach, errors, note}; all but `value` optional; latencies in ms
// `server` is what servers.js gives; `run` is {options, folder, httpLoad}: httpLoad is the REST load of this run.
import { areaCallOver } from './areas.js';
import { attackRows } from './attacks.js';
import { automationLatency, automationLoad, automationMatch } from './automations.js';
import { fanOutTo } from './fan-out.js';
import { restList, websocketList } from './lists.js';
import { memoryAfterLoad, memoryAfterStart } from './memory.js';
import { mqttCold, mqttFlood, mqttFloodInside, mqttLatency, mqttThroughput } from './mqtt.js';
import { registries } from './registries.js';
import { restCall, restRead, restWrite } from './rest.js';
import { accessCheck, deliveryInLoginStorm, limitedCalls, limitedFanOut } from './rights.js';
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
  mqttCold,
  automationLoad,
  automationMatch,
  automationLatency,
  ...registries,
  areaCallOver('REST'),
  areaCallOver('WebSocket'),
  ...attackRows,
];

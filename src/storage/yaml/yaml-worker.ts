import { parentPort } from 'node:worker_threads';
import { perform, type YamlTask } from './yaml-tasks.ts';

const port = parentPort;
port?.on('message', (task: YamlTask) => port.postMessage(perform(task)));

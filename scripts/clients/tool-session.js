// A client of the Model Context Protocol: starts a server that reads JSON lines and calls its tools.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const VERSION = '2025-06-18';
const ANSWER_WITHIN = 60_000;

/** Starts the program, passes a session (`tools`, `call`) to `work` and stops the program afterwards. */
export async function withTools(program, options, work) {
  const child = spawn(program, [], { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
  const waiting = new Map();
  let said = '';
  let last = 0;
  child.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-4000);
  });
  const fail = (error) => {
    for (const { reject } of waiting.values()) reject(error);
  };
  child.on('error', fail);
  child.stdin.on('error', fail);
  const ended = new Promise((resolve) => child.on('close', resolve));
  ended.then((code) => fail(new Error(`${program} ended with ${code}: ${said}`)));
  createInterface({ input: child.stdout }).on('line', (line) => {
    // Some programs write warnings there, too.
    if (!line.startsWith('{')) return;
    const { id, result, error } = JSON.parse(line);
    const asked = waiting.get(id);
    if (error !== undefined) asked?.reject(new Error(JSON.stringify(error)));
    else if (result !== undefined) asked?.resolve(result);
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = async (method, params) => {
    const id = ++last;
    let timer;
    try {
      return await new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        timer = setTimeout(() => reject(new Error(`no answer to ${method}: ${said}`)), ANSWER_WITHIN);
        send({ id, method, params });
      });
    } finally {
      clearTimeout(timer);
      waiting.delete(id);
    }
  };
  try {
    const clientInfo = { name: 'hearth-clients', version: '1' };
    await ask('initialize', { protocolVersion: VERSION, capabilities: {}, clientInfo });
    send({ method: 'notifications/initialized' });
    const { tools } = await ask('tools/list', {});
    const call = async (name, input) => {
      const { content, isError } = await ask('tools/call', { name, arguments: input });
      if (isError) throw new Error(`${name}: ${content[0].text}`);
      return JSON.parse(content[0].text);
    };
    return await work({ tools: new Set(tools.map(({ name }) => name)), call });
  } finally {
    child.kill('SIGTERM');
    const killing = setTimeout(() => child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(killing);
  }
}

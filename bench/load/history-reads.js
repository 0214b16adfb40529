// Answers with much history, read whole one after another: until their first byte and until their last.
import { get } from 'node:http';
import WebSocket from 'ws';
import { percentile } from '../measure.js';

/**
 * `reads` are objects with the JSON text of a WebSocket `command` without its id, or the `path` of a GET. Returns
 * for each `{first, all, best, size, errors}`: medians and the best in ms, and bytes. With `until`, a time, each is
 * read until then instead of `rounds` times.
 */
export async function historyReads({ server, reads, rounds, until = 0 }) {
  const socket = await openSocket(server);
  const results = [];
  for (const { command, path } of reads) {
    const read = command === undefined ? () => request(server, path) : () => ask(socket, command);
    const first = [];
    const all = [];
    let errors = 0;
    let size = 0;
    for (let round = 0; round < rounds || Date.now() < until; round += 1) {
      const figures = await read();
      if (figures.isRefused) errors += 1;
      size = figures.size;
      first.push(figures.first);
      all.push(figures.all);
    }
    const best = Math.min(...all);
    results.push({ first: percentile(first, 0.5), all: percentile(all, 0.5), best, size, errors });
  }
  socket.close();
  return results;
}

function openSocket({ url, token }) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/websocket`, {
    maxPayload: 512 * 1024 * 1024,
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', function greet(data) {
      const { type } = JSON.parse(data);
      if (type === 'auth_required') socket.send(JSON.stringify({ type: 'auth', access_token: token }));
      else {
        socket.off('message', greet);
        if (type === 'auth_ok') resolve(socket);
        else reject(new Error(`the server refused the token: ${type}`));
      }
    });
  });
}

let lastId = 0;

function ask(socket, command) {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    const began = performance.now();
    let first;
    socket._socket.once('data', () => {
      first = performance.now() - began;
    });
    socket.once('message', (data) => {
      const all = performance.now() - began;
      const isRefused = data.subarray(0, 200).includes('"success":false');
      resolve({ first: first ?? all, all, size: data.length, isRefused });
    });
    socket.send(`{"id":${id},${command.slice(1)}`);
  });
}

function request({ url, token }, path) {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    get(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      let first;
      let size = 0;
      response.on('data', (chunk) => {
        first ??= performance.now() - began;
        size += chunk.length;
      });
      response.on('end', () => {
        const all = performance.now() - began;
        resolve({ first: first ?? all, all, size, isRefused: response.statusCode !== 200 });
      });
    }).on('error', reject);
  });
}

// The block codec of the sample store, from the build: bytes and time per sample.
//   node bench/history-codec.js [--days 30] [--seed 19] [--samples 1024] [--demo-days 7] [--calls 300] [--schemes] [--json]
// Sensors: 16 with one decimal, a report every 30 s to 5 min, unchanged values not recorded. Demo home: what it
// records while its clock runs fast and users call services. With --schemes also published schemes.
import { strictEqual } from 'node:assert';
import { parseArgs } from 'node:util';
import { decodeBlock, encodeBlock } from '../dist/history/samples/block-codec.js';
import { demoSamples } from './history/demo-samples.js';
import { TIME_SCHEMES, VALUE_SCHEMES } from './history/schemes.js';
import { sensorSamples } from './history/sensor-samples.js';

const ROUNDS = 5;
const number = (value) => ({ type: 'string', default: String(value) });
const { values } = parseArgs({
  options: {
    days: number(30),
    seed: number(19),
    samples: number(1024),
    'demo-days': number(7),
    calls: number(300),
    schemes: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const [days, seed, size, demoDays, calls] = ['days', 'seed', 'samples', 'demo-days', 'calls'].map((name) => {
  const value = Number(values[name]);
  if (!(Number.isInteger(value) && value >= 0))
    throw new Error(`--${name} must be a number, not ${values[name]}`);
  return value;
});

const report = { days, seed, samplesPerBlock: size, demoDays, demoCallsPerDay: calls, rows: [] };
for (const jitter of [50, 1000]) {
  const entities = sensorSamples({ days, jitter, seed });
  const blocks = blocksOf(entities);
  report.rows.push(measured(`sensors, ±${jitter} ms`, blocks));
  if (values.schemes) report[`schemes ±${jitter} ms`] = compared(blocks);
}
if (demoDays > 0) {
  const entities = await demoSamples({ days: demoDays, calls, seed });
  report.rows.push(measured('demo home', blocksOf(entities)));
}
if (values.json) console.log(JSON.stringify(report));
else print();
process.exit(0);

/** Samples cut into blocks, as the store seals them: the last block of an entity is short. */
function blocksOf(entities) {
  const blocks = [];
  for (const samples of entities.values())
    for (let start = 0; start < samples.length; start += size)
      blocks.push(samples.slice(start, start + size));
  return blocks;
}

/** Bytes per sample, and the best of some rounds in nanoseconds per sample. */
function measured(name, blocks) {
  const encoded = blocks.map((samples) => encodeBlock(samples));
  for (const [i, block] of encoded.entries()) check(blocks[i], block);
  const samples = blocks.reduce((sum, block) => sum + block.length, 0);
  const bytes = encoded.reduce((sum, block) => sum + block.length, 0);
  const perSample = (work) => Math.round((fastest(work) * 1e6) / samples);
  return {
    name,
    blocks: blocks.length,
    samples,
    bytesPerSample: Math.round((bytes / samples) * 1000) / 1000,
    encodeNs: perSample(() => encodeAll(blocks)),
    decodeNs: perSample(() => decodeAll(encoded, false)),
    decodeWithAttributesNs: perSample(() => decodeAll(encoded, true)),
  };
}

function encodeAll(blocks) {
  for (const samples of blocks) encodeBlock(samples);
}

function decodeAll(encoded, withAttributes) {
  for (const block of encoded) decodeBlock(block, { withAttributes });
}

function check(samples, block) {
  const decoded = decodeBlock(block, { withAttributes: true });
  strictEqual(JSON.stringify(decoded), JSON.stringify(samples));
}

/** Processor milliseconds of the best round: other programs may be running. */
function fastest(work) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** Bytes per sample of other schemes, and ours for times alone and for values alone. */
function compared(blocks) {
  const samples = blocks.reduce((sum, block) => sum + block.length, 0);
  const total = (bytesOf) => {
    const bytes = blocks.reduce((sum, block) => sum + bytesOf(block), 0);
    return Math.round((bytes / samples) * 1000) / 1000;
  };
  const bare = (sample, fields) => ({ ...sample, attributes: '{}', ...fields });
  const empty = (block) => encodeBlock(block.map((_, i) => timed(bare(block[0], { state: '0' }), i))).length;
  const rows = { times: {}, values: {} };
  for (const [name, scheme] of Object.entries(TIME_SCHEMES))
    rows.times[name] = total((block) => scheme(block.map(({ at }) => at)));
  rows.times.ours = total(
    (block) => encodeBlock(block.map((sample) => bare(sample, { state: '0' }))).length - empty(block),
  );
  for (const [name, scheme] of Object.entries(VALUE_SCHEMES))
    rows.values[name] = total((block) => scheme(block.map(({ state }) => state)));
  rows.values.ours = total(
    (block) => encodeBlock(block.map((sample, i) => timed(bare(sample, {}), i))).length - empty(block),
  );
  return rows;
}

/** A sample at a time that costs nothing. */
function timed(sample, i) {
  const at = 1_700_000_000_000 + i * 1000;
  return { ...sample, at, changedAt: at };
}

function print() {
  console.log(
    `seed ${seed}, sensors over ${days} days, demo home over ${demoDays} days with ${calls} calls a day`,
  );
  console.log(`up to ${size} samples a block; ns per sample: encode, decode, decode with attributes`);
  for (const { name, samples, blocks, bytesPerSample, ...times } of report.rows)
    console.log(
      `${name.padEnd(18)} ${String(samples).padStart(9)} samples ${String(blocks).padStart(5)} blocks ` +
        `${bytesPerSample.toFixed(3)} B  ${times.encodeNs} ${times.decodeNs} ${times.decodeWithAttributesNs}`,
    );
  for (const [name, columns] of Object.entries(report))
    if (name.startsWith('schemes'))
      for (const column of Object.keys(columns)) printSchemes(name, column, columns[column]);
}

function printSchemes(name, column, rows) {
  console.log(`\n${name}: ${column}, bytes per sample`);
  for (const [scheme, bytes] of Object.entries(rows))
    console.log(`  ${scheme.padEnd(52)} ${bytes.toFixed(3)}`);
}

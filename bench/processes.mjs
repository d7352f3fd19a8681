import { spawnSync } from 'node:child_process';

/**
 * Median milliseconds of whole processes of this Node.
 * @param {string[][]} commands arguments of each
 * @param {Record<string, string>} variables the whole environment but PATH; above all without
 *   NODE_EXTRA_CA_CERTS, which adds 36 ms to every start of Node 20
 * @returns {number[]} in the order of the commands
 */
export function interleavedMedians(commands, variables, runs) {
  const times = commands.map(() => []);
  for (let run = 0; run < runs; run += 1) {
    commands.forEach((args, index) => {
      times[index].push(runOnce(args, variables));
    });
  }
  return times.map(median);
}

/** Milliseconds of one process; throws when it fails, because what fails is no measure. */
export function runOnce(args, variables) {
  const start = process.hrtime.bigint();
  outputOf(args, variables);
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** What one process prints; throws when it fails. @returns {Buffer} */
export function outputOf(args, variables) {
  const env = { PATH: process.env.PATH, ...variables };
  const options = { env, stdio: ['ignore', 'pipe', 'pipe'] };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

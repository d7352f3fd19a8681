// A served bank and sixteen command processes on one file: how long a creation waits for its answer, alone and beside
// them, and how long the slowest command takes. Fails when anything fails.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { loadProgram, runFile, withHome } from './built-program.mjs';
import { median } from './processes.mjs';
import { makeTls, openSigner, start } from './served-parts.mjs';

const SECONDS = 20;
const COMMANDS = 16;
const CREATE = ['payments', 'create', '--domestic', '--example', '--quiet'];

export function bench() {
  return withHome(measure);
}

async function measure(home) {
  const library = await loadProgram().library();
  const sign = await openSigner(library, join(home, 'offline', 'keys'));
  const { ca, ...pair } = await makeTls(library);
  const bank = await start('served-bank.mjs', { ...pair, path: join(home, 'offline', 'bank.db') });
  const way = await library.openHttps({ origin: `https://127.0.0.1:${bank.port}`, ca });
  const alone = await waits(way, sign, until(SECONDS / 4));
  const isOver = until(SECONDS);
  const commands = Promise.all(Array.from({ length: COMMANDS }, () => runAgain(home, isOver)));
  const beside = await waits(way, sign, isOver);
  const durations = (await commands).flat();
  await way.close();
  bank.child.send('end');
  await once(bank.child, 'exit');
  return tableOf(median(alone), beside, durations);
}

function until(seconds) {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() > end;
}

/** Milliseconds of creations, one after another. */
async function waits(way, sign, isOver) {
  const times = [];
  while (!isOver()) {
    const { body, ...request } = JSON.parse(await sign(1));
    const begun = performance.now();
    const { status } = await way.send({ ...request, body: Buffer.from(body, 'base64') });
    if (status !== 201) throw new Error(`answered ${status}`);
    times.push(performance.now() - begun);
  }
  return times;
}

/** Milliseconds of commands, one after another. */
async function runAgain(home, isOver) {
  const times = [];
  while (!isOver()) {
    const begun = performance.now();
    const env = { PATH: process.env.PATH, PSD2_HOME: home };
    const child = spawn(process.execPath, [runFile, ...CREATE], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`a command ended with ${code}`);
    times.push(performance.now() - begun);
  }
  return times;
}

function tableOf(alone, beside, commands) {
  const row = (name, value) => ({ name, value, ratio: value / alone });
  return {
    title: `A served bank and ${COMMANDS} commands on one file for ${SECONDS} s: ${beside.length} creations, ${commands.length} commands, none failed`,
    unit: 'ms',
    floor: 'alone',
    rows: [
      row('a creation over HTTPS, no other client (median)', alone),
      row('beside the commands, median', median(beside)),
      row('beside the commands, worst', Math.max(...beside)),
      row('the slowest command', Math.max(...commands)),
    ],
  };
}

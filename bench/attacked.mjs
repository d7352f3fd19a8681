// An honest creation over TLS beside others that send bad signatures as fast as they are answered. The floor is the
// same creation alone, before and after each of them: how many times as long it takes is what others can do to it.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { loadProgram, withHome } from './built-program.mjs';
import { median } from './processes.mjs';
import { makeTls, openSigner, start, startProcess, told } from './served-parts.mjs';

const CREATIONS = 60;
const STRANGERS = 20;
const WARMING = 20;

/** What is wrong with a request, and how it is made so after it was signed. */
const FAULTS = {
  'another X-Request-ID': (line) => withHeader(line, 'X-Request-ID', () => 'another'),
  'no Date': (line) => withHeader(line, 'Date', () => undefined),
  'another body': (line) => withBody(line, '{"another":"body"}'),
  nothing: (line) => line,
  'another body of 1 MB': (line) => withBody(line, ' '.repeat(1_000_000)),
};

/** How many connections attack, how many requests each sends ahead or each anew, and what is wrong with them. */
const ATTACKS = [
  { connections: 16, ahead: 1, fault: 'another X-Request-ID' },
  { connections: 16, ahead: 1, fault: 'no Date' },
  { connections: 16, ahead: 1, fault: 'another body' },
  { connections: 8, ahead: 1, fault: 'another body of 1 MB' },
  { connections: 8, ahead: 1, isAnew: true, fault: 'another body of 1 MB' },
  { connections: 1, ahead: 30, fault: 'another X-Request-ID' },
  { connections: 8, ahead: 30, fault: 'another X-Request-ID' },
  { connections: 8, ahead: 0, fault: 'nothing' },
];

export function bench() {
  return withHome(measure);
}

async function measure(home) {
  const library = await loadProgram().library();
  const sign = await openSigner(library, join(home, 'offline', 'keys'));
  const { ca, ...pair } = await makeTls(library);
  const bank = await start('served-bank.mjs', { ...pair, path: join(home, 'bank.db') });
  const pool = new Pool(`https://127.0.0.1:${bank.port}`, { connections: 1, connect: { ca } });
  const honest = async () => medianCreation(pool, linesOf(await sign(CREATIONS)));
  const strangers = async () =>
    medianOfNew(`https://127.0.0.1:${bank.port}`, ca, linesOf(await sign(STRANGERS)));
  // The first ones open the connection and warm the bank up.
  for (let count = 0; count < WARMING; count += 1) await honest();
  const alone = [await honest()];
  const aloneAnew = [await strangers()];
  const rows = [];
  const rowsAnew = [];
  for (const { connections, ahead, isAnew = false, fault } of ATTACKS) {
    const file = join(home, 'attacks');
    const spoilt = linesOf(await sign(connections)).map((line) => JSON.stringify(FAULTS[fault](line)));
    writeFileSync(file, spoilt.join('\n'));
    const attackers = startProcess('attackers.mjs');
    attackers.send({ ca, port: bank.port, connections, ahead, isAnew, file });
    await told(attackers);
    const value = await honest();
    const anew = await strangers();
    attackers.send('end');
    await told(attackers);
    const name = `beside ${connections} with ${fault}${mannerOf(ahead, isAnew)}`;
    alone.push(await honest());
    aloneAnew.push(await strangers());
    rows.push({ name, value, ratio: value / latest(alone), limit: { atMost: 3 } });
    rowsAnew.push({ name, value: anew, ratio: anew / latest(aloneAnew), limit: { atMost: 3 } });
  }
  rows.unshift({ name: 'alone', value: median(alone), ratio: 1 });
  rowsAnew.unshift({ name: 'alone', value: median(aloneAnew), ratio: 1 });
  await pool.destroy();
  bank.child.send('end');
  await once(bank.child, 'exit');
  const table = (title, made) => ({ title, unit: 'ms', floor: 'alone', rows: made });
  return [
    table(`An honest creation over TLS beside bad signatures (medians of ${CREATIONS})`, rows),
    table(`The same on a connection of its own, with its handshake (medians of ${STRANGERS})`, rowsAnew),
  ];
}

/** Before the attack and after it. */
function latest(alone) {
  return (alone.at(-2) + alone.at(-1)) / 2;
}

function mannerOf(ahead, isAnew) {
  if (isAnew) return ', each on a new connection';
  if (ahead === 0) return ', who shake hands and go';
  return ahead > 1 ? `, ${ahead} sent ahead by each` : '';
}

function linesOf(text) {
  return text.split('\n').map((line) => JSON.parse(line));
}

async function medianCreation(pool, lines) {
  const times = [];
  for (const { method, target, headers, body } of lines) {
    const started = performance.now();
    const given = { method, path: target, headers: headers.flat(), body: Buffer.from(body, 'base64') };
    const { statusCode, body: answer } = await pool.request(given);
    await answer.dump();
    if (statusCode !== 201) throw new Error(`answered ${statusCode}`);
    times.push(performance.now() - started);
  }
  return median(times);
}

function withBody(line, text) {
  return { ...line, body: Buffer.from(text).toString('base64') };
}

/** Each line on a new connection. */
async function medianOfNew(url, ca, lines) {
  const times = [];
  for (const line of lines) {
    const pool = new Pool(url, { connections: 1, connect: { ca } });
    times.push(await medianCreation(pool, [line]));
    await pool.destroy();
  }
  return median(times);
}

/** With a header's value changed, or the header left out. */
function withHeader(line, wanted, change) {
  const headers = line.headers
    .map(([name, value]) => [name, name === wanted ? change(value) : value])
    .filter(([, value]) => value !== undefined);
  return { ...line, headers };
}

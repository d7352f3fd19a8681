import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { HttpRequest } from '../../src/message.ts';
import { sign } from '../../src/signing/sign.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { testSigner } from '../support/bank.ts';
import { numberGiven } from '../support/given.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { ROOT } from '../support/sources.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testTls } from '../support/tls.ts';
import { creation } from '../support/tpp.ts';

interface ForkedBank {
  readonly child: ChildProcess;
  readonly port: number;
  /** The file of its world. */
  readonly path: string;
  /** What it said of faults of its own. */
  readonly said: () => string;
  /** What the process answers when it is told this. */
  // biome-ignore lint/suspicious/noExplicitAny: each thing told has another answer
  ask(told: string | object): Promise<any>;
}

/** A bank of the built program, served by a process of its own; it ends with the test. */
async function forkedBank(execArgv: readonly string[] = []): Promise<ForkedBank> {
  const child = fork(join(ROOT, 'bench', 'support', 'bank-process.mjs'), {
    execArgv: [...execArgv],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const { key, certificate } = testTls();
  const path = join(memoryFolder('psd2-forked-'), 'bank.db');
  child.send({ key, certificate, path });
  const ask = (told: string | object) =>
    new Promise((resolve) => {
      child.once('message', resolve);
      child.send(told);
    });
  const [{ port }] = await once(child, 'message');
  return { child, port, path, said: () => said, ask };
}

interface LoadTimes {
  readonly perSecond: number;
  /** Milliseconds of a request. */
  readonly median: number;
  readonly p99: number;
}

/** What sends requests that were signed before, from a process of its own: bench/support/load-process.mjs. */
async function forkedLoad(connections: number) {
  const child = fork(join(ROOT, 'bench', 'support', 'load-process.mjs'), { stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.send({ ca: testTls().ca, connections });
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`the load ended with ${code}`)));
  });
  // It ends with the test, too.
  ended.catch(() => {});
  return async (what: { readonly port: number; readonly file: string; readonly expected?: number }) => {
    const told = new Promise<unknown>((resolve) => child.once('message', resolve));
    child.send(what);
    return (await Promise.race([told, ended])) as LoadTimes;
  };
}

/** How many rows each table of a store has. */
function rowCounts(path: string): Readonly<Record<string, number>> {
  const database = loadDriver()(path, { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    return Object.fromEntries(
      tables.map(({ name }) => {
        const [row] = database.prepare(`SELECT count(*) AS rows FROM "${name}"`).all();
        return [String(name), Number(row?.rows)];
      }),
    );
  } finally {
    database.close();
  }
}

/** `npm run test:all -- --soak` gives more. */
const REQUESTS = numberGiven('PSD2_TEST_REQUESTS') ?? 200_000;
const ROUNDS = 40;
/** Each creation is sent once more, with the same X-Request-ID. */
const CREATIONS = Math.round(REQUESTS / ROUNDS / 10);
const READS = REQUESTS / ROUNDS - 2 * CREATIONS;
const SIGNED_READS = 25;
const CONNECTIONS = 16;
const MIB = 1024 * 1024;

function creations(round: number): HttpRequest[] {
  return Array.from({ length: CREATIONS }, (_, place) =>
    creation(testSigner(), { remittance: `flat ${round} ${place}`, requestId: `flat-${round}-${place}` }),
  );
}

function reads(example: HttpRequest, round: number): HttpRequest[] {
  const headers = example.headers.filter(
    ([name]) => !/^(?:date|digest|signature|tpp-signature.*|x-request-id)$/i.test(name),
  );
  const signed = Array.from({ length: SIGNED_READS }, (_, place) => {
    const own = [...headers, ['X-Request-ID', `read-${round}-${place}`] as const];
    const bare = { method: 'GET', target: '/v1/sandbox/accounts', headers: own, body: new Uint8Array() };
    return sign(bare, testSigner(), { date: Date.now() }).request;
  });
  return Array.from({ length: READS }, (_, place) => signed[place % SIGNED_READS]!);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

it('200,000 requests to one served bank leave its memory as it was, and no rows but those of its payments [A-server-flat]', async () => {
  const bank = await forkedBank(['--expose-gc']);
  const load = await forkedLoad(CONNECTIONS);
  const file = join(temporaryFolder(), 'requests');
  const send = async (requests: readonly HttpRequest[], expected: number) => {
    writeFileSync(
      file,
      requests
        .map((request) => JSON.stringify({ ...request, body: Buffer.from(request.body).toString('base64') }))
        .join('\n'),
    );
    await load({ port: bank.port, file, expected });
  };
  const uses: { readonly heapUsed: number; readonly rss: number }[] = [];
  const rows: Readonly<Record<string, number>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const made = creations(round);
    await send(made, 201);
    await send(made, 201);
    await send(reads(made[0]!, round), 200);
    expect(await bank.ask('end-authorisations')).toEqual({ done: true });
    uses.push(await bank.ask('usage'));
    if (round % (ROUNDS / 4) === ROUNDS / 4 - 1) rows.push(rowCounts(bank.path));
  }
  const quarters = [0, 1, 2, 3].map((quarter) => {
    const own = uses.slice((quarter * ROUNDS) / 4, ((quarter + 1) * ROUNDS) / 4);
    return { heap: median(own.map(({ heapUsed }) => heapUsed)), rss: median(own.map(({ rss }) => rss)) };
  });
  expect(bank.said()).toBe('');
  expect(quarters[3]!.heap).toBeLessThan(quarters[0]!.heap + 4 * MIB);
  expect(quarters[3]!.rss).toBeLessThan(quarters[1]!.rss * 1.15 + 8 * MIB);
  const grown = Object.keys(rows[3]!).filter((table) => rows[3]![table]! > rows[2]![table]!);
  const most = (CREATIONS * ROUNDS) / 4;
  for (const table of grown) expect([table, rows[3]![table]! - rows[2]![table]!]).toEqual([table, most]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openHttps } from '../../src/library.ts';
import { testSigner } from '../support/bank.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { spawnPsd2 } from '../support/program.ts';
import { startServe } from '../support/serving.ts';
import { storedPayments } from '../support/stored.ts';
import { creation } from '../support/tpp.ts';

const COMMANDS = 16;
const ROUNDS = 8;
const CONNECTIONS = 4;
const CREATE = ['payments', 'create', '--domestic', '--example', '--quiet'];

describe('a served bank and sixteen commands on one file [S3-lock-retry, S1-durable, C-serve-signals]', () => {
  it('all get what they ask for, and each payment is there', async () => {
    const home = await homeWithKeys();
    const serving = await startServe(['--quiet'], home);
    const { ready } = serving;
    const way = await openHttps({ origin: ready.url, ca: readFileSync(ready.caFile, 'utf8') });
    onTestFinished(() => way.close());
    const made: string[] = [];
    const failed: unknown[] = [];
    const commands = Array.from({ length: COMMANDS }, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { code, stdout, stderr } = await spawnPsd2(CREATE, { home });
        if (code === 0 && stderr === '') made.push(stdout.trim());
        else failed.push({ code, stdout, stderr });
      }
    });
    let isOver = false;
    const requests = Array.from({ length: CONNECTIONS }, async (_, lane) => {
      for (let count = 0; !isOver; count += 1) {
        const request = creation(testSigner(), { remittance: `Lane ${lane}, ${count}` });
        const { status, body } = await way.send(request);
        const text = Buffer.from(body).toString();
        if (status === 201) made.push(JSON.parse(text).paymentId);
        else failed.push({ status, text });
      }
    });
    await Promise.all(commands);
    isOver = true;
    await Promise.all(requests);
    expect(failed).toEqual([]);
    serving.child.kill('SIGTERM');
    expect(await serving.ended()).toEqual([0, null]);
    expect(storedPayments(join(home, 'offline', 'bank.db')).toSorted()).toEqual(made.toSorted());
    expect(made.length).toBeGreaterThan(COMMANDS * ROUNDS);
  });
});

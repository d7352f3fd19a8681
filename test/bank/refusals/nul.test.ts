import { describe, expect, it, onTestFinished } from 'vitest';
import type { Header } from '../../../src/message.ts';
import type { Op } from '../../../src/store/contract.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';
import { listPaths, OPERATIONS } from '../../../src/wire/operations.ts';
import { openTestBank, signerOf, type TestBank } from '../../support/bank.ts';
import { memoryFolder } from '../../support/memory-folder.ts';

async function opened(): Promise<TestBank> {
  const bank = await openTestBank();
  onTestFinished(() => bank.close());
  return bank;
}

const PAYING = '/v1/payments/norwegian-domestic-credit-transfers';

describe('U+0000 at the bank’s handler [S12-nul]', () => {
  it('is refused in the path of each operation that has a parameter', async () => {
    const bank = await opened();
    const named = OPERATIONS.filter(
      ({ listener, path }) => listener !== 'site' && /\{(?!service|product)\w+\}/.test(path),
    );
    expect(named.length).toBeGreaterThan(40);
    for (const operation of named) {
      const [pattern = ''] = listPaths(operation);
      const path = pattern
        .replace('{product}', 'norwegian-domestic-credit-transfers')
        .replace(/\{\w+\}/g, 'AAAAAAAAAAAAAAAAAAAAA%00');
      const { status } = await bank.send({ method: operation.method, path, rawBody: '' });
      expect([400, 415], operation.name).toContain(status);
    }
    expect(bank.unexpected).toEqual([]);
  });

  it('is refused in the query and in a header', async () => {
    const bank = await opened();
    const list = { method: 'GET', path: '/v1/sandbox/accounts' };
    expect((await bank.send({ ...list, query: 'limit=1%00' })).status).toBe(400);
    const nul: Header = ['TPP-Brand-Logging-Information', 'a\0b'];
    const afterSigning = <T extends { headers: readonly Header[] }>(request: T) => ({
      ...request,
      headers: [...request.headers, nul],
    });
    expect(await bank.send({ ...list, afterSigning })).toMatchObject({
      status: 400,
      json: { tppMessages: [{ code: 'FORMAT_ERROR', path: nul[0] }] },
    });
    expect(bank.unexpected).toEqual([]);
  });

  it('is refused in any text of a body, and nothing is made', async () => {
    const bank = await opened();
    const payment = bank.payment();
    for (const name of ['creditorName', 'remittanceInformationUnstructured', 'endToEndIdentification']) {
      const body = { ...payment, [name]: 'Ola\0Eksempel' };
      expect((await bank.send({ path: PAYING, body })).status, name).toBe(400);
    }
    const customer = { customerNumber: '310999059', name: 'Delt\0AS', type: 'CORPORATE' };
    expect((await bank.send({ path: '/v1/sandbox/customers', body: customer })).status).toBe(400);
    // It is the escape that is looked for first, and this one means a backslash.
    const escaped = { ...customer, name: 'Delt\\u0000AS' };
    expect((await bank.send({ path: '/v1/sandbox/customers', body: escaped })).status).not.toBe(500);
    const fault = { fault: 'latency\0', milliseconds: 1 };
    expect((await bank.send({ path: '/operator/faults', body: fault })).status).toBe(400);
    const grant = { as: '15813963008\0', accounts: 'all', tpp: 'PSDNO-X\0a' };
    expect((await bank.send({ path: '/operator/consents/grant', body: grant })).status).toBe(400);
    expect(bank.unexpected).toEqual([]);
  });

  it('is refused in a form of the site', async () => {
    const bank = await opened();
    const { pathname } = new URL((await bank.send()).json._links.scaRedirect.href);
    const answer = await bank.handle(
      {
        method: 'POST',
        target: pathname,
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
        body: Buffer.from('token=x%00&step=identify'),
      },
      { address: '127.0.0.1', operator: false },
    );
    expect(answer.status).toBe(400);
    expect(bank.unexpected).toEqual([]);
  });

  it('and no other control character is in who a certificate stands for', async () => {
    const bank = await opened();
    const list = { method: 'GET', path: '/v1/sandbox/customers' };
    // As nobody's tool makes them: one character of the certificate is another.
    for (const character of ['\0', '\n', '\x7f']) {
      const answer = await bank.send({
        ...list,
        as: signerOf('PSDNO-FSA-1~a'),
        afterSigning: (request) => ({
          ...request,
          headers: request.headers.map(([name, value]): Header => {
            if (name !== 'TPP-Signature-Certificate') return [name, value];
            const der = Buffer.from(value, 'base64')
              .toString('latin1')
              .replace('PSDNO-FSA-1~', `PSDNO-FSA-1${character}`);
            return [name, Buffer.from(der, 'latin1').toString('base64')];
          }),
        }),
      });
      expect(answer, JSON.stringify(character)).toMatchObject({
        status: 400,
        json: { tppMessages: [{ path: 'TPP-Signature-Certificate' }] },
      });
    }
    expect(bank.unexpected).toEqual([]);
  });
});

it('U+0000 at the store is no value: what a driver would cut is never bound [S12-nul]', async () => {
  const path = `${memoryFolder('psd2-nul-')}/a.db`;
  const schema = { version: 1, statements: ['CREATE TABLE t (name TEXT PRIMARY KEY)'] };
  const store = openSqliteStore({ path, schema, now: () => 0, random: () => 0.5 });
  onTestFinished(() => store.close());
  const insert = (name: string) =>
    store.write(function* () {
      yield { sql: 'INSERT INTO t VALUES (?)', values: [name] };
    });
  await insert('PSDNO-X');
  await expect(insert('PSDNO-X\0a')).rejects.toThrow('U+0000');
  const rows = store.read(function* (): Op<unknown> {
    return yield { sql: 'SELECT name FROM t WHERE name = ?', values: ['PSDNO-X\0a'] };
  });
  await expect(rows).rejects.toThrow('U+0000');
});

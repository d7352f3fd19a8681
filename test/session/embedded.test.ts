import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createInitialData } from '../../src/bank/domain/initial-data.ts';
import { type CallContext, getOperation, type Operation } from '../../src/client/operation.ts';
import { createPayment, KINDS, readPaymentStatus } from '../../src/client/payments.ts';
import type { Session } from '../../src/client/session.ts';
import { openEmbedded } from '../../src/session/embedded.ts';
import { makeProfileFolder } from '../../src/settings/home.ts';
import { openSettings } from '../../src/settings/precedence.ts';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { contextIn } from '../support/command-context.ts';
import { readStored } from '../support/stored.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
let home: string;
let file: string;
let bankFile: string;
let session: Session;
let unexpected: unknown[];
/** The keys of a home, made once; each test has a home of its own with a copy of them. */
const keys = mkdtempSync(join(tmpdir(), 'psd2-embedded-'));
beforeAll(async () => {
  home = join(keys, 'home');
  const opened = await openSession();
  await opened.call(getOperation('list sandbox customers'), undefined);
  await opened.close();
});
afterAll(() => rmSync(keys, { recursive: true }));

beforeEach(async () => {
  home = join(temporaryFolder(), 'home');
  const places = makeProfileFolder(home, 'offline', process.getuid?.());
  cpSync(join(keys, 'home', 'offline', 'keys'), places.keys, { recursive: true });
  file = join(home, 'offline', 'client.db');
  bankFile = join(home, 'offline', 'bank.db');
  unexpected = [];
  session = await openSession();
  return () => session.close();
});

function openSession(): Promise<Session> {
  const context = contextIn(home, { reportUnexpected: (fault) => unexpected.push(fault) });
  return openEmbedded(openSettings(context.surroundings), context);
}

async function openAgain(): Promise<void> {
  await session.close();
  session = await openSession();
}

/** A payment between two of the bank's accounts. */
function paymentBody(): Uint8Array {
  const { accounts } = createInitialData('psd2');
  const [from] = accounts;
  const to = accounts.find(({ customerNumber }) => customerNumber !== from!.customerNumber);
  const payment = {
    instructedAmount: { amount: '1.00', currency: 'NOK' },
    debtorAccount: { bban: from!.bban, currency: 'NOK' },
    creditorName: 'Ola Eksempel',
    creditorAccount: { bban: to!.bban, currency: 'NOK' },
    creditorAddress: { country: 'NO' },
    remittanceInformationUnstructured: 'Test',
  };
  return Buffer.from(JSON.stringify(payment));
}

const creation = (body: Uint8Array) => ({ kind: 'domestic', body, allowLogicalDuplicate: false }) as const;

/** The ledger becomes one that this program can't use. */
function spoil(): void {
  const database = loadDriver()(file, { readOnly: false });
  database.exec('PRAGMA user_version = 99');
  database.close();
}

/** What the calls of an operation were given. */
function watched<Input, Resource>(operation: Operation<Input, Resource>) {
  const contexts: CallContext[] = [];
  const watching: Operation<Input, Resource> = {
    ...operation,
    request: (input, context) => {
      contexts.push(context);
      return operation.request(input, context);
    },
  };
  return { contexts, watching };
}

/** The TPP-Session-ID of a call for this PSU; that the payment is not there does not matter. */
async function sessionIdFor(psu: CallContext['psu'], options = {}): Promise<string> {
  const { contexts, watching } = watched(readPaymentStatus);
  await session.call(watching, { ...KINDS.domestic, paymentId: 'none' }, psu, options).catch(() => {});
  return contexts[0]!.tppSessionId;
}

const WITHOUT_SIGNATURE = expect.objectContaining({ path: expect.stringMatching(/^signature$/i) });
/** Raised by each initialise. */
const WORLD = 'SELECT generation FROM world';
const WRITES = 'SELECT request_id, operation, method, target, status FROM writes ORDER BY sequence';

describe('the ledger of a profile [A-ledger-at-first-use]', () => {
  it('is not made by opening the bank, nor by a read without a session', async () => {
    await session.call(getOperation('list sandbox customers'), undefined);
    await openAgain();
    expect(existsSync(file)).toBe(false);
  });

  it('is made by the first call that needs it, in the folder of a profile that was there', async () => {
    await session.call(getOperation('list sandbox customers'), undefined);
    await openAgain();
    await sessionIdFor({});
    expect(existsSync(file)).toBe(true);
  });
});

describe('a write at the embedded bank [S10-write-ledger]', () => {
  it('is in the ledger with the status of its answer, 2xx or not', async () => {
    const made = await session.call(createPayment, creation(paymentBody()), { context: 'PRIVATE' });
    expect(made.tppSessionId).toBe(await sessionIdFor({}));
    const refused = session.call(createPayment, creation(Buffer.from('{}')), { context: 'PRIVATE' });
    await expect(refused).rejects.toMatchObject({ code: 'BANK_REFUSED' });
    await session.call(getOperation('initialise sandbox'), undefined);
    expect(readStored(file, WRITES)).toMatchObject([
      { request_id: made.meta.requestId, operation: 'create payment', target: '', status: 201 },
      { request_id: expect.stringMatching(ID), operation: 'create payment', target: '', status: 400 },
      { operation: 'initialise sandbox', target: '', status: 200 },
    ]);
    expect(await session.ledger.open(0)).toEqual([]);
  });

  it('is not sent when it can not be written down', async () => {
    await session.call(getOperation('initialise sandbox'), undefined);
    const before = readStored(bankFile, WORLD);
    await session.close();
    spoil();
    session = await openSession();
    await expect(session.call(getOperation('initialise sandbox'), undefined)).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringMatching(/ The request wasn't sent\.$/),
    });
    expect(readStored(bankFile, WORLD)).toEqual(before);
  });

  it('keeps its answer when the entry can not be closed: it stays open, and that is told', async () => {
    const spoiling: ReturnType<typeof getOperation<'initialise sandbox'>> = {
      ...getOperation('initialise sandbox'),
      resource: (response) => {
        spoil();
        return getOperation('initialise sandbox').resource(response);
      },
    };
    const { meta } = await session.call(spoiling, undefined);
    expect(meta.status).toBe(200);
    expect(unexpected).toMatchObject([
      {
        code: 'STORE_UNUSABLE',
        message: expect.stringContaining(`Request ${meta.requestId} was answered, but is still listed`),
      },
    ]);
    expect(readStored(file, WRITES)).toMatchObject([{ request_id: meta.requestId, status: null }]);
  });
});

it('a ledger that is removed while it is in use takes no answer away: the write stays open for whoever asks, and that is told [S1-files-changed, S10-write-ledger]', async () => {
  const removing: ReturnType<typeof getOperation<'initialise sandbox'>> = {
    ...getOperation('initialise sandbox'),
    resource: (response) => {
      rmSync(file);
      return getOperation('initialise sandbox').resource(response);
    },
  };
  expect((await session.call(removing, undefined)).meta.status).toBe(200);
  expect(unexpected).toMatchObject([
    {
      code: 'STORE_DAMAGED',
      message: expect.stringMatching(/was answered, but .*client\.db was removed while in use/),
    },
  ]);
  await expect(session.call(getOperation('initialise sandbox'), undefined)).rejects.toMatchObject({
    code: 'STORE_DAMAGED',
    message: expect.stringMatching(/client\.db was removed .* The request wasn't sent\.$/),
  });
});

it('the TPP-Session-ID of a profile is the same in each command, and each request has an id of its own [S10-one-session, S10-new-session, S8-random-ids]', async () => {
  const { contexts, watching } = watched(readPaymentStatus);
  for (let command = 0; command < 3; command++) {
    const status = session.call(watching, { ...KINDS.domestic, paymentId: 'none' }, {});
    await expect(status).rejects.toMatchObject({ code: 'BANK_REFUSED' });
    await openAgain();
  }
  const used = contexts.map(({ tppSessionId }) => tppSessionId);
  expect(used).toEqual([used[0], used[0], used[0]]);
  expect(used[0]).toMatch(ID);
  const requests = contexts.map(({ requestId }) => requestId);
  expect(new Set(requests).size).toBe(3);
  expect(requests.every((id) => ID.test(id))).toBe(true);
});

it("an operator's act carries no signature, and is no write of the TPP [D11-not-signed]", async () => {
  await expect(session.operate(getOperation('initialise sandbox'), undefined)).rejects.toMatchObject({
    code: 'BANK_REFUSED',
    details: { status: 400, tppMessages: expect.arrayContaining([WITHOUT_SIGNATURE]) },
  });
  expect(existsSync(file)).toBe(false);
});

import { describe, expect, it } from 'vitest';
import { openBank } from '../../../src/library.ts';
import { createBasket, playBasket, received } from '../../support/life/baskets.ts';
import { DAY, HOUR } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import {
  actOn,
  approve,
  ask,
  decline,
  resetClock,
  runBatch,
  setClock,
  wake,
} from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  type Authorised,
  CANCELLATIONS,
  call,
  create,
  KARI,
  listed,
  start,
  statusOf,
} from '../../support/life/payments.ts';
import { approvedAs } from '../../support/life/products.ts';
import { changeStore } from '../../support/store-work.ts';
import { integrityOf, readStored } from '../../support/stored.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const KEPT = 400 * DAY;
const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' };

function rowsOf(table: string, path = bank().path): number {
  return Number(readStored(path, `SELECT COUNT(*) AS n FROM ${table}`)[0]?.n);
}

/** Time goes by, and somebody asks. */
async function asleep(milliseconds: number): Promise<void> {
  bank().now += milliseconds;
  await wake(bank());
}

async function expectGone(
  subject: Authorised,
  authorisationId: string,
  kind = AUTHORISATIONS,
): Promise<void> {
  expectRefusal(await call(bank(), subject, 'GET', `${kind}/${authorisationId}`), unknown);
  expect(await listed(bank(), subject, kind)).not.toContain(authorisationId);
}

describe('a record of an X-Request-ID [S12-kept, D3-request-id-24h]', () => {
  it('goes after 24 hours, by any request; those of today stay', async () => {
    await received(bank(), 3);
    await asleep(23 * HOUR);
    await received(bank(), 2);
    expect(rowsOf('requests')).toBe(5);
    await asleep(2 * HOUR);
    expect(rowsOf('requests')).toBe(2);
  });

  it('that was made before the clock went back goes 24 hours after that', async () => {
    await setClock(bank(), '2030-01-01T12:00:00Z');
    await received(bank(), 1);
    await resetClock(bank());
    await asleep(23 * HOUR);
    expect(rowsOf('requests')).toBe(1);
    await asleep(2 * HOUR);
    expect(rowsOf('requests')).toBe(0);
  });
});

describe('an authorisation that has ended [S12-kept, D1-authorisations]', () => {
  it('goes 400 days after that, finished, failed or exempted; its payment stays, and lists what remains', async () => {
    const payment = await create(bank(), { psu: KARI });
    const later = await start(bank(), payment);
    await approve(bank(), payment);
    const exempt = await create(bank(), { psu: KARI, to: bank().accounts.debtorOther, amount: '1.00' });
    const declined = await create(bank(), { psu: KARI });
    await decline(bank(), declined);
    await runBatch(bank());
    const [exempted] = await listed(bank(), exempt);
    await asleep(KEPT - 1);
    expect(await listed(bank(), payment)).toEqual([payment.authorisationId, later.authorisationId]);
    await asleep(HOUR + 1);
    await expectGone(payment, payment.authorisationId);
    await expectGone(payment, later.authorisationId);
    await expectGone(exempt, exempted!);
    await expectGone(declined, declined.authorisationId);
    expect(await listed(bank(), payment)).toEqual([]);
    expect([await statusOf(bank(), payment), await statusOf(bank(), declined)]).toEqual(['ACSC', 'RJCT']);
    expect((await ask(bank(), 'POST', `/operator/sca/${payment.authorisationId}/approve`)).status).toBe(404);
  });

  it('is read as before while another of the same payment is younger', async () => {
    const payment = await create(bank(), { psu: KARI });
    await approve(bank(), payment);
    await actOn(bank(), 'hold', payment);
    await asleep(200 * DAY);
    const { authorisationId } = await start(bank(), payment, CANCELLATIONS);
    await approve(bank(), payment);
    await asleep(200 * DAY + HOUR);
    await expectGone(payment, payment.authorisationId);
    expect(await listed(bank(), payment, CANCELLATIONS)).toEqual([authorisationId]);
  });

  it('goes although its payment is on its way', async () => {
    const standing = await approvedAs(bank(), 'periodic');
    await asleep(KEPT + HOUR);
    expect(rowsOf('authorisations')).toBe(0);
    expect(await listed(bank(), standing)).toEqual([]);
  });

  it('before the clock went back goes 400 days after that', async () => {
    await setClock(bank(), '2090-01-01T12:00:00Z');
    await playBasket(bank(), 'decline', await createBasket(bank(), await received(bank())));
    await resetClock(bank());
    const before = rowsOf('authorisations');
    await asleep(KEPT - 1);
    expect(rowsOf('authorisations')).toBe(before);
    await asleep(HOUR + 1);
    expect(rowsOf('authorisations')).toBe(0);
  });
});

describe('a session that is dead or over [S12-kept, D6-session-replaced, D6-last-sca]', () => {
  const sca = async (session: string) =>
    approve(bank(), await create(bank(), { psu: KARI, session, amount: '1.00' }));
  const isValid = async (session: string) => {
    const to = bank().accounts.debtorOther;
    const { created } = await create(bank(), { psu: KARI, session, to, amount: '1.00' });
    return created.json.transactionStatus !== 'RCVD';
  };

  it('is dead for 400 days after its last SCA, and then any other', async () => {
    await sca('old');
    await sca('new');
    await asleep(KEPT - 1);
    await sca('old');
    expect(await isValid('old')).toBe(false);
    expect(rowsOf('sessions')).toBe(2);
    await asleep(HOUR + 1);
    expect(rowsOf('sessions')).toBe(0);
    await sca('old');
    expect(await isValid('old')).toBe(true);
  });

  it('leaves what the 180 days run from: one row of this TPP and PSU', async () => {
    const lastSca = () =>
      readStored(bank().path, `SELECT last_sca_ms FROM psus WHERE customer_number = '${KARI}'`);
    await sca('old');
    await sca('new');
    bank().now += HOUR;
    // In a dead session, of any kind: it is an SCA of theirs.
    await sca('old');
    const last = [{ last_sca_ms: bank().now }];
    expect(lastSca()).toEqual(last);
    await asleep(KEPT + 2 * HOUR);
    expect([rowsOf('sessions'), lastSca()]).toEqual([0, last]);
    await setClock(bank(), '2026-11-18T08:00:00Z');
    expect(lastSca()).toEqual([{ last_sca_ms: Date.parse('2026-11-18T08:00:00Z') }]);
    await bank().send({ method: 'POST', path: '/v1/sandbox/initialize', rawBody: '' });
    expect(lastSca()).toEqual([{ last_sca_ms: null }]);
  });
});

describe('much that is old [S12-kept, S3-short-lock]', () => {
  const MANY = 1_000;
  const CHUNK = 250;

  /** Sessions and authorisations that have ended long ago, and old records. */
  async function fill(path: string, ended: number): Promise<void> {
    const many = `WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < ${MANY})`;
    await changeStore(
      path,
      `${many} INSERT INTO authorisations (sequence, id, purpose, tpp, tpp_name, tpp_session_id, redirect_uri, sca_status, secret,
         created_at_ms, ended_at_ms)
       SELECT -n, 'old-' || n, 'session', 't', '', 's', 'https://tpp.example/', 'FAILED', 'secret', ?, ? FROM many`,
      ended,
      ended,
    );
    await changeStore(
      path,
      `${many} INSERT INTO sessions SELECT 't', 'p', 's' || n, 'PRIVATE', NULL, ?, 1 FROM many`,
      ended,
    );
    await changeStore(
      path,
      `${many} INSERT INTO requests (tpp, request_id, created_at_ms, fingerprint, status, headers, body)
       SELECT 't', 'r' || n, ?, '', 201, '[]', '' FROM many`,
      ended,
    );
  }

  const counts = (path: string) =>
    ['authorisations', 'sessions', 'requests'].map((table) => rowsOf(table, path)).join(' ');

  it('goes in chunks: each request does one and is answered', async () => {
    await wake(bank());
    await fill(bank().path, bank().now - KEPT - HOUR);
    for (let left = MANY - CHUNK; left >= 0; left -= CHUNK) {
      await bank().send({ method: 'GET', path: '/v1/sandbox/accounts' });
      expect(counts(bank().path)).toBe(`${left} ${left} ${left}`);
    }
    await create(bank());
    expect(counts(bank().path)).toBe('1 0 1');
  });

  it('goes by two banks at once on one file, and by one that was closed in between', async () => {
    await wake(bank());
    await fill(bank().path, bank().now - KEPT - HOUR);
    const onUnexpected = (fault: unknown) => expect(fault).toBeUndefined();
    const other = openBank({ path: bank().path, clock: () => bank().now, onUnexpected });
    const request = {
      method: 'POST',
      target: '/operator/payments/none/hold',
      headers: [],
      body: new Uint8Array(),
    };
    const byOther = () => other.handle(request, { address: '127.0.0.1', operator: true });
    expect(await Promise.all([wake(bank()), byOther(), wake(bank()), byOther()])).toHaveLength(4);
    await other.close();
    for (let asked = 0; asked < MANY / CHUNK; asked += 1) await wake(bank());
    expect(counts(bank().path)).toBe('0 0 0');
    expect(integrityOf(bank().path)).toBe('ok');
  });
});

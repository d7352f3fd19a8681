import { describe, expect, it } from 'vitest';
import { openBank } from '../../../src/library.ts';
import { DAY, HOUR } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { wake } from '../../support/life/operator.ts';
import { create } from '../../support/life/payments.ts';
import { changeStore } from '../../support/store-work.ts';
import { integrityOf, readStored } from '../../support/stored.ts';

const bank = bankOfEach();
const KEPT = 400 * DAY;

function rowsOf(table: string, path = bank().path): number {
  return Number(readStored(path, `SELECT COUNT(*) AS n FROM ${table}`)[0]?.n);
}

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
    const answers = await Promise.all([wake(bank()), byOther(), wake(bank()), byOther()]);
    expect(answers).toHaveLength(4);
    await other.close();
    for (let asked = 0; asked < MANY / CHUNK; asked += 1) await wake(bank());
    expect(counts(bank().path)).toBe('0 0 0');
    expect(integrityOf(bank().path)).toBe('ok');
  });
});

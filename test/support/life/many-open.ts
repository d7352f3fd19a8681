import type { TestBank } from '../bank.ts';
import { changeStore } from '../store-work.ts';
import { KARI } from './payments.ts';

interface Whose {
  readonly tpp?: string;
  /** Null: nobody is named. */
  readonly psu?: string | null;
}

/** Authorisations that were started just now and that no payment waits for, as many as would take long to ask for. */
export async function openMany(
  bank: TestBank,
  count: number,
  { tpp = 'PSDNO-FSA-39999990', psu = KARI }: Whose = {},
): Promise<void> {
  await bank.send({ method: 'GET', path: '/v1/sandbox/customers' });
  await changeStore(
    bank.path,
    `WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < ?)
     INSERT INTO authorisations (sequence, id, purpose, tpp, tpp_name, tpp_session_id, redirect_uri, psu, sca_status, secret,
       created_at_ms)
     SELECT (SELECT COALESCE(MIN(sequence), 0) FROM authorisations WHERE sequence < 0) - n, 'many-' || n, 'session', ?, '',
       'many', 'https://tpp.example/cb', ?, 'RECEIVED', 'secret', ? FROM many`,
    count,
    tpp,
    psu,
    bank.now,
  );
}

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openHttps } from '../../src/library.ts';
import type { Snapshot } from '../../src/wire/answers/operator.ts';
import { testSigner } from '../support/bank.ts';
import { until } from '../support/served.ts';
import { served } from '../support/served-bank.ts';
import { storedPayments } from '../support/stored.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { creation } from '../support/tpp.ts';

const RESTORES = 50;
const WRITERS = 8;

it('eight writers over HTTPS beside fifty restores each get a 2xx that is wholly of the world before or after, or a 503 [S7-restore, S1-503, D16-restore]', async () => {
  const path = join(temporaryFolder(), 'bank.db');
  const { send, server, unexpected } = await served({ path, operatorToken: TOKEN });
  await send(creation(testSigner(), { remittance: 'kept' }));
  const snapshot = await operate(server.operatorUrl ?? '', 'GET');
  const kept = storedPayments(path);
  let isOver = false;
  // Each payment that was answered 201, and during which world it began and was answered.
  const made: { id: string; began: number; answered: number }[] = [];
  const statuses = new Map<number, number>();
  let world = 0;
  const writers = Array.from({ length: WRITERS }, async (_, lane) => {
    for (let count = 0; !isOver; count += 1) {
      const began = world;
      const { status, json } = await send(creation(testSigner(), { remittance: `${lane} ${count}` }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 201) made.push({ id: json.paymentId, began, answered: world });
    }
  });
  for (let round = 0; round < RESTORES; round += 1) {
    const before = made.length;
    await until(() => made.length > before);
    await operate(server.operatorUrl ?? '', 'POST', snapshot);
    world += 1;
  }
  isOver = true;
  await Promise.all(writers);
  // Who was behind a restore is 503; whether anybody was is a matter of luck here (test/bank/snapshots/refused.test.ts).
  expect([...statuses.keys()].filter((status) => status !== 201 && status !== 503)).toEqual([]);
  expect(made.length).toBeGreaterThan(WRITERS);
  expect(new Set(made.map(({ id }) => id)).size).toBe(made.length);
  // What there is was answered after the last restore was asked for; what was answered since it was done is there.
  const stored = new Set(storedPayments(path));
  for (const id of kept) expect(stored.delete(id)).toBe(true);
  const last = made.filter(({ answered }) => answered >= RESTORES - 1).map(({ id }) => id);
  for (const id of stored) expect(last).toContain(id);
  for (const { id, began } of made) if (began === RESTORES) expect(stored).toContain(id);
  expect(unexpected).toEqual([]);
});

const TOKEN = 'a-token-for-the-operator-of-this-test';

async function operate(origin: string, method: 'GET' | 'POST', body?: Snapshot): Promise<Snapshot> {
  const way = await openHttps({ origin });
  try {
    const answer = await way.send({
      method,
      target: '/operator/snapshot',
      headers: [
        ['Accept', 'application/json'],
        ['Authorization', `Bearer ${TOKEN}`],
        ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
      ],
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
    });
    expect(answer.status).toBe(200);
    return JSON.parse(Buffer.from(answer.body).toString());
  } finally {
    await way.close();
  }
}

import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/client/ledger/ledger.ts';
import { getOperation } from '../../src/client/operation.ts';
import type { Session } from '../../src/client/session.ts';
import { Fault } from '../../src/errors.ts';
import { retryAfterSca } from '../../src/sca/retry-after-sca.ts';
import type { ScaChoice } from '../../src/sca/targets.ts';
import type { SessionContext } from '../../src/session/with-session.ts';
import { openTestLedger } from '../support/ledger.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const psuId = 'a6920608-8f02-4bdb-8114-fa4632dbdfa4';
const LINK = 'https://bank.example/sca/auth1/secret';
let ledger: Ledger;

beforeEach(() => {
  ledger = openTestLedger(join(temporaryFolder(), 'client.db'));
  return () => ledger.end();
});

const META = { requestId: 'r', status: 200, durationMs: 1 };
type Answer = object | Fault;

function needed(code: string): Fault {
  return new Fault('SCA_NEEDED', `The bank says ${code}.`, { tppMessages: [{ code }], scaRedirect: LINK });
}

/** A bank that answers reads of the user in turn; who asks with a PSU-ID after the SCA is confirmed. */
function bankOf(...answers: Answer[]) {
  const asked: string[] = [];
  const played: object[] = [];
  const noticed: string[] = [];
  let last = '';
  const session: Partial<Session> = {
    ledger,
    place: { origin: 'https://bank.example', basePath: '' },
    redirectUri: 'http://127.0.0.1:1/cb/x',
    begin: async (psu, options) =>
      (await ledger.session(psu.psuId === undefined ? {} : { psuId: psu.psuId }, { now: 0, ...options }))
        .tppSessionId,
    call: async (_operation, _input, psu, { tppSessionId = 'none', psuAbsent = false } = {}) => {
      asked.push(
        `${psu?.psuId === undefined ? 'nobody' : 'psu'} in ${tppSessionId}${psuAbsent ? ', absent' : ''}`,
      );
      last = tppSessionId;
      const answer = answers.shift() ?? { psuId };
      if (answer instanceof Fault) throw answer;
      return {
        resource: answer as never,
        meta: { requestId: 'r', status: 200, durationMs: 1 },
        answeredAt: 9,
        tppSessionId,
      };
    },
    operate: async (_operation, input) => {
      played.push(input as object);
      const redirect = `http://127.0.0.1:1/cb/x?psu-id=${psuId}&tpp-session-id=${last}&context=PRIVATE`;
      const resource = { authorisationId: 'auth1', scaStatus: 'FINALISED', redirect } as never;
      return { resource, meta: META };
    },
  };
  const there = {
    session,
    notice: (text: string) => noticed.push(text),
    remember: (act: (one: Ledger) => Promise<void>) => act(ledger),
  } as unknown as SessionContext;
  const read = (way: ScaChoice['way'], more: { as?: string; psuAbsent?: boolean } = {}) =>
    retryAfterSca(
      there,
      {
        kind: 'consent',
        ...{ as: more.as, context: undefined, newSession: false, settings: {}, agreement: undefined },
        ...{ sca: { way, agreement: undefined, timeoutMs: 1 }, accounts: 'all' },
        psuAbsent: more.psuAbsent === true,
        isList: true,
      },
      (as) => as.call(getOperation('read user'), undefined),
    );
  return { read, asked, played, noticed };
}

describe('a read that needs an SCA [C-sca-read-again]', () => {
  it('is sent once more and no third time', async () => {
    const { read, asked } = bankOf(needed('CONSENT_UNKNOWN'), { psuId }, needed('CONSENT_UNKNOWN'));
    await expect(read('approve')).rejects.toMatchObject({ code: 'SCA_NEEDED' });
    expect(asked).toHaveLength(3);
  });

  it('is sent again where the link stands beside an answer, too', async () => {
    const beside = { _links: { scaRedirect: { href: LINK } } };
    const { read } = bankOf(beside, { psuId }, { psuId, told: true });
    expect((await read('approve')).resource).toEqual({ psuId, told: true });
    const other = bankOf(beside);
    expect((await other.read('none')).resource).toEqual(beside);
    expect(other.noticed).toEqual(['The bank requires an SCA. The PSU can authorise at:', LINK]);
  });

  it('says that the PSU is away', async () => {
    const { read, asked } = bankOf({ psuId });
    await read('none', { psuAbsent: true });
    expect(asked).toEqual(['nobody in id-1, absent']);
  });
});

describe('a session in which the bank knows of no SCA [S10-one-session, D6-session-replaced]', () => {
  const sca = { psuId, context: 'PRIVATE', tppSessionId: 'dead', at: 0 } as const;

  it('is given up before an SCA is begun in it, which would revive nothing', async () => {
    await ledger.rememberSca(sca);
    const { read, asked, played } = bankOf(needed('SCA_NOT_FOUND'), needed('SCA_NOT_FOUND'));
    await read('approve');
    expect(asked.slice(0, 2)).toEqual(['psu in dead', 'psu in id-2']);
    expect(played).toHaveLength(1);
  });

  it('is kept where its hour is over: the same id is renewed', async () => {
    await ledger.rememberSca(sca);
    const { read, asked } = bankOf(needed('SCA_EXPIRED'));
    await expect(read('none')).rejects.toMatchObject({ code: 'SCA_NEEDED' });
    expect(asked).toEqual(['psu in dead']);
    expect(await ledger.session({ psuId }, { now: 1 })).toEqual({ tppSessionId: 'dead' });
  });
});

it.each([
  'CONSENT_UNKNOWN',
  'CONSENT_INVALID',
])('a consent that the bank does not know any more is forgotten at %s for the list [C-consent-show]', async (code) => {
  await ledger.rememberSca({ psuId, context: 'PRIVATE', tppSessionId: 's', at: 0, consents: true });
  expect(await ledger.consents()).toHaveLength(1);
  await expect(bankOf(needed(code)).read('none')).rejects.toThrow(Fault);
  expect(await ledger.consents()).toEqual([]);
});

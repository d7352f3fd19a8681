import type { Room } from './mutation.ts';

export const client: Room = {
  name: 'client',
  tests: ['test/client/'],
  mutations: [
    {
      file: 'src/client/ledger/bank-certificates.ts',
      find: 'ON CONFLICT (origin) DO NOTHING',
      replace: 'ON CONFLICT (origin) DO UPDATE SET fingerprint = excluded.fingerprint',
      suffers: 'The certificate that came last is the pinned one, whoever sent it.',
      by: 'test/client/ledger.test.ts',
    },
    {
      file: 'src/client/call.ts',
      find: 'await kept.begin(',
      replace: 'kept.begin(',
      suffers: 'A payment leaves before it is written down: after a crash nobody knows of it.',
      by: 'test/client/call.test.ts',
    },
    {
      file: 'src/client/ledger/writes.ts',
      find: ', headers = NULL, body = NULL`;',
      replace: '`;',
      suffers: 'Names and accounts of every payment stay in the ledger for ever.',
      by: 'test/client/ledger.test.ts',
    },
    {
      file: 'src/client/ledger/psus.ts',
      find: 'const USED_FOR_MS = 3_600_000 - 60_000;',
      replace: 'const USED_FOR_MS = 3_600_000;',
      suffers: 'A command that begins in the last minute of a session ends in a refusal for want of an SCA.',
      by: 'test/client/ledger.test.ts',
    },
    {
      file: 'src/client/ledger/psus.ts',
      find: 'return (yield* findLastPsu())?.psuId ?? NO_OWNER;',
      replace: 'return NO_OWNER;',
      suffers: 'Of commands that start at once, some kill the session of the others.',
      by: 'test/client/ledger.test.ts',
    },
    {
      file: 'src/client/resolve-link.ts',
      find: 'url?.origin === new URL(base).origin && url.pathname',
      replace: 'url?.pathname',
      suffers: 'A link of the bank that leads to another host is followed, signed.',
      by: 'test/client/links.test.ts',
    },
    {
      file: 'src/client/call.ts',
      find: "fault.details.sent === false || fault.code === 'INPUT_INVALID'",
      replace: "fault.details.sent !== undefined || fault.code === 'INPUT_INVALID'",
      suffers: 'A payment whose answer is lost is forgotten: nobody knows what to ask the bank for.',
      by: 'test/client/call.test.ts',
    },
    {
      file: 'src/client/callback/listen.ts',
      find: 'hosts.length === 1 && hosts[0] === host',
      replace: 'hosts.length === 1',
      suffers:
        'A page of any site whose name is made to point at this machine speaks to the listener as itself.',
      by: 'test/client/callback/listen.test.ts',
    },
    {
      file: 'src/client/callback/listen.ts',
      find: 'if (url === undefined || isDone) return false;',
      replace: 'if (url === undefined) return false;',
      suffers: 'A second callback is answered as if it had been waited for.',
      by: 'test/client/callback/listen.test.ts',
    },
  ],
};

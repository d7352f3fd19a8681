/**
 * A process of its own that uses a ledger: `node ledger-process.cjs <file> <name>`. It sends a POST with the name as
 * X-Request-ID, says `left` when the message is outside, and gets no answer.
 */
import { call } from '../../src/client/call.ts';
import type { Ledger } from '../../src/client/ledger/ledger.ts';
import { openTestLedger } from './ledger.ts';
import { endAfter, say } from './speaking-process.ts';

const [file = '', name = ''] = process.argv.slice(2);

async function callWithoutAnswer(ledger: Ledger): Promise<void> {
  const transport = () => {
    say('left');
    return new Promise<never>(() => {});
  };
  const writes = {
    ...ledger,
    begin: (write: Omit<Parameters<Ledger['begin']>[0], 'at' | 'origin'>) =>
      ledger.begin({ ...write, at: 1, origin: 'https://bank.example' }),
    drop: (requestId: string) => ledger.drop(requestId, 1),
  };
  const operation = {
    operation: 'make thing',
    method: 'POST',
    path: '/v1/things',
    request: () => ({ method: 'POST', target: '/v1/things?a=b', headers: [], body: Buffer.from('{}') }),
    resource: async () => undefined,
  };
  const context = {
    ...{ basePath: '', requestId: name, acceptFix: '', tppSessionId: '', psu: {} },
    tppRedirectUri: 'https://tpp.example/cb',
  };
  process.stdin.resume();
  await call({ transport, stopwatch: () => 0, writes }, operation, undefined, context);
}

endAfter(callWithoutAnswer(openTestLedger(file, name)));

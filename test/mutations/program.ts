import type { Room } from './mutation.ts';

export const program: Room = {
  name: 'program',
  tests: ['test/cli/', 'test/program/', 'test/transcripts/'],
  mutations: [
    {
      file: 'src/cli/failure.ts',
      find: '    ...findBankCodeHint(fault),\n    ...details,\n',
      replace: '    ...details,\n    ...findBankCodeHint(fault),\n',
      suffers:
        'In place of the flag to change, the user of a refused payment reads general words about the code.',
      by: 'test/cli/failure.test.ts',
    },
    {
      file: 'src/cli/command-io.ts',
      find: 'if (!isQuiet) writeNotice(',
      replace: 'writeNotice(',
      suffers: 'A script that asks for silence has notices in its log.',
      by: 'test/program/cert.test.ts',
    },
    {
      file: 'src/cli/base-command.ts',
      find: 'if (this.personIsThere) this.#nextSteps.push(text);',
      replace: 'this.#nextSteps.push(text);',
      suffers: 'A script that reads both streams finds commands to go on with behind the JSON.',
      by: 'test/program/exchange.test.ts',
    },
    {
      file: 'src/cli/columns.ts',
      find: 'return WAYS[kind].isWhole === true;',
      replace: 'return false;',
      suffers: 'On a narrow terminal an amount is broken between its groups of digits.',
      by: 'test/cli/hostile-columns.test.ts',
    },
    {
      file: 'src/sca/authorise.ts',
      find: 'const outcome = { scaStatus, transactionStatus, psuId, psuCorporateId };',
      replace: "const outcome = { scaStatus, transactionStatus: 'RCVD' as const, psuId, psuCorporateId };",
      suffers: 'A payment that its PSU has just approved is told as one that is waiting for its PSU.',
      by: 'test/transcripts/transcripts.test.ts',
    },
    {
      file: 'src/payments/confirm-amount.ts',
      find: 'if (given === total.amount || isSame(given, total)) return;',
      replace: 'if (Number.parseInt(given, 10) === Number.parseInt(total.amount, 10)) return;',
      suffers: 'At a production bank an amount is paid that nobody has typed as it is.',
      by: 'test/program/production.test.ts',
    },
    {
      file: 'src/signing/sign.ts',
      find: "if (verifyBytes('sha256', prepared.bytes, signer.certificate.publicKey, signature)) {",
      replace: 'if (signature.length > 0) {',
      suffers: 'What a token signed with another key goes to the bank.',
      by: 'test/program/remote.test.ts',
    },
    {
      file: 'src/sandbox/resource.ts',
      find: 'if (all.length < 2) return all[0];',
      replace: 'if (all.length < 9) return all[0];',
      suffers: 'Of two cards with the same masked PAN the wrong one is deleted.',
      by: 'test/transcripts/transcripts.test.ts',
    },
    {
      file: 'src/client/session.ts',
      find: 'drop: async () => {},',
      replace: '',
      suffers: 'A write whose answer was lost is forgotten when its repeat finds no bank.',
      by: 'test/program/resume.test.ts',
    },
    {
      file: 'src/sca/confirm.ts',
      find: "if (scaStatus !== 'FAILED') return",
      replace: "if (scaStatus === 'FAILED') return",
      suffers: 'A refusal that somebody made up has an SCA forgotten that still is waiting for its PSU.',
      by: 'test/program/session-accept.test.ts',
    },
  ],
};

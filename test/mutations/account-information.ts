import type { Room } from './mutation.ts';

/** Who is told of accounts, when, and how often. */
export const accountInformation: Room = {
  name: 'account-information',
  tests: ['test/bank/accounts/', 'test/bank/by-the-clock/', 'test/bank/disclosure/'],
  mutations: [
    {
      file: 'src/bank/guards/require-sca.ts',
      find: 'if (isFresh(session, bankNow)) return undefined;',
      replace: 'if (session && !session.dead) return undefined;',
      suffers: 'A TPP lists the accounts of a PSU hours after their SCA.',
      by: 'test/bank/accounts/codes.test.ts',
    },
    {
      file: 'src/bank/handlers/accounts/own.ts',
      find: 'if (consented?.has(id)) return found;',
      replace: 'if (consented) return found;',
      suffers: 'A TPP reads the account that the PSU has left out.',
      by: 'test/bank/accounts/codes.test.ts',
    },
    {
      file: 'src/bank/handlers/accounts/own.ts',
      find: 'accounts: accounts.filter(({ account }) => consented.has(account.id)),',
      replace: 'accounts,',
      suffers: 'The list shows the account that the PSU has left out.',
      by: 'test/bank/accounts/shapes.test.ts',
    },
    {
      file: 'src/bank/guards/require-consent.ts',
      find: 'yield* findConsent(tpp, psu, agreement);',
      replace: 'yield* findConsent(tpp, psu, undefined);',
      suffers: 'Who has consented to their own accounts is asked for those of their company no more.',
      by: 'test/bank/accounts/psu.test.ts',
    },
    {
      file: 'src/bank/guards/four-calls.ts',
      find: "    if (exchange.header('PSU-IP-Address') !== undefined) return outcome;\n",
      replace: '',
      suffers: 'A PSU who looks at their balance for the fifth time is shown nothing.',
      by: 'test/bank/accounts/four-calls.test.ts',
    },
    {
      file: 'src/bank/domain/unattended.ts',
      find: 'calledAt + counted <= now',
      replace: 'calledAt <= now',
      suffers: 'A TPP asks for balances all day long without the PSU.',
      by: 'test/bank/accounts/four-calls.test.ts',
    },
    {
      file: 'src/bank/handlers/psu/agreements.ts',
      find: '  yield* keepCorporateId(tpp, psu, agreementId, made);\n',
      replace: '',
      suffers: 'The id that the list of agreements gives is refused when it is sent.',
      by: 'test/bank/accounts/psu.test.ts',
    },
  ],
};

import { describe, expect, it } from 'vitest';
import { type FormFacts, type FormInput, type SandboxForm, sandboxBody } from '../../src/sandbox/form.ts';
import { FORMS } from '../../src/sandbox/forms.ts';
import { faultOf } from '../support/fault-of.ts';

const OWN = { bban: '99901067291', iban: 'NO2899901067291', currency: 'EUR' };
const KNOWN: FormFacts = { own: OWN, today: '2026-11-18' };

async function bodyOf(form: SandboxForm, given: FormInput['given']): Promise<unknown> {
  return JSON.parse(Buffer.from(await sandboxBody(form, { given }, KNOWN)).toString('utf8'));
}

const refused = (form: SandboxForm, input: FormInput) => faultOf(sandboxBody(form, input));

function file(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

const customer = { number: '310999032', name: 'Prøve Bygg AS', type: 'corporate' };

describe('a body of sandbox data of flags [C-sandbox-data]', () => {
  const amount = (currency: string, units: number) => ({ currency, amount: units });
  it.each<[string, SandboxForm, FormInput['given'], unknown]>([
    [
      'a customer',
      FORMS.customer,
      customer,
      { customerNumber: '310999032', name: 'Prøve Bygg AS', type: 'corporate' },
    ],
    [
      'an account has no balance that nobody gave',
      FORMS.account,
      { customer: '1', name: 'Brukskonto', currency: 'NOK', 'credit-line': '-5' },
      { customerNumber: '1', accountName: 'Brukskonto', currency: 'NOK', creditLine: -5 },
    ],
    [
      'an account with one, in its currency',
      FORMS.account,
      { customer: '1', name: 'B', currency: 'EUR', balance: '7', type: 'SVGS', bban: '99905012343' },
      {
        ...{ customerNumber: '1', accountName: 'B', currency: 'EUR', bban: '99905012343' },
        ...{ cashAccountType: 'SVGS' },
        balances: [{ balanceAmount: amount('EUR', 7), balanceType: 'closingBooked' }],
      },
    ],
    [
      "balances in the account's currency",
      FORMS.balance,
      { ACCOUNT: 'a', booked: '-7', expected: '5' },
      [
        { balanceAmount: amount('EUR', -7), balanceType: 'closingBooked' },
        { balanceAmount: amount('EUR', 5), balanceType: 'expected' },
      ],
    ],
    [
      'a card account',
      FORMS.cardAccount,
      { customer: '1', 'masked-pan': '4925xxxx', currency: 'NOK', 'credit-limit': '500' },
      { customerNumber: '1', maskedPan: '4925xxxx', currency: 'NOK', creditLimit: amount('NOK', 500) },
    ],
    ['an agreement', FORMS.agreement, { owner: '1', name: 'A' }, { owner: '1', name: 'A' }],
    [
      'an engagement',
      FORMS.engagement,
      { AGREEMENT: 'a', customer: '1', account: OWN.iban, roles: 'VIEW, register' },
      { customer: '1', account: { iban: OWN.iban }, roles: ['VIEW', 'register'] },
    ],
    [
      'a pending card transaction, which has no date of booking',
      FORMS.cardTransaction,
      { CARD: 'c', amount: '-99', pending: 'true', mcc: '5411', text: 'Mat', id: '4711' },
      [
        {
          ...{ cardTransactionId: '4711', terminalId: '', bookingDate: '', transactionDate: '2026-11-18' },
          ...{ transactionAmount: amount('EUR', -99), originalAmount: amount('EUR', -99) },
          ...{ merchantCategoryCode: '5411', markupFee: amount('EUR', 0), markupFeePercentage: '' },
          ...{ cardAcceptorId: '', cardAcceptorAddress: {}, maskedPan: '', transactionDetails: 'Mat' },
          ...{ invoiced: '', proprietaryBankTransactionCode: '' },
        },
      ],
    ],
  ])('%s', async (_, form, given, body) => {
    expect(await bodyOf(form, given)).toEqual(body);
  });

  const party = (bban: string, iban = '') => ({ iban, bban });
  const rest = { creditorId: '', ultimateCreditor: '', ultimateDebtor: '', purposeCode: '' };

  it('a transaction that comes in: the account is the creditor, what nobody gave is empty', async () => {
    const given = { ACCOUNT: 'a', in: '5', 'counterparty-name': 'Ola', 'counterparty-bban': '99911200011' };
    expect(await bodyOf(FORMS.transaction, given)).toEqual([
      {
        ...rest,
        ...{ amount: 5, currency: 'EUR', valueDate: '2026-11-18', bookingDate: '2026-11-18' },
        ...{ remittanceInformationUnstructured: '', bankTransactionCode: 'PMNT-RCDT-DMCT' },
        ...{ creditorName: '', creditorAccount: party(OWN.bban, OWN.iban) },
        ...{ debtorName: 'Ola', debtorAccount: party('99911200011') },
      },
    ]);
  });

  it('a transaction that goes out: the account is the debtor, its value date is the one of booking', async () => {
    const given = { ACCOUNT: 'a', out: '5', date: '2026-11-02', text: 'Porto', code: 'PMNT' };
    expect(await bodyOf(FORMS.transaction, given)).toEqual([
      {
        ...rest,
        ...{ amount: 5, currency: 'EUR', valueDate: '2026-11-02', bookingDate: '2026-11-02' },
        ...{ remittanceInformationUnstructured: 'Porto', bankTransactionCode: 'PMNT' },
        ...{ creditorName: '', creditorAccount: party('') },
        ...{ debtorName: '', debtorAccount: party(OWN.bban, OWN.iban) },
      },
    ]);
  });
});

describe('what is wrong with sandbox data [C-sandbox-data, C-local-checks]', () => {
  const given = { ACCOUNT: 'a', in: '5' };
  it.each<[string, SandboxForm, FormInput['given'], string, string]>([
    [
      'a balance that is no whole number is told once',
      FORMS.account,
      { customer: '1', name: 'A', currency: 'NOK', balance: '1.50' },
      '--balance must be a whole number from -2147483648 to 2147483647',
      '--balance',
    ],
    [
      'a currency that two members have is told once',
      FORMS.account,
      { customer: '1', name: 'A', currency: 'XYZ', balance: '1' },
      '--currency must be a three-letter currency code, such as NOK',
      '--currency',
    ],
    [
      'the flag of two that was given',
      FORMS.transaction,
      { ACCOUNT: 'a', out: '0' },
      '--out must be',
      '--out',
    ],
    ['a date that two members have', FORMS.transaction, { ...given, date: 'x' }, '--date must be', '--date'],
    [
      'an amount as people type it, what it must be without',
      FORMS.transaction,
      { ACCOUNT: 'a', out: '1 000' },
      '--out must be a whole number from 1 to 2147483647, without spaces or decimals',
      '--out',
    ],
    [
      'one role of two',
      FORMS.engagement,
      { AGREEMENT: 'a', customer: '1', account: 'i', roles: 'VIEW,X' },
      '--roles must be VIEW or REGISTER',
      '--roles',
    ],
  ])('is told by the flag: %s', async (_, form, wrong, message, flag) => {
    const fault = await refused(form, { given: wrong });
    expect(fault.code).toBe('INPUT_INVALID');
    expect(fault.message.split('\n')).toEqual([expect.stringContaining(message)]);
    expect(fault.details.hint).toBe(`Change ${flag}.`);
  });

  it('names the flag to give, where what is wrong is what the bank would have taken for it', async () => {
    const late = { given: { ...given, 'value-date': '2025-12-24' } };
    const fault: unknown = await sandboxBody(FORMS.transaction, late, KNOWN).catch(
      (thrown: unknown) => thrown,
    );
    expect(fault).toMatchObject({
      message: '--date must not be later than --value-date, 2025-12-24',
      details: { hint: 'Add --date.' },
    });
  });
});

describe('numbers as people write them [C-sandbox-names]', () => {
  it.each<[string, SandboxForm, FormInput['given'], unknown]>([
    [
      'of a customer',
      FORMS.customer,
      { ...customer, number: '310 999 032' },
      { customerNumber: '310999032' },
    ],
    [
      'of an account, and an IBAN',
      FORMS.account,
      { customer: '1', name: '1 000', currency: 'NOK', bban: '9990.50.12343', iban: 'no03 9990 5012 343' },
      { accountName: '1 000', bban: '99905012343', iban: 'NO0399905012343' },
    ],
    ['of an owner', FORMS.agreement, { owner: '310 999 016', name: 'A' }, { owner: '310999016' }],
    [
      'of a counterparty',
      FORMS.transaction,
      { ACCOUNT: 'a', in: '5', 'counterparty-bban': '9991 12 00011' },
      [expect.objectContaining({ debtorAccount: { iban: '', bban: '99911200011' } })],
    ],
    [
      'but an id keeps its letters',
      FORMS.engagement,
      { AGREEMENT: 'a', customer: 'kQ3n', account: OWN.iban, roles: 'VIEW' },
      { customer: 'kQ3n' },
    ],
  ])('%s', async (_, form, given, body) => {
    expect(await bodyOf(form, given)).toMatchObject(body as object);
  });
});

describe('sandbox data from a file [C-sandbox-file]', () => {
  const one = { customerNumber: '1', name: 'A', type: 'private', more: 1 };

  it('goes as it is, octet by octet', async () => {
    const bytes = Buffer.from(`  ${JSON.stringify(one, null, 3)}\n`);
    expect(await sandboxBody(FORMS.customer, { given: {}, file: bytes })).toBe(bytes);
  });

  it('is checked by its own paths, and still needs the argument', async () => {
    const wrong = await refused(FORMS.transaction, { given: { ACCOUNT: 'a' }, file: file([{}, {}]) });
    expect(wrong.message).toContain('[1].bookingDate is required');
    expect(wrong.details.hint).toBe('Change the file.');
    const balances = file([{ balanceAmount: { currency: 'NOK', amount: 1 }, balanceType: 'expected' }]);
    const lacking = await refused(FORMS.balance, { given: {}, file: balances });
    expect(lacking.details.missing).toEqual(['ACCOUNT']);
  });

  it('has at most what one request takes', async () => {
    const [item] = (await bodyOf(FORMS.transaction, { ACCOUNT: 'a', in: '5' })) as unknown[];
    const given = { ACCOUNT: 'a' };
    await sandboxBody(FORMS.transaction, { given, file: file(Array(2000).fill(item)) });
    const fault = await refused(FORMS.transaction, { given, file: file(Array(2001).fill(item)) });
    expect(fault).toMatchObject({ code: 'INPUT_INVALID', message: 'the body must have at most 2000 items' });
    expect(fault.details.hint).toBe('Split the transactions into several files, one per request.');
  });

  it.each([
    ['beside flags', { given: { name: 'B' }, file: file(one) }, 'USAGE', "--name can't be used with it"],
    ['that is empty', { given: {}, file: Buffer.alloc(0) }, 'FILE_UNREADABLE', 'customer is empty'],
    ['with a key twice', { given: {}, file: Buffer.from('{"a":1,"a":1}') }, 'FILE_UNREADABLE', 'has a twice'],
  ])('is refused %s', async (_, input, code, message) => {
    expect(await refused(FORMS.customer, input)).toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });
});

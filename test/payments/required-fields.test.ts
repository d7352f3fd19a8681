import { describe, expect, it } from 'vitest';
import { memberAt } from '../../src/core/json-object.ts';
import { Fault } from '../../src/errors.ts';
import {
  buildBody,
  listMissingFlags,
  type PaymentFields,
  type SentKind,
  withAccountCurrencies,
} from '../../src/payments/fields.ts';
import { buildPayment } from '../../src/payments/prepare.ts';

const iban = 'NO9386011117947';
const bban = '86011117947';

describe('currencies of the accounts [C-currency-defaults]', () => {
  const currenciesOf = (fields: PaymentFields) => {
    const body = withAccountCurrencies('domestic', buildBody('domestic', fields));
    return ['creditorAccount', 'debtorAccount'].map((account) => memberAt(body, `${account}.currency`));
  };

  it("default to the amount's", () => {
    expect(currenciesOf({ currency: 'SEK' })).toEqual(['SEK', 'SEK']);
    expect(currenciesOf({ currency: 'SEK', 'to-bban': bban, 'from-bban': bban })).toEqual(['SEK', 'SEK']);
  });

  it('stay as they are given', () => {
    expect(currenciesOf({ currency: 'SEK', 'to-currency': 'EUR', 'from-currency': 'NOK' })).toEqual([
      'EUR',
      'NOK',
    ]);
  });

  it('stay out when there is none to take', () => {
    expect(withAccountCurrencies('domestic', buildBody('domestic', { 'to-bban': bban }))).toEqual({
      creditorAccount: { bban },
    });
  });
});

describe('currencies of the accounts of a bulk [C-currency-defaults]', () => {
  const item = (currency?: string, to?: string) => ({
    instructedAmount: { amount: '1.00', ...(currency === undefined ? {} : { currency }) },
    ...(to === undefined ? {} : { creditorAccount: { currency: to } }),
  });
  const filled = (...payments: readonly object[]) => withAccountCurrencies('bulk', { payments });

  it("are each amount's, and the debtor's is theirs where that is one", () => {
    expect(filled(item('SEK'), item('SEK', 'EUR'))).toEqual({
      payments: [item('SEK', 'SEK'), item('SEK', 'EUR')],
      debtorAccount: { currency: 'SEK' },
    });
  });

  it("leave the debtor's out where the payments have several, or one of them none", () => {
    expect(filled(item('SEK'), item('NOK'))).not.toHaveProperty('debtorAccount');
    expect(filled(item('SEK'), item())).toEqual({ payments: [item('SEK', 'SEK'), item()] });
    const absent = ['debtorAccount.currency'];
    expect(listMissingFlags('bulk', filled(item('SEK'), item('NOK')), absent)).toContain('--from-currency');
    expect(listMissingFlags('bulk', filled(item('SEK'), item()), absent)).not.toContain('--from-currency');
  });

  it('take whatever stands in place of payments as it is', () => {
    for (const payments of ['none', 3, null, [1, null, 'x']]) {
      expect(withAccountCurrencies('bulk', { payments })).toEqual({ payments });
    }
  });
});

describe('what each kind can not do without [C-missing-payment-flags]', () => {
  const missing = async (kind: SentKind, body: object = {}) => {
    const file = Buffer.from(JSON.stringify(body));
    const given = { kind, fields: {}, file: Object.keys(body).length === 0 ? undefined : file };
    const fault = await buildPayment({ ...given, localChecks: true }).catch((thrown: unknown) => thrown);
    return fault instanceof Fault ? fault.details.missing : [];
  };
  const amount = ['--amount', '--currency'];
  const norwegian = [...amount, '--to-name', '--to-bban', '--country'];

  it.each([
    ['domestic', [...norwegian, '--from-bban']],
    ['instant', [...norwegian, '--from-bban']],
    ['cross-border', [...amount, '--to-name', '--to-iban', '--from-bban']],
    ['periodic', [...norwegian, '--start-date', '--frequency', '--from-bban']],
    ['bulk', ['--file', '--from-bban']],
    ['fees', [...amount, '--to-bban', '--from-bban']],
  ] as const)('%s: all are named at once', async (kind, flags) => {
    expect(await missing(kind)).toEqual(flags);
  });

  it('is any of the names of an account across the border', async () => {
    const accounts = { creditorAccount: { bban: '1' }, debtorAccount: { iban } };
    expect(await missing('cross-border', accounts)).toEqual([...amount, '--to-name', '--to-agent']);
  });
});

describe('flags for what is missing [C-missing-input, C-missing-payment-flags]', () => {
  const complete: PaymentFields = {
    amount: '1.00',
    currency: 'NOK',
    'to-name': 'Ola',
    'to-bban': bban,
    country: 'NO',
    'from-bban': bban,
  };

  it('add what a schema found missing besides, once', () => {
    const { amount: _, ...rest } = complete;
    const absent = ['instructedAmount.amount', 'creditorAgent', 'instructedAmount'];
    expect(listMissingFlags('domestic', buildBody('domestic', rest), absent)).toEqual([
      ...['--amount', '--to-agent', '--currency'],
    ]);
  });

  it("do not name an account's currency while the amount's would be enough", () => {
    const { currency: _, ...rest } = complete;
    const absent = ['creditorAccount.currency', 'debtorAccount.currency'];
    expect(listMissingFlags('domestic', buildBody('domestic', rest), absent)).toEqual([]);
    expect(listMissingFlags('domestic', buildBody('domestic', complete), absent)).toEqual([
      '--to-currency',
      '--from-currency',
    ]);
  });
});

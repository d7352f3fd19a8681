import { describe, expect, it } from 'vitest';
import type { PaymentFields } from '../../src/payments/fields.ts';
import { buildPayment } from '../../src/payments/prepare.ts';
import { sandboxBody } from '../../src/sandbox/form.ts';
import { FORMS } from '../../src/sandbox/forms.ts';
import { faultOf } from '../support/fault-of.ts';

/** `Sørlandet Blåbær Ö`, letters and accents apart as macOS writes file names. */
const WHOLE = 'Sørlandet Blåbær Ö';
const APART = WHOLE.normalize('NFD');

const fields: PaymentFields = {
  amount: '100.50',
  currency: 'NOK',
  'to-name': APART,
  'to-bban': '86011117947',
  country: 'NO',
  street: APART,
  city: APART,
  'from-bban': '99901067291',
  'ultimate-debtor': APART,
  'end-to-end-id': APART,
  reference: [APART],
  'reference-issuer': [APART],
};

async function sent(asked: Partial<Parameters<typeof buildPayment>[0]>): Promise<string> {
  const prepared = await buildPayment({ kind: 'domestic', fields: {}, localChecks: true, ...asked });
  return Buffer.from(prepared.body).toString('utf8');
}

describe('letters and accents apart [C-composed, C-file-unchanged]', () => {
  it('are sent as one of every flag, and of messages', async () => {
    expect(APART).not.toBe(WHOLE);
    const { reference: _, 'reference-issuer': __, ...others } = fields;
    for (const given of [fields, { ...others, message: APART }]) {
      const body = await sent({ fields: given });
      expect(body).toBe(body.normalize('NFC'));
      expect(body.split(WHOLE).length - 1).toBe(given === fields ? 7 : 6);
    }
  });

  it('are sent as one of CSV, which is no body yet', async () => {
    const csv = `to-name,to-bban,amount,currency,country,message\n${APART},86011117947,1.00,NOK,NO,${APART}\n`;
    const file = Buffer.from(csv, 'utf8');
    const body = await sent({ kind: 'bulk', fields: { 'from-bban': '99901067291' }, file });
    expect(body.split(WHOLE)).toHaveLength(3);
  });

  it('are sent as they are where nothing is checked here', async () => {
    expect(await sent({ fields, localChecks: false })).toContain(APART);
  });

  it('in a JSON file are told with their place, not changed', async () => {
    const file = Buffer.from((await sent({ fields })).replace(WHOLE, APART), 'utf8');
    for (const more of [{}, { fields: { amount: '1.00' } }]) {
      const { message, details } = await faultOf(sent({ file, ...more }));
      expect(message).toBe(
        "creditorName has a character that can't be processed, U+030A at position 14: an accent separate from its letter; write å as one character (NFC)",
      );
      expect(details.hint).toContain('--to-name');
    }
    const unchecked = await buildPayment({ kind: 'domestic', fields: {}, file, localChecks: false });
    expect(unchecked.body).toBe(file);
  });

  it('are sent as one of sandbox data, and told of its files', async () => {
    const given = { number: '310999032', name: APART, type: 'CORPORATE' };
    const body = Buffer.from(await sandboxBody(FORMS.customer, { given })).toString('utf8');
    expect(JSON.parse(body).name).toBe(WHOLE);
    const file = Buffer.from(body.replace(WHOLE, APART), 'utf8');
    const { message } = await faultOf(sandboxBody(FORMS.customer, { given: {}, file }));
    expect(message).toContain('write å as one character (NFC)');
  });
});

it('a typographic character in a flag is told before anything is sent: the field, the character, what to write, and the flag [C-typographic]', async () => {
  const { message, details } = await faultOf(sent({ fields: { ...fields, 'to-name': 'Leie — mai' } }));
  expect(message).toBe(
    "creditorName has a character that can't be processed, U+2014 at position 6: an em dash; write - instead",
  );
  expect(details.hint).toMatch(/^Change --to-name,/);
});

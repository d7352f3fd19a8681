import { describe, expect, it, onTestFinished } from 'vitest';
import { openBank } from '../../../src/library.ts';
import type { HttpRequest } from '../../../src/message.ts';
import { openTestBank, type Send } from '../../support/bank.ts';

async function terseBank() {
  let clockReads = 0;
  const open: typeof openBank = (options) =>
    openBank({ ...options, terseErrors: true, processorTime: () => ++clockReads });
  const bank = await openTestBank({ open });
  onTestFinished(() => bank.close());
  return { bank, clockReads: () => clockReads };
}

const without =
  (...names: readonly string[]) =>
  (request: HttpRequest): HttpRequest => ({
    ...request,
    headers: request.headers.filter(([name]) => !names.includes(name)),
  });

describe('a bank that is terse, as real ones are [D2-terse-errors]', () => {
  it('says of a signature that it is no good, and nothing else', async () => {
    const { bank, clockReads } = await terseBank();
    const wrongs: readonly Send[] = [
      { afterSigning: (request) => ({ ...request, body: Buffer.from(`${request.body} `) }) },
      { headers: { Date: 'yesterday' } },
    ];
    for (const wrong of wrongs) {
      const { status, json, header } = await bank.send({ body: bank.payment(), ...wrong });
      expect({ status, json }).toEqual({
        status: 400,
        json: { tppMessages: [{ category: 'ERROR', code: 'BAD_REQUEST' }] },
      });
      expect(header('PSD2-Findings')).toBeUndefined();
    }
    // Without a search there is nothing to time.
    expect(clockReads()).toBe(0);
  });

  it('names a header that is missing by its name alone', async () => {
    const { bank } = await terseBank();
    const { json } = await bank.send({ body: bank.payment(), afterSigning: without('Signature', 'Digest') });
    expect(json.tppMessages.map(({ text, path }: { text: string; path: string }) => [path, text])).toEqual([
      ['Digest', 'Digest is required'],
      ['Signature', 'Signature is required'],
    ]);
  });

  it('is not terse about a body that is signed well', async () => {
    const { bank } = await terseBank();
    const body = { ...bank.payment(), creditorName: '' };
    const { json } = await bank.send({ body });
    expect(json.tppMessages[0]).toMatchObject({ path: 'creditorName', text: expect.any(String) });
  });
});

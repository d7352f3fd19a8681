import { describe, expect, it, onTestFinished } from 'vitest';
import { openBank } from '../../../src/library.ts';
import type { HttpRequest } from '../../../src/message.ts';
import { CpuAllowance } from '../../../src/signing/budget.ts';
import { openTestBank, type TestBank } from '../../support/bank.ts';

/** Clocks of a bank that many call: each look at the processor's costs what the test says. */
interface Clocks {
  wall: number;
  perLook: number;
  looks: number;
}

/** A bank as it is served: its searches share an allowance. */
async function sharedBank(): Promise<TestBank & { readonly clocks: Clocks }> {
  const clocks = { wall: 1000, perLook: 0, looks: 0 };
  const processorTime = () => {
    clocks.looks += 1;
    return clocks.looks * clocks.perLook;
  };
  const limits = { milliseconds: 20, withinMilliseconds: 200 };
  const searches = new CpuAllowance(limits, () => clocks.wall);
  const bank = await openTestBank({ open: (given) => openBank({ ...given, processorTime, searches }) });
  onTestFinished(() => bank.close());
  return Object.assign(bank, { clocks });
}

function rewritten(header: string, write: (value: string) => string) {
  return (request: HttpRequest): HttpRequest => ({
    ...request,
    headers: request.headers.map(([name, value]) => [name, name === header ? write(value) : value]),
  });
}

function without(...dropped: string[]) {
  return (request: HttpRequest): HttpRequest => ({
    ...request,
    headers: request.headers.filter(([name]) => !dropped.includes(name)),
  });
}

/** The X-Request-ID was written in upper case after signing. */
const shouted = { headers: { 'X-Request-ID': 'a-request' }, afterSigning: rewritten('X-Request-ID', upper) };
const pretty = {
  afterSigning: (request: HttpRequest): HttpRequest => ({
    ...request,
    body: Buffer.from(JSON.stringify(JSON.parse(Buffer.from(request.body).toString()), null, 2)),
  }),
};

function upper(value: string): string {
  return value.toUpperCase();
}

describe('searches for causes at a bank that many call [S12-searches-served]', () => {
  it('are not begun when their time is spent: status and code stay, the text says so and where it is sought', async () => {
    const bank = await sharedBank();
    for (const [fault, found, code, path] of [
      [shouted, /^signature-invalid-value: .* case/, 'signature-invalid', 'X-Request-ID'],
      [pretty, /^digest-mismatch: .* the same JSON/, 'digest-mismatch', 'Digest'],
    ] as const) {
      bank.clocks.wall += 1000;
      bank.clocks.perLook = 0;
      const sought = await bank.send(fault);
      expect([sought.status, sought.json.tppMessages[0].code]).toEqual([400, 'BAD_REQUEST']);
      expect(sought.json.tppMessages[0].text).toMatch(found);
      expect(sought.json.tppMessages[0].path).toBe(path);
      // One search that takes 25 ms uses up what the next would have.
      bank.clocks.perLook = 25;
      await bank.send(fault);
      bank.clocks.perLook = 0;
      const spent = await bank.send(fault);
      expect([spent.status, spent.json.tppMessages[0].code]).toEqual([400, 'BAD_REQUEST']);
      const text: string = spent.json.tppMessages[0].text;
      expect(text).toMatch(new RegExp(`^${code}: `));
      expect(text).toContain(
        " The cause wasn't searched for. To find it, run psd2 verify with this request. ",
      );
      bank.clocks.wall += 200;
      expect((await bank.send(fault)).json.tppMessages[0].text).toBe(sought.json.tppMessages[0].text);
    }
  });

  it('are not made at all where what they find is not said: the first error answers', async () => {
    const bank = await sharedBank();
    for (const [afterSigning, code] of [
      [without('Date'), 'date-missing'],
      [without('Digest'), 'digest-missing'],
      [without('Date', 'Digest'), 'date-missing'],
      [rewritten('Date', () => 'Wed, 18 Nov 2026 08:00:00 GMT'), 'date-skew'],
    ] as const) {
      const { status, json } = await bank.send({ afterSigning });
      expect(status).toBe(400);
      expect(json.tppMessages[0].text).toMatch(new RegExp(`^${code}`));
    }
    expect(bank.clocks.looks).toBe(0);
  });

  it('take nothing from an honest request', async () => {
    const bank = await sharedBank();
    expect((await bank.send()).status).toBe(201);
    expect(bank.clocks.looks).toBe(0);
  });
});

describe('the search at any bank [S12-signature-search]', () => {
  it('ends after 2 MiB of candidates, with the same words at each try, and claims no cause', async () => {
    const bank = await openTestBank();
    onTestFinished(() => bank.close());
    const replaced = {
      headers: { 'X-Request-ID': 'one' },
      afterSigning: rewritten('X-Request-ID', () => 'another-one'),
    };
    const answers = [await bank.send(replaced), await bank.send(replaced)];
    for (const { status, json } of answers) {
      expect(status).toBe(400);
      expect(json.tppMessages[0]).toMatchObject({ code: 'BAD_REQUEST', path: 'Signature' });
      expect(json.tppMessages[0].text).toMatch(
        /^signature-invalid: .* The search for the cause was stopped after hashing 2\.0 MiB of candidates\. To find it, run psd2 verify with this request\. /,
      );
    }
    expect(answers[0]!.json.tppMessages[0].text).toBe(answers[1]!.json.tppMessages[0].text);
  });
});

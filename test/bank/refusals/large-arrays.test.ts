import { describe, expect, it } from 'vitest';
import { expectRefusal } from './expectations.ts';
import { bankOf } from './rows.ts';

describe('a body with too much in it [D2-together, S12-body-limit]', () => {
  const bank = bankOf();
  const withReferences = (items: unknown[]) => ({
    ...bank().payment(),
    remittanceInformationUnstructured: undefined,
    remittanceInformationStructuredArray: items,
  });

  it('is refused for the length of an array before its items are read', async () => {
    const answer = await bank().send({ body: withReferences(Array(130_000).fill(0)) });
    expectRefusal(answer, {
      status: 400,
      code: 'FORMAT_ERROR',
      path: 'remittanceInformationStructuredArray',
    });
    expect(bank().unexpected).toEqual([]);
  });

  it('is told at most 100 faults', async () => {
    const answer = await bank().send({ body: withReferences(Array(1000).fill(0)) });
    expect(answer.status).toBe(400);
    expect(answer.json.tppMessages).toHaveLength(100);
    expect(answer.json.tppMessages[0].path).toBe('remittanceInformationStructuredArray[0]');
  });

  it('has a path of at most 512 characters for a repeated key of any length', async () => {
    const key = 'k'.repeat(100_000);
    const answer = await bank().send({ rawBody: `{"${key}":1,"${key}":2}` });
    expect(answer.status).toBe(400);
    expect(answer.json.tppMessages[0].path.length).toBe(512);
  });
});

import { describe, it } from 'vitest';
import { tryHalf } from '../model/long-run.ts';

describe("a payment's life in very many random histories, one half [D4-life-model, D4-products-model, D5-basket-model, D9-invariants]", () => {
  it(
    'is what the model says, and the ten invariants hold after every step',
    {
      timeout: 3_600_000,
    },
    () => tryHalf('one'),
  );
});

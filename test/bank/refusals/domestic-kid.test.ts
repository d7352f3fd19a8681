import { describe } from 'vitest';
import { allowedKid, noKid, requiredKid } from './kid-rows.ts';
import { itAnswers } from './rows.ts';

describe('KID to an account that requires it [I-errors-kid, D4-kid-required, D4-kid-candidates, D8-kid-entries]', () => {
  itAnswers(requiredKid);
});

describe('KID to an account that allows it [D4-kid-allowed, D4-kid-mod11]', () => {
  itAnswers(allowedKid);
});

describe('KID to an account that takes none, and to one without an entry [D4-kid-none]', () => {
  itAnswers(noKid);
});

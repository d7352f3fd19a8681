import { afterEach, describe, expect, it } from 'vitest';
import {
  createInterruption,
  resetInFlightWrites,
  writeIsAnswered,
  writeLeaves,
} from '../../src/cli/in-flight-writes.ts';

afterEach(resetInFlightWrites);

describe('what an interruption says [S10-ctrl-c]', () => {
  it('names each write and what became of it', () => {
    writeLeaves('create payment', 'request-1');
    writeIsAnswered('request-1', 201);
    writeLeaves('cancel payment', 'request-2');
    expect(createInterruption().message).toBe(
      'Interrupted.\ncreate payment: answered with 201, X-Request-ID request-1\n' +
        'cancel payment: outcome unknown, X-Request-ID request-2',
    );
  });

  it('names none of a command that ran before in the same process', () => {
    writeLeaves('create payment', 'request-1');
    resetInFlightWrites();
    expect(createInterruption().message).toBe('Interrupted. Nothing was changed at the bank.');
  });
});

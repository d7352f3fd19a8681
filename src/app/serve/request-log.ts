import type { ToldExchange } from '../../bank/settings.ts';
import type { ServerRefusal } from '../../server/refusals.ts';

/** A log of JSON, a line for each answer. Nothing that was sent is in it but what the bank tells. @see S10-request-log */
export interface RequestLog {
  readonly onAnswered: (told: ToldExchange) => void;
  readonly onRefused: (refusal: ServerRefusal) => void;
}

/**
 * Answers that are given in one tick are written as one: a write for each costs a served bank more than the answer.
 * @param write takes whole lines
 */
export function requestLog(write: (lines: string) => void, clock: () => number): RequestLog {
  let waiting: string[] = [];
  const flush = () => {
    const lines = waiting.join('\n');
    waiting = [];
    write(lines);
  };
  const log = (entry: object) => {
    if (waiting.length === 0) setImmediate(flush);
    waiting.push(JSON.stringify({ time: new Date(clock()).toISOString(), ...entry }));
  };
  return {
    onAnswered: log,
    onRefused: ({ status, code, text }) => log({ status, codes: [code], refused: text }),
  };
}

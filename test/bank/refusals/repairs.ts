import { beforeAll, expect, it } from 'vitest';
import type { Answer, Send, TestBank } from '../../support/bank.ts';
import { makeSession } from '../../support/known-psu.ts';
import { all, type Change } from './changes.ts';
import { expectCreated, expectErrorBody, faults } from './expectations.ts';
import type { Kind } from './kinds.ts';
import { bankOf, knownPsu } from './rows.ts';

/** A fault as `faults` writes it, and the edit that mends it. A pattern is for what the specification leaves open. */
export type Repair = readonly [fault: string | RegExp, change: Change];

/** Faults that the bank tells together, in its order; they hide those of the next stage. */
export interface Stage {
  readonly what: string;
  readonly status: number;
  /** What the requests of this stage have of their own: faults that no edit of the body mends. */
  readonly send?: Omit<Send, 'body' | 'path'>;
  readonly faults: readonly Repair[];
}

export interface Broken {
  readonly kind: Kind;
  /** The body at its worst. */
  readonly body: (bank: TestBank) => object;
  readonly stages: readonly Stage[];
  /** The faults of the repaired body when it is sent a second time. */
  readonly duplicate: readonly (string | RegExp)[];
  /** Makes another payment of it. */
  readonly another: Change;
}

/** The status, and every fault in its order. */
/** The faults of a refusal, all of them and in their order. */
export function expectFaults(answer: Answer, status: number, wanted: readonly (string | RegExp)[]): void {
  expect(answer.status, answer.text).toBe(status);
  expect(faults(answer)).toEqual(
    wanted.map((fault) => (typeof fault === 'string' ? fault : expect.stringMatching(fault))),
  );
  expectErrorBody(answer);
}

type SendRepaired = (changes: readonly Change[], what: Stage['send']) => Promise<Answer>;

/** Each fault of a stage is told whatever else is wrong, and goes with its own repair only. */
function itHasEachFault({ what, status, send: own, faults: all }: Stage, done: Change[], send: SendRepaired) {
  if (all.length < 2) return;
  it(`loses exactly the fault that is repaired, ${what}`, async () => {
    for (const repaired of all) {
      const left = all.filter((other) => other !== repaired).map(([fault]) => fault);
      expectFaults(await send([...done, repaired[1]], own), status, left);
    }
  });

  it(`has one fault left when all the others are repaired, ${what}`, async () => {
    for (const left of all) {
      const changes = all.filter((other) => other !== left).map(([, change]) => change);
      expectFaults(await send([...done, ...changes], own), status, [left[0]]);
    }
  });
}

/**
 * Everything wrong first, then one fault repaired per test until the bank takes the body; then once more, as the
 * logical duplicate that it is by then. The session has an SCA of the PSU: everything may be told.
 */
export function itIsRepaired({ kind, body, stages, duplicate, another }: Broken): void {
  const bank = bankOf();
  beforeAll(() => makeSession(bank()));
  let broken: object | undefined;
  const send = (changes: readonly Change[], what: Stage['send'] = {}) => {
    broken ??= body(bank());
    const repaired = structuredClone(broken);
    all(...changes)(repaired);
    return bank().send({
      path: kind.path,
      ...what,
      headers: { ...knownPsu, ...what.headers },
      body: repaired,
    });
  };

  const done: Change[] = [];
  let last: string | RegExp | undefined;
  for (const stage of stages) {
    stage.faults.forEach(([, change], place) => {
      const changes = [...done];
      const left = stage.faults.slice(place).map(([fault]) => fault);
      const count = left.length === 1 ? 'its one fault' : `its ${left.length} faults`;
      const before = last === undefined ? '' : `, ${last} repaired`;
      it(`is refused for ${count}, ${stage.what}${before}`, async () => {
        expectFaults(await send(changes, stage.send), stage.status, left);
      });
      done.push(change);
      last = stage.faults[place]?.[0];
    });
    itHasEachFault(stage, done.slice(0, -stage.faults.length), send);
  }

  it('is taken when nothing is wrong any more, and that once', async () => {
    expectCreated(await send(done));
    expectFaults(await send(done), 409, duplicate);
  });

  it('is taken again as another payment', async () => {
    expectCreated(await send([...done, another]));
  });
}

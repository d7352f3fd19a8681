import { runBatch } from '../../client/operator.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import type { BatchRun } from '../../wire/operator.ts';
import { atBank, type Meta } from '../at-bank.ts';
import { OPERATOR } from '../only-sandbox.ts';
import type { Program } from '../program.ts';

export type RanBatch = BatchRun & Meta;

export function runBatchNow(program: Program, given: GivenFlags): Promise<RanBatch> {
  return atBank(
    program,
    given,
    async ({ session, withMeta }) => withMeta(await session.operate(runBatch, undefined)),
    OPERATOR,
  );
}

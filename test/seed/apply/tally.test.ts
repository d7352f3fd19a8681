import { describe, expect, it } from 'vitest';
import { ApplyReport, type Step } from '../../../src/seed/apply/report.ts';

const at = (line: number) => ({ file: 'world.yaml', line, column: 9 });

describe('the steps of an apply [C-seed-json]', () => {
  it('are in the order of the files, whatever came to its end first', () => {
    const steps: Step[] = [
      { fate: 'deleted', sort: 'customers', what: 'customer B' },
      { fate: 'deleted', sort: 'accounts', what: 'account A' },
      { fate: 'created', sort: 'customers', what: 'customer C', place: at(2) },
      { fate: 'created', sort: 'transactions', what: '500 transactions of account A', place: at(8) },
      { fate: 'created', sort: 'transactions', what: '1 transaction of account B', place: at(13) },
      { fate: 'differs', sort: 'transactions', what: '1 transaction of account A' },
      { fate: 'differs', sort: 'transactions', what: '1 transaction of account B' },
    ];
    const tally = new ApplyReport();
    const [first, second, ...others] = steps;
    for (const step of [first!, second!, ...others.toReversed()]) tally.add(step);
    expect(tally.steps).toEqual(steps);
  });
});

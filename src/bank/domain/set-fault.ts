/** A fault that the operator has set, as the bank keeps it. @see D11-faults */
export interface SetFault {
  readonly faultId: number;
  /** A name of wire/faults.ts. */
  readonly fault: string;
  /** A name of the table of operations. */
  readonly operation?: string;
  /** The one call that it strikes; absent: each. */
  readonly call?: number;
  readonly status?: number;
  readonly milliseconds?: number;
  /** How many calls came that it could have struck. */
  readonly calls: number;
  /** How many it struck. */
  readonly strikes: number;
}

/** What of a fault is asked for. */
export interface AskedFault {
  readonly fault: string;
  readonly operation?: string | undefined;
  readonly call?: number | undefined;
  readonly status?: number | undefined;
  readonly milliseconds?: number | undefined;
}

/** Whether the call that it was set for is over. */
export function isSpent({ call, calls }: Pick<SetFault, 'call' | 'calls'>): boolean {
  return call !== undefined && calls >= call;
}

/** Whether it strikes the next call. @see D11-fault-calls */
export function strikesNext({ call, calls }: Pick<SetFault, 'call' | 'calls'>): boolean {
  return call === undefined || call === calls + 1;
}

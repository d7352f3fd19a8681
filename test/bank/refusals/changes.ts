/** One edit of a valid payment body; paths are written as the bank writes them: `creditorAccount.bban`, `items[0].reference`. */
export type Change = (payment: object) => void;

type Members = Record<string, unknown>;

function members(path: string): string[] {
  return path.split(/[.[\]]+/).filter((name) => name !== '');
}

function holder(payment: object, names: readonly string[]): Members {
  return names.slice(0, -1).reduce<Members>((at, name) => at[name] as Members, payment as Members);
}

/** Gives the member at `path` a value of its own, so that later edits stay in one body; its parent must be there. */
export function set(path: string, value: unknown): Change {
  return (payment) => {
    const names = members(path);
    holder(payment, names)[names.at(-1) ?? ''] = structuredClone(value);
  };
}

/** Takes the member at `path` out. */
export function without(path: string): Change {
  return (payment) => {
    const names = members(path);
    delete holder(payment, names)[names.at(-1) ?? ''];
  };
}

/** Several edits, in order. */
export function all(...changes: readonly Change[]): Change {
  return (payment) => {
    for (const change of changes) change(payment);
  };
}

/** Puts structured references in the place of the message: the two exclude each other. */
export function references(...items: readonly unknown[]): Change {
  return all(
    without('remittanceInformationUnstructured'),
    set('remittanceInformationStructuredArray', items),
  );
}

/** Puts the single structured object, which is being phased out, in the place of the message. */
export function reference(item: unknown): Change {
  return all(without('remittanceInformationUnstructured'), set('remittanceInformationStructured', item));
}

/** Names a card account as debtor. */
export function cardDebtor(other: unknown): Change {
  return set('debtorAccount', { currency: 'NOK', other });
}

import type { Operation } from '../../client/operation.ts';
import { Fault } from '../../errors.ts';
import { unspaced } from '../../values/written-number.ts';
import type { AsPsu } from '../sca/read-again.ts';
import type { InformationSort } from './sorts.ts';

/** What an account is found by. */
export type NamedSort<Item, List, Reference> = Pick<
  InformationSort<Item, List, unknown, unknown, Reference>,
  'word' | 'topic' | 'isNumber' | 'itemsOf' | 'idOf' | 'numbersOf' | 'reference'
> & {
  readonly operations: () => Promise<{ readonly list: Operation<{ readonly withBalance?: true }, List> }>;
};

/**
 * The id behind a number, by the list of what is consented to; an id is as it was typed.
 * @throws Fault INPUT_INVALID for a number that the list has not
 * @see C-account-named
 */
export async function idOf<Item, List extends object, Reference>(
  as: AsPsu,
  sort: NamedSort<Item, List, Reference>,
  name: string,
): Promise<string> {
  if (!sort.isNumber(name)) return name;
  const { list: operation } = await sort.operations();
  const { resource } = await as.call(operation, {}, true).catch((fault) => {
    throw fault instanceof Fault ? withoutList(fault, sort.word, name) : fault;
  });
  const wanted = unspaced(name);
  const item = sort
    .itemsOf(resource)
    .find((one) => sort.numbersOf(one).some((number) => number !== undefined && unspaced(number) === wanted));
  if (item !== undefined) return sort.idOf(item);
  throw new Fault('INPUT_INVALID', `The PSU hasn't consented to ${sort.word} ${name}.`, {
    hint: `See what they have consented to:\npsd2 ${sort.topic} list`,
  });
}

function withoutList(fault: Fault, word: string, name: string): Fault {
  const text = `Can't read the list of ${word}s to find the id of ${name}. ${fault.message}`;
  return new Fault(fault.code, text, { ...fault.details, cause: fault });
}

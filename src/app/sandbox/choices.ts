import { Fault } from '../../errors.ts';
import type { Given } from '../../forms/sandbox/form.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import { atBank } from '../at-bank.ts';
import type { Program } from '../program.ts';
import { type Owners, ownersAt, SANDBOX_DATA } from './data.ts';
import type { Sort } from './sorts.ts';

/** What a person picks from instead of typing it. */
export interface Choice {
  readonly value: string;
  /** What stands beside it, column by column. */
  readonly about: readonly string[];
}

/** @param given what was given and answered before */
export type Choices = (program: Program, settings: GivenFlags, given: Given) => Promise<readonly Choice[]>;

/** How a person is asked for what is missing, by the name of flag or argument. @see C-sandbox-asked */
export interface Questions {
  readonly choices?: Readonly<Record<string, Choices>>;
  /** Of these choices several may be taken. */
  readonly several?: readonly string[];
  /** What Enter alone answers. */
  readonly usual?: Readonly<Record<string, string>>;
  /** Flags of which one is given. */
  readonly oneOf?: readonly string[];
  /** What is wrong with what was given and answered, in words. */
  readonly faultOf?: (given: Given) => Promise<string | undefined>;
}

export function fixed(choices: readonly (readonly [value: string, about: string])[]): Choices {
  return async () => choices.map(([value, about]) => ({ value, about: [about] }));
}

type Listed<Item> = Pick<Sort<Item>, 'word' | 'list' | 'nameOf' | 'kindOf' | 'ownerOf'>;

/** Those of a sort that the bank lists; where there are none, what makes one is said. */
export function listed<Item>(sort: Listed<Item>, isMeant?: (item: Item, given: Given) => boolean): Choices {
  const all = allOf(sort, isMeant);
  return async (...asked) => {
    const choices = await all(...asked);
    if (choices.length > 0) return choices;
    throw new Fault('INPUT_MISSING', `The sandbox has no ${sort.word.replace('-', ' ')} to choose from.`, {
      hint: `Create one:\npsd2 sandbox ${sort.word} create`,
    });
  };
}

/** The same, which may be none. */
export function allOf<Item>(
  sort: Listed<Item>,
  isMeant: (item: Item, given: Given) => boolean = () => true,
): Choices {
  return (program, settings, given) =>
    atBank(
      program,
      settings,
      async ({ session }) => {
        const { resource } = await session.lookUp(sort.list, undefined);
        const owners = await ownersAt(session);
        const items = resource.filter((item) => isMeant(item, given));
        return items.map((item) => ({ value: sort.nameOf(item), about: aboutOf(sort, item, owners) }));
      },
      SANDBOX_DATA,
    );
}

function aboutOf<Item>(
  { kindOf, ownerOf }: Pick<Sort<Item>, 'kindOf' | 'ownerOf'>,
  item: Item,
  owners: Owners,
): readonly string[] {
  const owner = ownerOf(item);
  return [kindOf(item) ?? [], owners.get(owner) ?? owner].flat();
}

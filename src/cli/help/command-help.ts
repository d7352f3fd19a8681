import type { Command } from '@oclif/core/command';
import { CommandHelp } from '@oclif/core/help';
import { wrap } from '../layout.ts';
import { flagGroups } from './flag-order.ts';
import { usageWords } from './usage.ts';

/** By how much further lines stand behind the first. */
const HANGING = 2;
/** What a reader looks for first; a list of flags can be longer than a screen. */
const ORDER = ['USAGE', 'DESCRIPTION', 'EXAMPLES', 'ARGUMENTS', 'FLAGS', 'ALIASES'];

/**
 * A command's help: usage in one line, examples before the flags, flags in their order.
 * @see C-help-order, C-help-examples
 */
export class OrderedHelp extends CommandHelp {
  protected override sections() {
    const place = ({ header }: { readonly header: string }) => ORDER.indexOf(header);
    return super
      .sections()
      .filter((section) => place(section) !== -1)
      .sort((a, b) => place(a) - place(b));
  }

  protected override usage(): string {
    const words = usageWords(this.command, this.config.bin);
    const width = this.opts.maxWidth ?? Number.POSITIVE_INFINITY;
    return wrap('', width - HANGING, words).join(`\n${' '.repeat(HANGING)}`);
  }

  /** The summary stands above the usage. */
  protected override description(): string | undefined {
    const { description } = this.command;
    return description === undefined ? undefined : this.wrap(description);
  }

  protected override groupFlags() {
    const groups = flagGroups(this.command.flags);
    const named = groups.flatMap(({ name, flags }) =>
      name === undefined ? [] : [[name, [...flags]] as const],
    );
    const mainFlags = groups.find(({ name }) => name === undefined)?.flags ?? [];
    return {
      mainFlags: [...mainFlags],
      flagGroups: Object.fromEntries(named) as Record<string, Command.Flag.Any[]>,
    };
  }
}

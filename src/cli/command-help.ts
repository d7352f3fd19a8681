import { CommandHelp } from '@oclif/core/help';
import { wrap } from './layout.ts';

/** By how much further lines stand behind the first. */
const HANGING = 2;
/** Groups of flags that many commands have: after a command's own. */
const SHARED = ['EXCHANGE', 'GLOBAL'];

/** A command's help: usage in one line, and its own flags first. @see cli.md Behaviour, Help */
export class OrderedHelp extends CommandHelp {
  protected override usage(): string {
    const { id, args, usage } = this.command;
    const name = id.replaceAll(':', ' ');
    const words = `$ ${this.config.bin} ${name}`;
    const given = Object.values(args).filter(({ hidden }) => hidden !== true);
    const named = given.map((arg) => (arg.multiple === true ? `${this.arg(arg)}...` : this.arg(arg)));
    const more =
      usage === undefined
        ? [...named, '[FLAGS]']
        : [usage].flat().map((line) => line.slice(`${name} `.length));
    const width = this.opts.maxWidth ?? Number.POSITIVE_INFINITY;
    return wrap('', width - HANGING, [words, ...more]).join(`\n${' '.repeat(HANGING)}`);
  }

  /** oclif takes groups in the order of the alphabet in which their flags come; here it is that of the command. */
  protected override groupFlags(flags: Parameters<CommandHelp['groupFlags']>[0]) {
    const { mainFlags, flagGroups } = super.groupFlags(flags);
    const declared = Object.values(this.command.flags).flatMap(({ helpGroup }) => helpGroup ?? []);
    const own = declared.filter((group) => !SHARED.includes(group));
    const ordered = [...new Set([...own, ...SHARED])].flatMap((group) => {
      const members = flagGroups[group];
      return members === undefined ? [] : [[group, members] as const];
    });
    return { mainFlags, flagGroups: Object.fromEntries(ordered) };
  }
}

import { Help } from '@oclif/core/help';
import { OrderedHelp } from './command-help.ts';

/** The help of the program and its topics: each command and topic once. @see C-help-order */
export class ProgramHelp extends Help {
  protected override CommandHelpClass = OrderedHelp;

  /** A command that has commands below it stands among the commands. */
  protected override get sortedTopics() {
    return super.sortedTopics.filter(({ name }) => this.config.findCommand(name) === undefined);
  }

  /** Another name of a command is listed where the command itself is not. */
  protected override get sortedCommands() {
    const all = super.sortedCommands;
    const above = (id: string) => id.split(':').slice(0, -1).join(':');
    return all.filter(
      ({ id, aliases }) =>
        !aliases.includes(id) ||
        !all.some((other) => other.id !== id && other.aliases.includes(id) && above(other.id) === above(id)),
    );
  }
}

import { CommandHelp } from '@oclif/core/help';
import { wordsOf, wrap } from './layout.ts';

const TEMPLATE = '<%= command.id %>';
/** By how much further lines stand behind the first. */
const HANGING = 2;

/**
 * A command's help at a terminal. oclif breaks the line of usage where its template for the command's words would fit,
 * which may be shorter than the words.
 */
export class WrappedHelp extends CommandHelp {
  protected override usage(): string {
    const command = `$ ${this.config.bin} ${this.command.id.replaceAll(':', ' ')}`;
    const more = wordsOf(this.defaultUsage()).slice(wordsOf(TEMPLATE).length);
    const width = this.opts.maxWidth ?? Number.POSITIVE_INFINITY;
    const lines = wrap('', width - HANGING, [command, ...more]);
    return lines.join(`\n${' '.repeat(HANGING)}`);
  }
}

import { BankCommand } from '../cli/bank-command.ts';
import { parseConsentFlags } from '../cli/psu-flags.ts';
import type { Called } from '../client/call.ts';
import type { AsPsu, Reading } from '../sca/retry-after-sca.ts';
import type { Meta } from '../session/with-session.ts';
import { readInformation } from './read.ts';

/** The base of the commands that read account information. */
export abstract class InformationCommand<Resource extends object> extends BankCommand<Resource & Meta> {
  /** Reads as the PSU that the flags name, at the profile's bank. @throws Fault USAGE */
  protected read(
    flags: Parameters<typeof parseConsentFlags>[0],
    read: (as: AsPsu) => Promise<Called<Resource>>,
    how?: Pick<Reading, 'kind' | 'isList'>,
  ): Promise<Resource & Meta> {
    return readInformation(this.context, parseConsentFlags(flags, this.usualSca), read, how);
  }
}

import { Flags } from './flags.ts';
import { headerFlag } from './header-flag.ts';

const GROUP = 'EXCHANGE';

/** How one sees what goes to the bank and comes back, on every command that calls it. @see cli.md Behaviour */
export const exchangeFlags = {
  verbose: Flags.boolean({
    description: 'Show each request and answer on stderr, secrets and personal data struck out.',
    helpGroup: GROUP,
  }),
  'dry-run': Flags.boolean({
    description: 'Build and sign the request, print it, send nothing.',
    exclusive: ['curl'],
    helpGroup: GROUP,
  }),
  curl: Flags.boolean({
    description: 'Print the signed request as a curl command, send nothing.',
    helpGroup: GROUP,
  }),
  har: Flags.string({
    description: 'Write the exchanges to a HAR file, secrets and personal data struck out.',
    exclusive: ['har-full'],
    helpValue: 'FILE',
    helpGroup: GROUP,
  }),
  'har-full': Flags.string({
    description: 'Write them with all that is in them, for nobody else to read.',
    helpValue: 'FILE',
    helpGroup: GROUP,
  }),
  ...headerFlag,
};

export interface ExchangeFlags {
  readonly verbose?: boolean;
  readonly 'dry-run'?: boolean;
  readonly curl?: boolean;
  readonly har?: string | undefined;
  readonly 'har-full'?: string | undefined;
  readonly header?: readonly string[] | undefined;
}

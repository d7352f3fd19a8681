import { Flags } from './flags.ts';
import { headerFlag } from './header-flag.ts';

const GROUP = 'EXCHANGE';

/** How one sees what goes to the bank and comes back, on every command that calls it. @see C-verbose */
export const exchangeFlags = {
  verbose: Flags.boolean({
    description:
      'Show each request and response on stderr, with secrets masked, and personal data unless the bank is embedded.',
    helpGroup: GROUP,
  }),
  'dry-run': Flags.boolean({
    description: 'Build and sign the request and print it without sending it.',
    exclusive: ['curl'],
    helpGroup: GROUP,
  }),
  curl: Flags.boolean({
    description: 'Print the signed request as a curl command without sending it.',
    helpGroup: GROUP,
  }),
  har: Flags.string({
    description: 'Write the exchanges to a HAR file, with secrets and personal data masked.',
    exclusive: ['har-full'],
    helpValue: 'FILE',
    helpGroup: GROUP,
  }),
  'har-full': Flags.string({
    description: "Don't mask secrets and personal data. Don't share such a file.",
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

import type { PsuChoice } from '../app/psu-choice.ts';
import { Flags } from './flags.ts';

const GROUP = 'PSU AND SESSION';

/** Flags of every command that acts for a PSU. @see C-psu-sent */
export const psuFlags = {
  as: Flags.string({
    description: "The PSU's customer number. Sends the stored PSU-ID, or X-PSU-IDENTITY if there's none.",
    helpGroup: GROUP,
    helpValue: 'NUMBER',
  }),
  'new-session': Flags.boolean({ description: 'Start a new TPP-Session-ID.', helpGroup: GROUP }),
  'psu-ip': Flags.string({ description: 'PSU-IP-Address.', helpGroup: GROUP, helpValue: 'ADDRESS' }),
  'accept-fix': Flags.string({ description: 'Value of x-accept-fix.', helpGroup: GROUP, helpValue: 'NAMES' }),
  'redirect-uri': Flags.string({ description: 'TPP-Redirect-URI.', helpGroup: GROUP, helpValue: 'URI' }),
};

/** PSU-Context belongs to payment creation alone. @see I-headers-required, I-basket-authorisation-headers */
export const contextFlag = {
  context: Flags.string({
    description: "PSU-Context. Default: PRIVATE if the PSU isn't known.",
    helpGroup: GROUP,
    options: ['PRIVATE', 'CORPORATE'],
  }),
};

interface Given {
  readonly as?: string | undefined;
  readonly context?: string | undefined;
  readonly 'new-session'?: boolean | undefined;
  readonly profile?: string | undefined;
  readonly 'psu-ip'?: string | undefined;
  readonly 'accept-fix'?: string | undefined;
  readonly 'redirect-uri'?: string | undefined;
  readonly 'callback-port'?: string | undefined;
}

/** The parsed flags as the app takes them. */
export function psuChoice(flags: Given): PsuChoice {
  return {
    as: flags.as,
    context: flags.context as PsuChoice['context'],
    newSession: flags['new-session'] === true,
    settings: {
      profile: flags.profile,
      psuIpAddress: flags['psu-ip'],
      acceptFix: flags['accept-fix'],
      redirectUri: flags['redirect-uri'],
      callbackPort: flags['callback-port'],
    },
  };
}

import { accountInformation } from './account-information.ts';
import { bank } from './bank.ts';
import { breaks } from './breaks.ts';
import { captures } from './captures.ts';
import { certificates } from './certificates.ts';
import { client } from './client.ts';
import { forms } from './forms.ts';
import { library } from './library.ts';
import type { Room } from './mutation.ts';
import { production } from './production.ts';
import { program } from './program.ts';
import { seed } from './seed.ts';
import { session } from './session.ts';
import { settings } from './settings.ts';
import { signing } from './signing.ts';
import { store } from './store.ts';
import { traces } from './traces.ts';
import { transport } from './transport.ts';
import { values } from './values.ts';

/** In the order in which they are tried. */
export const ROOMS: readonly Room[] = [
  bank,
  accountInformation,
  signing,
  certificates,
  captures,
  breaks,
  client,
  forms,
  session,
  seed,
  settings,
  production,
  program,
  traces,
  transport,
  store,
  library,
  values,
];

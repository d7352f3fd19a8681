import type { Session, UnderWay } from '../client/session.ts';
import { openRemoteSigner } from '../credentials/remote.ts';
import { keyIdOptionsOf, signOptionsOf } from '../credentials/signer.ts';
import { makeProfileFolder } from '../settings/home.ts';
import type { OpenedSettings } from '../settings/precedence.ts';
import type { RemoteProfile } from '../settings/profile.ts';
import { askedBy } from './answers-checked.ts';
import { addHints, showProgress } from './call-middleware.ts';
import { openTppSession } from './open-session.ts';
import type { Program } from './program.ts';
import { openWay } from './remote-way.ts';

/**
 * A session at a bank elsewhere: the same as at the one in this program, with another way there.
 * @throws Fault FILE_UNREADABLE, INPUT_INVALID, INPUT_MISSING, PERMISSIONS
 * @see D13-profile, D13-same-bank
 */
export async function openRemote(
  settings: OpenedSettings,
  profile: RemoteProfile,
  program: Program,
): Promise<Session> {
  const places = makeProfileFolder(settings.home, profile.name, program.surroundings.uid);
  const signer = await openRemoteSigner(profile.remote, program, keyIdOptionsOf(settings));
  const { tpp, operator, close, origin, basePath, files } = await openWay(profile.remote, program);
  const hasOperator = operator !== undefined;
  return openTppSession({
    ...{ way: tpp, files, operator, hasOperator, signer, close },
    middleware: [showProgress(program.during), addHints(hasOperator)],
    answers: askedBy(profile.name, profile.remote, settings.home),
    signing: signOptionsOf(settings),
    ledger: places.ledger,
    settings: {
      ...settings.values,
      headers: program.headers,
      origin,
      basePath,
      operatorBasePath: operator?.basePath,
    },
    underWay: naming(profile, program),
    onUnexpected: program.onUnexpected,
    onProgress: program.onProgress,
    seeing: program.seeing,
  });
}

/** Where a write goes is said before it leaves, whatever else is silent. @see S10-write-named */
function naming({ name, remote }: RemoteProfile, { underWay, always }: Program): UnderWay {
  const { baseUrl, operatorUrl = baseUrl } = remote;
  return {
    ...underWay,
    leaves: (operation, requestId, atOperator) => {
      const { host } = new URL(atOperator ? operatorUrl : baseUrl);
      always(`Profile ${name} at ${host}: ${operation}.`);
      underWay.leaves(operation, requestId, atOperator);
    },
  };
}

import { Psd2Command } from '../../src/cli/base-command.ts';
import { certificateArgs, certificateAsked, certificateFlags } from '../../src/cli/certificate-flags.ts';
import { shownKeyIds } from '../../src/cli/resources/certificate.ts';
import { type ShownKeyIds, showKeyIds } from '../../src/credentials/inspect.ts';

export default class CertKeyid extends Psd2Command<ShownKeyIds> {
  static override summary = 'Show the keyId of a certificate in every style.';
  static override description =
    'Three styles: strict RFC 2253, Java (X500Principal.getName) and openssl (-nameopt RFC2253). They differ for attributes outside RFC 2253, for escaped characters, and for parts with several values.';
  static override examples = Psd2Command.listExamples({
    "The profile's own certificate": 'cert keyid',
    'A file, for a script': 'cert keyid seal.pem --json',
  });
  static override args = certificateArgs;
  static override flags = { 'passphrase-file': certificateFlags['passphrase-file'] };

  protected override readonly presentation = shownKeyIds;

  async run(): Promise<ShownKeyIds> {
    const { args, flags } = await this.parse(CertKeyid);
    const asked = await certificateAsked(args, flags, (text) => this.notice(text));
    return showKeyIds(this.context, asked, { profile: flags.profile });
  }
}

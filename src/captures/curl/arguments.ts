import type { Word } from '../shell/word.ts';
import { excerpt, unreadable } from '../unreadable.ts';

/** One option as it was given; a word that is no option is `url`. */
export interface Argument {
  readonly name: string;
  /** Of an option without value an empty word. */
  readonly value: Word;
  /** False for `--no-…`. */
  readonly on: boolean;
}

const NOTHING: Word = { text: '', expansions: [], isBare: true };

/**
 * The words after `curl`, read as curl reads them. What follows `--next` is another request and is left out.
 * @throws Fault INPUT_INVALID for an option that curl does not have, or that lacks its value
 */
export function readArguments(words: readonly Word[]): { given: Argument[]; hasNext: boolean } {
  const given: Argument[] = [];
  let areOptionsOver = false;
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? NOTHING;
    if (areOptionsOver || !word.text.startsWith('-')) {
      given.push({ name: 'url', value: word, on: true });
    } else if (word.text === '--') {
      areOptionsOver = true;
    } else {
      const { read, usesNext } = (word.text.startsWith('--') ? readLong : readLetters)(
        word,
        words[place + 1],
      );
      if (read.some(({ name }) => name === 'next')) return { given, hasNext: true };
      for (const argument of read) given.push(argument);
      if (usesNext) place += 1;
    }
  }
  return { given, hasNext: false };
}

interface Read {
  readonly read: readonly Argument[];
  /** The next word is the value. */
  readonly usesNext: boolean;
}

/** `--name value`, `--no-name`, and `--name=value`, which newer versions of curl take. @see C-verify-curl-versions */
function readLong(word: Word, next: Word | undefined): Read {
  const equals = word.text.indexOf('=');
  const written = equals < 0 ? word.text.slice(2) : word.text.slice(2, equals);
  const isOff = written.startsWith('no-');
  const name = oneOf(ofLongName(isOff ? written.slice(3) : written), word);
  if (!WITH_VALUE.has(name)) return { read: [{ name, value: NOTHING, on: !isOff }], usesNext: false };
  if (isOff) throw unknown(word);
  if (equals >= 0) return { read: [valued(name, tail(word, equals + 1))], usesNext: false };
  return { read: [valued(name, next, word)], usesNext: true };
}

function oneOf(meant: readonly string[], word: Word): string {
  const [name] = meant;
  if (name === undefined) throw unknown(word);
  if (meant.length > 1) {
    const some = meant.slice(0, 5).map((one) => `--${one}`);
    throw unreadable(`${excerpt(word.text)} may mean ${some.join(', ')}.`, 'Write out the full option.');
  }
  return name;
}

/** `-sSXPOST`: letters without values, then perhaps one with the rest of the word or the next word as its value. */
function readLetters(word: Word, next: Word | undefined): Read {
  const read: Argument[] = [];
  for (let place = 1; place < word.text.length; place += 1) {
    const name = ofLetter(word.text[place] ?? '');
    if (name === undefined) throw unknown(word, word.text[place]);
    if (WITH_VALUE.has(name)) {
      const isHere = place + 1 < word.text.length;
      read.push(isHere ? valued(name, tail(word, place + 1)) : valued(name, next, word));
      return { read, usesNext: !isHere };
    }
    // -N switches buffering off; no letter that counts here is of that kind.
    read.push({ name, value: NOTHING, on: true });
  }
  if (read.length === 0) throw unknown(word);
  return { read, usesNext: false };
}

function tail(word: Word, start: number): Word {
  return { ...word, text: word.text.slice(start) };
}

function valued(name: string, value: Word | undefined, option?: Word): Argument {
  if (value !== undefined) return { name, value, on: true };
  throw unreadable(
    `The option ${excerpt(option?.text ?? name)} has no value.`,
    'Copy the whole command. Lines that continue must end in a backslash.',
  );
}

function unknown(word: Word, letter?: string): Error {
  const named = letter === undefined || word.text.length === 2 ? '' : ` (${excerpt(letter)})`;
  return unreadable(
    `${excerpt(word.text)}${named} isn't a curl option.`,
    'Correct it. A value that starts with a hyphen must come directly after its option.',
  );
}

/**
 * The options of curl, of version 7.88 and of those since: whether one takes a value decides where the next word
 * belongs.
 * @see https://curl.se/docs/manpage.html
 */

const WITH_VALUE = new Set(
  words(`
  abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to
  continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw
  data-urlencode delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech
  egd-file engine etag-compare etag-save expect100-timeout form form-string ftp-account
  ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip header
  hostpubmd5 hostpubsha256 hsts interface ip-tos ipfs-gateway json keepalive-cnt keepalive-time key key-type
  knownhosts krb krb4 libcurl limit-rate local-port login-options mail-auth mail-from mail-rcpt max-filesize
  max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max parallel-max-host pass
  pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert
  proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass
  proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser
  proxy-user proxy1.0 pubkey quote random-file range rate referer request request-target resolve retry
  retry-delay retry-max-time sasl-authzid service-name sigalgs socks4 socks4a socks5 socks5-gssapi-service
  socks5-hostname speed-limit speed-time ssl-sessions stderr telnet-option tftp-blksize time-cond tls-max
  tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket upload-file
  upload-flags url url-query user user-agent variable vlan-priority write-out
`),
);

const WITHOUT_VALUE = new Set(
  words(`
  alpn anyauth append basic buffer ca-native cert-status clobber compressed compressed-ssh create-dirs crlf digest
  disable disable-eprt disable-epsv disallow-username-in-url doh-cert-status doh-insecure dump-ca-embed eprt epsv
  fail fail-early fail-with-body false-start follow form-escape ftp-create-dirs ftp-pasv ftp-pret
  ftp-skip-pasv-ip ftp-ssl ftp-ssl-ccc ftp-ssl-control ftp-ssl-reqd get globoff haproxy-protocol head help http0.9
  http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only ignore-content-length include insecure ipv4 ipv6
  junk-session-cookies keepalive list-only location location-trusted mail-rcpt-allowfails manual metalink mptcp
  negotiate netrc netrc-optional next npn ntlm ntlm-wb out-null parallel parallel-immediate path-as-is post301
  post302 post303 progress-bar progress-meter proxy-anyauth proxy-basic proxy-ca-native proxy-digest proxy-http2
  proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tlsv1
  proxytunnel raw remote-header-name remote-name remote-name-all remote-time remove-on-error retry-all-errors
  retry-connrefused sasl-ir sessionid show-error show-headers silent skip-existing socks5-basic socks5-gssapi
  socks5-gssapi-nec ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort sslv2
  sslv3 styled-output suppress-connect-headers tcp-fastopen tcp-nodelay tftp-no-options tls-earlydata tlsv1
  tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace-ids trace-time use-ascii verbose version xattr
`),
);

/** Letters, each with the name of its option behind it. */
const LETTERS = words(`
  A user-agent b cookie c cookie-jar C continue-at d data D dump-header e referer E cert F form H header
  K config m max-time o output P ftp-port Q quote r range t telnet-option T upload-file u user
  U proxy-user w write-out x proxy X request y speed-time Y speed-limit z time-cond # progress-bar : next
  0 http1.0 1 tlsv1 2 sslv2 3 sslv3 4 ipv4 6 ipv6 a append B use-ascii f fail g globoff G get i include
  h help I head j junk-session-cookies J remote-header-name k insecure l list-only L location M manual
  n netrc N buffer O remote-name p proxytunnel q disable R remote-time s silent S show-error v verbose
  V version Z parallel
`);

const LONGEST_NAME = 40;

/**
 * The options that a long name may mean: itself, or all that begin with it, as older versions of curl take them.
 * @see C-verify-curl-versions
 */
function ofLongName(name: string): readonly string[] {
  if (WITH_VALUE.has(name) || WITHOUT_VALUE.has(name)) return [name];
  if (name === '' || name.length > LONGEST_NAME) return [];
  const beginning = name.toLowerCase();
  return [...WITH_VALUE, ...WITHOUT_VALUE].filter((known) => known.startsWith(beginning));
}

function ofLetter(letter: string): string | undefined {
  const place = LETTERS.indexOf(letter);
  return place < 0 ? undefined : LETTERS[place + 1];
}

function words(list: string): readonly string[] {
  return list.trim().split(/\s+/);
}

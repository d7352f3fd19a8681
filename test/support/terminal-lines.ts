import { ROOT } from './sources.ts';
import { commandLine } from './transcript-text.ts';

/** A command line whose output is looked at on a terminal. */
export interface TerminalLine {
  /** Without `psd2`; `{name}` stands for what a line before it kept. */
  readonly line: string;
  /** 0 unless given. */
  readonly exit?: number;
  /** Keeps what it prints under a name; nothing of it is shown. */
  readonly keeps?: string;
  /** Writes what it prints into a file; nothing of it is shown. */
  readonly into?: string;
  /** It has nothing to colour. */
  readonly isPlain?: true;
  /** It has another form on another width: its words are looked at elsewhere. */
  readonly isPicture?: true;
}

const WORLD = `${ROOT}/docs/examples/world.yaml`;
const URL = 'https://bank.example/v1/payments/norwegian-domestic-credit-transfers';
const REQUEST = `POST ${URL} --header 'X-Request-ID: 0f2b1c3d-6a5e-4a8b-9c7d-1e2f3a4b5c6d'`;
const BODY = `--data '{"creditorName":"Sørlandet Betaling – «Ærlig»","amount":"100.50"}'`;

const PAYMENTS: readonly TerminalLine[] = [
  { line: 'payments create --domestic --example' },
  { line: 'payments create --domestic --example --quiet --amount 1.00', keeps: 'one' },
  { line: 'payments create --cross-border --example --quiet', keeps: 'two' },
  { line: `payments create --domestic --example --to-name 'Sørlandet Betaling' --quiet`, keeps: 'three' },
  { line: 'payments create --instant --example --quiet', keeps: 'instant' },
  { line: 'payments create --bulk --example --sca approve --quiet', keeps: 'bulk' },
  { line: 'payments create --domestic --example --date 2026-11-21 --sca approve' },
  { line: 'payments create --periodic --example --frequency Monthly --day 15 --sca approve' },
  { line: 'payments create --domestic --example --print-body', isPlain: true },
  { line: 'payments fees --example' },
  { line: 'payments get {one}', exit: 3 },
  { line: 'payments authorise {one} --sca none' },
  { line: 'payments authorise {three} --sca approve' },
  { line: 'payments get {three}' },
  { line: 'payments get {bulk}' },
  { line: 'payments status {three}' },
  { line: 'payments cancel {three} --sca none' },
  { line: 'sca decline {three}' },
  { line: 'payments cancel {one}', isPlain: true },
  { line: 'status {one}' },
  { line: 'status {one} --watch', isPlain: true },
  { line: 'payments list', isPicture: true },
  { line: 'payments list --refresh --limit 2', isPicture: true },
  { line: 'status --watch --timeout 1s --no-input', exit: 5 },
  { line: "status --header 'Cookie: a=b' --no-input", exit: 2 },
  { line: 'payments create --domestic --example --dry-run', isPlain: true },
  { line: 'status {one} --curl', isPlain: true },
  { line: 'payments pending', isPlain: true },
  { line: 'payments resume 0f2b1c3d-6a5e-4a8b-9c7d-1e2f3a4b5c6d', exit: 2 },
];

const BASKETS: readonly TerminalLine[] = [
  { line: 'payments create --domestic --example --quiet', keeps: 'four' },
  { line: 'payments create --domestic --example --quiet', keeps: 'five' },
  { line: 'basket create {four} {two}', exit: 0 },
  { line: 'basket create {four} {two}', exit: 3 },
  { line: 'basket create {five} --quiet', keeps: 'basket' },
  { line: 'basket get {basket}' },
  { line: 'basket authorise {basket} --sca none' },
  { line: 'basket status {basket}' },
  { line: 'basket list', isPicture: true },
  { line: 'sca abandon {basket}' },
  { line: 'basket delete {basket}', isPlain: true },
];

const SCAS: readonly TerminalLine[] = [
  { line: 'sca approve {instant}' },
  { line: 'payments create --domestic --example --quiet', keeps: 'six' },
  { line: 'sca fail {six}' },
  { line: 'payments create --domestic --example --quiet', keeps: 'seven' },
  { line: 'sca expire {seven}' },
  { line: 'sca expire {seven}', exit: 3 },
];

const INFORMATION: readonly TerminalLine[] = [
  { line: 'accounts list --sca none', exit: 4 },
  { line: 'consent show', isPlain: true },
  { line: 'session list' },
  { line: 'consent grant --sca none' },
  { line: 'consent grant --sca approve --as 15813963008 --accounts all' },
  { line: 'accounts list', isPicture: true },
  { line: 'accounts list --with-balance' },
  { line: 'accounts get 99901067291 --with-balance' },
  { line: 'accounts balances 99901067291' },
  { line: 'accounts balances 99901067291 --plot', isPicture: true },
  { line: 'accounts get 99901271948', exit: 2 },
  { line: `sandbox transactions add 99901067291 --in 1500 --text 'Lønn for oktober' --quiet`, keeps: 'pay' },
  {
    line: `sandbox transactions add 99901067291 --out 79 --counterparty-name 'Kafé Ærlig' --quiet`,
    keeps: 'kafe',
  },
  { line: 'accounts transactions 99901067291 --limit 1' },
  { line: 'accounts transactions 99901067291 --status all --limit 1 --all', isPicture: true },
  { line: 'accounts transactions 99901067291 --csv', isPlain: true },
  { line: 'accounts transactions 99901067291 --from 2026-11-31', exit: 2 },
  { line: 'accounts transaction 99901067291 {kafe}' },
  { line: `sandbox card-transactions add 4925xxxxxxxx3595 --amount -5 --text Bøker --quiet`, keeps: 'card' },
  { line: 'cards transactions 4925xxxxxxxx3595' },
  { line: 'cards transactions 4925xxxxxxxx3595 --status pending --all', isPlain: true },
  { line: 'cards list --with-balance' },
  { line: 'cards get 4925xxxxxxxx3595' },
  { line: 'cards balances 4925xxxxxxxx3595' },
  { line: 'user' },
  { line: 'api GET /v1/user', isPlain: true },
  { line: 'sandbox agreement create --owner 310999016 --name Hovedavtale --quiet', keeps: 'avtale' },
  { line: 'consent grant --sca approve --as 310999016 --agreement {avtale}' },
  { line: 'agreements list --as 310999016' },
  { line: 'consent show' },
  { line: 'session list' },
  { line: 'session show --no-input' },
  { line: 'consent grant --sca decline --as 15813963008', exit: 4 },
  { line: 'consent revoke --as 15813963008', isPlain: true },
  { line: 'session accept http://127.0.0.1:8910/cb/x', exit: 2 },
  { line: 'session forget 310999016 --yes', isPlain: true },
];

const EXPLAINED: readonly TerminalLine[] = [
  { line: 'explain KID_INVALID' },
  { line: 'explain key-mismatch' },
  { line: 'explain digest-mismatch' },
  { line: 'explain' },
  { line: 'explain kidinvalid', exit: 2 },
  { line: 'explain D6-sca-status' },
  { line: 'explain d4-amonut', exit: 2 },
];

const OPERATOR: readonly TerminalLine[] = [
  { line: 'payments create --domestic --example --sca approve --quiet', keeps: 'held' },
  { line: 'sandbox payment hold {held}' },
  { line: 'sandbox payment release {held}' },
  { line: 'sandbox payment settle-late {held}' },
  { line: 'sandbox payment settle {held}', exit: 3 },
  { line: 'sandbox payment reject {held}' },
  { line: 'sandbox payment-right take 99901067291' },
  { line: 'sandbox payment-right give 99901067291' },
  { line: 'sandbox consent grant --as 15813963008' },
  { line: 'sandbox tpp release PSDNO-FSA-310999016', exit: 3 },
  { line: 'tpp contact show', exit: 3 },
  { line: 'tpp contact set psd2@tpp.example' },
  { line: 'tpp contact show' },
  { line: 'tpp contact remove', isPlain: true },
  { line: 'sandbox fault list', isPlain: true },
  { line: "sandbox fault add dropped-after-commit --operation 'list account transactions' --call 3" },
  { line: 'sandbox fault add latency --milliseconds 1' },
  { line: 'sandbox fault list', isPicture: true },
  { line: 'sandbox fault clear' },
];

const SANDBOX: readonly TerminalLine[] = [
  { line: 'sandbox account list', isPicture: true },
  { line: `sandbox seed ${WORLD} --plan`, exit: 6 },
  { line: `sandbox seed ${WORLD}` },
  { line: 'sandbox batch run' },
  { line: 'sandbox snapshot save before' },
  { line: 'sandbox snapshot list' },
  { line: 'sandbox snapshot restore before --yes' },
  { line: 'sandbox snapshot delete before --yes' },
  { line: 'sandbox fork other' },
  { line: 'sandbox clock show' },
  { line: 'sandbox clock advance 1h' },
  { line: 'sandbox clock set 2026-11-20T10:00:00+01:00' },
  { line: 'sandbox clock reset' },
  { line: 'sandbox init --yes' },
  { line: 'profile show' },
  {
    line: 'profile add mybank --base-url https://127.0.0.1:9/api --cert-file seal.pem --key-file seal.key.pem --force',
  },
  { line: 'profile list' },
  { line: 'doctor --profile offline' },
  { line: 'completion fish', isPlain: true },
  { line: 'profile use mybank' },
  { line: 'profile trust 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef' },
  { line: 'profile show' },
  { line: 'profile remove mybank --yes' },
];

const AT_ACCOUNT = '99905012343';
const AT_CARD = '4925xxxxxxxx3595';

const SANDBOX_DATA: readonly TerminalLine[] = [
  { line: `sandbox customer create --number 310999032 --name 'Prøve Bygg AS' --type CORPORATE` },
  { line: 'sandbox customer list' },
  { line: 'sandbox customer get 310999032' },
  {
    line: `sandbox account create --customer 310999032 --name Driftskonto --currency NOK --bban ${AT_ACCOUNT}`,
  },
  { line: `sandbox account get ${AT_ACCOUNT}` },
  { line: 'sandbox account list --outcomes' },
  { line: `sandbox balance set ${AT_ACCOUNT} --booked 5000` },
  {
    line: `sandbox transactions add ${AT_ACCOUNT} --in 7 --text Lønn --counterparty-name 'Eksempel Fiskeri AS'`,
  },
  { line: `sandbox transactions add ${AT_ACCOUNT} --out 250 --quiet`, keeps: 'paid' },
  { line: `sandbox transactions list ${AT_ACCOUNT}` },
  { line: `sandbox transactions get ${AT_ACCOUNT} {paid}` },
  { line: 'sandbox agreement create --owner 310999032 --name Hovedavtale' },
  { line: 'sandbox agreement create --owner 310999032 --name Nettbank --quiet', keeps: 'agreement' },
  {
    line: `sandbox engagement add {agreement} --customer 15813963008 --account ${AT_ACCOUNT} --roles VIEW,REGISTER`,
  },
  {
    line: `sandbox engagement add {agreement} --customer 01929010120 --account ${AT_ACCOUNT} --roles VIEW --quiet`,
    keeps: 'engagement',
  },
  { line: 'sandbox engagement get {agreement} {engagement}' },
  { line: 'sandbox agreement get {agreement}' },
  { line: 'sandbox agreement list' },
  {
    line: 'sandbox card-account create --customer 310999032 --masked-pan 492500xxxxxx1234 --currency NOK --credit-limit 20000',
  },
  { line: 'sandbox card-account list' },
  { line: `sandbox card-account get ${AT_CARD}` },
  { line: `sandbox card-transactions add ${AT_CARD} --amount 250 --text Dagligvarer --id 4711` },
  { line: `sandbox card-transactions list ${AT_CARD}` },
  { line: 'sandbox account get 99905012351', exit: 3 },
  { line: 'sandbox engagement delete {agreement} {engagement} --yes', isPlain: true },
  { line: 'sandbox agreement delete {agreement} --yes', isPlain: true },
  { line: `sandbox card-account delete ${AT_CARD} --yes`, isPlain: true },
  { line: `sandbox account delete ${AT_ACCOUNT} --yes`, isPlain: true },
  { line: 'sandbox customer delete 310999032 --yes', isPlain: true },
];

const CERTIFICATES: readonly TerminalLine[] = [
  { line: `cert create --organization 'Sørlandet Betaling AS'` },
  { line: 'cert create --out old --not-before 2024-01-01 --not-after 2025-01-01 --quiet', keeps: 'old' },
  { line: 'cert inspect seal.pem' },
  { line: 'cert lint seal.pem' },
  { line: 'cert lint old.pem --type qwac --role PSP_PI,PSP_IC', exit: 6 },
  { line: 'cert check seal.pem --key old.key.pem', exit: 6 },
  { line: 'cert keyid seal.pem' },
  { line: 'cert keyid foreign.pem' },
];

const SIGNATURES: readonly TerminalLine[] = [
  ...['headers', 'curl', 'http', 'json', 'signing-string'].map((format) => ({
    line: `sign ${REQUEST} ${BODY} --format ${format}`,
    isPlain: true as const,
  })),
  { line: 'sign --break list' },
  { line: `sign ${REQUEST} ${BODY} --format json`, into: 'good.json' },
  {
    line: `sign ${REQUEST} ${BODY} --format json --break signature-invalid/no-space --break keyid-style/comma-space`,
    into: 'broken.json',
  },
  { line: `sign ${REQUEST} ${BODY} --format json --break digest-mismatch/latin1`, into: 'latin1.json' },
  { line: 'verify good.json' },
  { line: 'verify broken.json', exit: 6 },
  { line: 'verify latin1.json --strict', exit: 6 },
  { line: 'verify good.json --at 2027-11-18T09:00:00Z --role PSP_IC', exit: 6 },
  { line: 'verify diff good.json broken.json', exit: 6 },
  { line: 'verify diff latin1.json broken.json', exit: 6 },
  { line: 'verify diff broken.json good.json' },
];

const FAILURES: readonly TerminalLine[] = [
  { line: 'open', exit: 2 },
  { line: 'requests list', exit: 2 },
  { line: 'requests show 1', exit: 2 },
  { line: 'nosuch command', exit: 2 },
  { line: 'payments --nosuch', exit: 2 },
  { line: 'payments create --domestic --no-input', exit: 2 },
  { line: 'payments create --domestic --example --amount 100.5 --no-local-checks', exit: 3 },
  { line: `payments create --domestic --example --message 'Ærlig – …'`, exit: 0 },
  { line: 'status {one} --product nosuch', exit: 3 },
  { line: 'verify nowhere.json', exit: 2 },
  { line: 'profile show --profile nosuch', exit: 2 },
  // What it shows when it is ready has ports that differ each time.
  { line: 'serve --store :memory:', exit: 2 },
  { line: 'proxy --port 70000', exit: 2 },
];

/** Every presentation of the program at least once; what a line makes, later lines use. */
export const TERMINAL_LINES: readonly TerminalLine[] = [
  // As at a served bank, there is no demo data.
  { line: 'sandbox init --yes --quiet', isPlain: true },
  ...PAYMENTS,
  ...BASKETS,
  ...SCAS,
  ...INFORMATION,
  ...SIGNATURES,
  ...CERTIFICATES,
  ...FAILURES,
  ...EXPLAINED,
  ...OPERATOR,
  ...SANDBOX,
  ...SANDBOX_DATA,
];

/** The words of a line. */
export function wordsOf({ line }: TerminalLine): string[] {
  return commandLine(`psd2 ${line}`).args;
}

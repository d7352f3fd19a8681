/**
 * Who may import whom: rooms of src and what each may import. A name is a folder or file below src (or
 * `commands`), a package, or a module of Node; `type` allows types only. A room may always import from itself.
 */
export interface Room {
  /** Path below src; the longest that fits a file is its room. */
  readonly room: string;
  readonly may: readonly string[];
  /** Parts of what `may` allows that stay closed. */
  readonly never?: readonly string[];
}

/** Modules of Node that open sockets: each room that may names them. */
export const NETWORK = [
  ...['node:http', 'node:https', 'node:http2', 'node:net', 'node:tls', 'node:dns', 'node:dgram'],
];

const BUILDERS_OF_CERTIFICATES = ['certificates/issue', 'certificates/pkcs12'];

export const ROOMS: readonly Room[] = [
  { room: 'errors', may: [] },
  { room: 'message', may: [] },
  { room: 'clock', may: [] },
  // What every side uses and that knows nothing of the program.
  { room: 'core', may: ['node:*'] },
  { room: 'own-file', may: ['errors'] },
  // Numbers alone, of whatever is counted.
  { room: 'metrics', may: [] },
  { room: 'values', may: ['core', 'values/iban'] },
  // Seconds in words, also for who may import nothing else of it.
  { room: 'values/duration', may: [] },
  { room: 'values/iban', may: ['ibantools'] },
  { room: 'wire', may: ['core', 'zod', 'values', 'errors', 'wire/operations'] },
  // One table, many readers: signing may not import zod.
  { room: 'wire/operations', may: [] },
  {
    room: 'certificates',
    may: ['core', 'node:crypto', 'node:buffer', 'errors', 'values/countries'],
    never: BUILDERS_OF_CERTIFICATES,
  },
  {
    room: 'certificates/issue',
    may: ['core', 'node:crypto', 'node:buffer', 'node-forge', 'errors', 'certificates'],
  },
  {
    room: 'certificates/pkcs12',
    may: ['node:crypto', 'node:buffer', 'node-forge', 'errors', 'certificates'],
  },
  {
    room: 'signing',
    may: [
      ...['core', 'node:crypto', 'node:buffer', 'message', 'certificates', 'errors'],
      ...['wire/operations', 'values/duration'],
    ],
    never: BUILDERS_OF_CERTIFICATES,
  },
  {
    room: 'breaks',
    may: [
      ...['node:crypto', 'core', 'message', 'errors', 'signing', 'certificates', 'certificates/issue'],
      'wire/operations',
    ],
  },
  { room: 'captures', may: ['core', 'message', 'errors', 'node:crypto'] },
  { room: 'transport', may: ['message', 'errors'] },
  // What is shown of an exchange: everything else is struck out.
  { room: 'traces', may: ['core', 'message', 'wire/operations', 'values', 'signing', 'node:crypto'] },
  { room: 'transport/sign-requests', may: ['message', 'errors', 'transport', 'signing'] },
  { room: 'transport/check-responses', may: ['message', 'errors', 'transport', 'signing'] },
  {
    room: 'transport/https',
    may: [
      ...['core', 'message', 'errors', 'transport', 'undici'],
      ...['node:http', 'node:https', 'node:net', 'node:stream', 'node:tls'],
    ],
  },
  {
    room: 'client',
    may: [
      'core',
      ...['wire', 'values', 'message', 'errors', 'node:*'],
      ...['type transport', 'type client/ledger'],
    ],
  },
  // What the TPP's side keeps between two commands; its store is handed in.
  {
    room: 'client/ledger',
    may: ['core', 'wire', 'values', 'message', 'store', 'errors', 'node:*'],
    never: ['store/sqlite', 'store/postgres'],
  },
  {
    room: 'client/callback',
    may: ['wire', 'values', 'message', 'errors', 'client', 'node:*', 'node:http', 'type node:net'],
  },
  // What a bank that makes trouble draws, remembers and finds; it touches no bank itself.
  { room: 'chaos', may: ['message', 'values', 'wire', 'node:crypto'] },
  { room: 'seed', may: ['client', 'wire', 'values', 'errors', 'core', 'zod', 'yaml', 'csv-parse', 'node:*'] },
  { room: 'settings', may: ['core', 'errors', 'own-file', 'node:*'] },
  { room: 'settings/write-settings', may: ['conf', 'settings', 'core', 'node:*'] },
  // The embedded bank's key and certificate are made where keys are kept.
  {
    room: 'settings/identity',
    may: ['settings', 'core', 'clock', 'own-file', 'certificates/issue', 'errors', 'node:*'],
  },
  { room: 'bank/domain', may: ['core', 'values'] },
  // One engine for the bank's world and the client's ledger (ADR 8).
  { room: 'store', may: ['errors'], never: ['store/sqlite', 'store/postgres'] },
  { room: 'store/sqlite', may: ['store', 'core', 'errors', 'own-file', '@photostructure/sqlite', 'node:*'] },
  { room: 'store/postgres', may: ['store', 'errors', 'pg', 'node:*'] },
  { room: 'bank/store', may: ['type bank/domain', 'store'], never: ['store/sqlite', 'store/postgres'] },
  {
    room: 'bank/store/tables',
    may: ['type bank/domain', 'bank/store', 'store', 'values'],
    never: ['store/sqlite', 'store/postgres'],
  },
  {
    room: 'bank',
    may: [
      'core',
      ...['wire', 'values', 'signing', 'certificates', 'message', 'errors', 'node:*'],
      ...['bank/domain', 'bank/store', 'store', 'type zod'],
    ],
    never: ['store/sqlite', 'store/postgres', ...BUILDERS_OF_CERTIFICATES],
  },
  // Runs in a browser: the build makes one file of it.
  { room: 'dashboard', may: ['wire/faults'] },
  { room: 'dashboard/style', may: ['bank/sca/site/style'] },
  {
    room: 'server',
    may: [
      ...['core', 'message', 'type transport', 'errors', 'node:*'],
      ...['node:http', 'node:https', 'node:net', 'node:tls'],
    ],
  },
  {
    room: 'cli',
    may: [
      ...[
        ...['type session', 'session/pickers', 'type accounts', 'type credentials'],
        ...['type payments', 'type profiles', 'type sca', 'sca/link', 'type signatures'],
        ...['signatures/signed-request'],
        ...['settings', 'clock'],
        'wire/explanations',
        'captures',
        'values',
        'type client',
        'errors',
        'wire/errors',
      ],
      ...['core', 'own-file', 'transport/dry-run', 'cli/help/start-page', 'completion', 'cli-table3'],
      ...['node:*', '@oclif/core', 'chalk', '@inquirer', 'open'],
    ],
  },
  {
    room: 'completion',
    may: ['cli', 'sandbox/snapshot-folder', 'settings', 'store/sqlite/driver', 'node:*', '@oclif/core'],
  },
  {
    room: 'cli/help/start-page',
    may: ['cli', 'profiles/overview', 'values', 'errors', 'node:*', '@oclif/core'],
  },
];

/** Wiring, files and folders: may import everything. */
export const WIRING: readonly string[] = [
  ...['commands', 'session', 'accounts', 'credentials', 'payments', 'profiles'],
  ...['proxy', 'sandbox', 'sca', 'serve', 'signatures', 'library'],
];

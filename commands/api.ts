import { type BankCommand, defineRequestCommand } from '../src/cli/bank-command.ts';
import { Args, createTextFlag, Flags } from '../src/cli/command.ts';
import { readData } from '../src/cli/input.ts';
import { confirmAndRun } from '../src/cli/prompts.ts';
import { parsePsuFlags, requestFlags } from '../src/cli/psu-flags.ts';
import { sanitizeJson, sanitizeLines } from '../src/cli/sanitize.ts';
import { quoteId } from '../src/cli/shell-quote.ts';
import type { CallMeta } from '../src/client/call.ts';
import type { Ledger } from '../src/client/ledger/ledger.ts';
import { parseBody } from '../src/client/operation.ts';
import type { PsuIdentifier } from '../src/client/psu-identifier.ts';
import { createRawOperation, type RawRequest } from '../src/client/raw-request.ts';
import { parsePlace, resolveNextLink, resolvePath } from '../src/client/resolve-link.ts';
import { getTime } from '../src/clock.ts';
import { isObject, memberAt } from '../src/core/json-object.ts';
import { Fault } from '../src/errors.ts';
import { getHeader, type HttpRequest, type HttpResponse } from '../src/message.ts';
import { rememberCreated } from '../src/payments/remember.ts';
import type { CommandContext } from '../src/session/context.ts';
import {
  createSessionOptions,
  type ReadingChoice,
  resolveNamedPsu,
  resolvePsuForCreation,
  resolvePsuForRead,
} from '../src/session/psu.ts';
import { type Meta, type SessionContext, withSession } from '../src/session/with-session.ts';
import { openSettings } from '../src/settings/precedence.ts';
import type { Profile } from '../src/settings/profile.ts';
import { decodeSegments, findRequestOperation, type Operation } from '../src/wire/operations.ts';

/** A response with `--json`. @see C-api */
interface ApiResult extends Meta {
  /** JSON, or the text of another body; absent if it is empty. */
  readonly body?: unknown;
  /** With `--include`. */
  readonly headers?: HttpResponse['headers'];
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** Sends a request that the user wrote, and prints the body of the response. @see C-api */
export default defineRequestCommand(
  {
    summary: 'Sign and send any request, and print the response.',
    description:
      "Adds the headers that psd2 sends for the operation: the profile's certificate and signature, the PSU, as far as the profile knows it, and its TPP-Session-ID. PATH is below the profile's base URL; nothing is signed for another place. Prints the body as it came, a refused request's too, whose error is then on stderr. A production bank gets anything but a GET only after you confirm it.",
    usage: 'api METHOD PATH [FLAGS]',
    examples: {
      "The PSU's accounts": 'api GET /v1/accounts',
      'All pages of a list, one JSON value a page':
        "api GET '/v1/accounts/kQ3nV0b1cT8sYpR5dW2xZa/transactions?bookingStatus=booked' --paginate",
      'A body from a file': 'api POST /v1/payments/norwegian-domestic-credit-transfers --data @payment.json',
      'Status and headers too': 'api DELETE /v1/signing-baskets/kQ3nV0b1cT8sYpR5dW2xZa --include',
    },
    suggestions: { method: METHODS.map((one) => [one, '']) },
    args: {
      // Parsed here, so that a forgotten method is reported before a missing PATH.
      method: Args.custom<RawRequest['method']>({ parse: parseMethod })({
        description: 'GET, POST, PUT or DELETE.',
        required: true,
      }),
      path: Args.string({
        description: 'Path and query, such as /v1/user, or a link of the bank.',
        required: true,
      }),
    },
    flags: {
      data: createTextFlag('The body: text, @FILE, or - for stdin.', 'BODY'),
      include: Flags.boolean({ description: 'Print the status and the headers too.' }),
      paginate: Flags.boolean({ description: "Follow each response's next link, and print every page." }),
      yes: Flags.boolean({ description: 'Send it to a production bank without asking.' }),
      'confirm-amount': createTextFlag(
        'The amount of a payment at a production bank, to confirm it.',
        'AMOUNT',
      ),
      ...requestFlags,
    },
  },
  async (command, { args, flags }): Promise<ApiResult | { items: ApiResult[] } | undefined> => {
    const { context } = command;
    const { include, paginate, data } = flags;
    const { method } = args;
    if (paginate && method !== 'GET') {
      throw new Fault('USAGE', '--paginate only works with GET.', { hint: 'Remove --paginate.' });
    }
    const choice = {
      ...parsePsuFlags(flags),
      ...{ agreement: flags.agreement, psuAbsent: flags['psu-absent'] },
    };
    const { profile } = openSettings(context.surroundings, choice.settings);
    const place = profile.bank === 'embedded' ? { basePath: '' } : parsePlace(profile.remote.baseUrl);
    const target = resolvePath(args.path, place);
    const row = findRequestOperation(method, target.slice(place.basePath.length));
    const body = await readData(data === '-' ? '@-' : data, command.notice);
    const request = { method, target, body };
    return confirmAndRun(command.personIsThere, async (yes) => {
      await confirmWrite(profile, request, row, { ...flags, yes: flags.yes || yes }, context);
      // Another profile may have become the default while the body was read or a person was asked.
      const settings = { ...choice.settings, profile: profile.name };
      return withSession(context, settings, async (there) => {
        const pages = callPages(there, request, { row, choice, paginate });
        if (!command.jsonEnabled()) return printPages(command, pages, { include, paginate });
        const items: ApiResult[] = [];
        for await (const { response, meta } of pages) {
          // A page of a refusal has no meta, and is followed by its fault.
          if (meta !== undefined) items.push(describePage(there, { response, meta }, include));
        }
        return paginate ? { items } : items[0];
      });
    });
  },
);

/** Parses the method, in upper or lower case. @throws Fault USAGE */
async function parseMethod(text: string): Promise<RawRequest['method']> {
  const method = METHODS.find((one) => one === text.toUpperCase());
  if (method !== undefined) return method;
  throw new Fault('USAGE', `METHOD is ${JSON.stringify(text)}, but must be GET, POST, PUT or DELETE.`, {
    hint: text.startsWith('/')
      ? `Write the method first:\npsd2 api GET ${quoteId(text)}`
      : 'As in: psd2 api GET /v1/user',
  });
}

/**
 * Confirms a write at a production bank: a payment by its amount, anything else by a yes.
 * @throws Fault INPUT_MISSING, INPUT_INVALID
 * @see C-api-production, C-typed-amount
 */
async function confirmWrite(
  profile: Profile,
  { method, target, body }: RawRequest,
  { name: operation }: Operation,
  {
    yes,
    'confirm-amount': amount,
  }: { readonly yes: boolean; readonly 'confirm-amount'?: string | undefined },
  context: CommandContext,
): Promise<void> {
  if (profile.bank !== 'production' || method === 'GET' || context.exchange?.sendsNothing === true) return;
  if (operation === 'create payment') {
    const { confirmAmount } = await import('../src/payments/confirm-amount.ts');
    return confirmAmount(profile, body, amount, context);
  }
  if (yes) return;
  const { host } = new URL(profile.remote.baseUrl);
  const text = `Profile ${profile.name} at ${host} is production. This sends ${method} ${target}.`;
  throw new Fault('INPUT_MISSING', text, {
    hint: 'Nothing was sent. To send it, add --yes.',
    missing: ['--yes'],
  });
}

/** A response; without `meta` the bank refused the request, and the fault follows. */
interface Page {
  readonly response: HttpResponse;
  readonly meta?: CallMeta;
}

interface CallOptions {
  readonly row: Operation;
  readonly choice: ReadingChoice & { readonly psuAbsent: boolean };
  readonly paginate: boolean;
}

/**
 * Sends the request, and with `paginate` one for each next link below the base URL.
 * @throws Fault ANSWER_INVALID for a link that leads elsewhere or back
 * @see S10-links-followed
 */
async function* callPages(
  there: SessionContext,
  request: RawRequest,
  { row, choice, paginate }: CallOptions,
): AsyncGenerator<Page> {
  const { session, notice } = there;
  const { psuAbsent } = choice;
  const psu = await resolvePsu(
    session.ledger,
    request.target.slice(session.place.basePath.length),
    row,
    choice,
  );
  const targets = new Set([request.target]);
  // Grows with each next link.
  for (const target of targets) {
    let seen: { readonly response: HttpResponse; readonly request: HttpRequest } | undefined;
    const operation = createRawOperation({ ...request, target }, row, (response, sent) => {
      seen = { response, request: sent };
    });
    const options = targets.size === 1 ? createSessionOptions(choice, notice) : {};
    const outcome = await session
      .call(operation, undefined, psu, { ...options, psuAbsent })
      .catch((fault: unknown) => ({ fault }));
    if ('fault' in outcome) {
      if (seen !== undefined) {
        await rememberAskedSca(there, seen.request, outcome.fault, row, choice.as);
        yield seen;
      }
      throw outcome.fault;
    }
    const { resource, meta } = outcome;
    if (seen !== undefined && isObject(resource.body)) {
      const write = { operation: row.name, request: seen.request, at: getTime() };
      const created = resource.body;
      await there.remember((ledger) => rememberCreated(ledger, write, created));
    }
    yield { response: resource.response, meta };
    const href = paginate ? findNextLink(resource.body) : undefined;
    if (href === undefined) return;
    resolveNextLink({ href, verbs: [] }, session.place, targets);
  }
}

/** Stores the SCA that a refusal asks for, so that `sca approve` and `session accept` save its PSU. */
async function rememberAskedSca(
  there: SessionContext,
  { headers }: HttpRequest,
  fault: unknown,
  { path }: Operation,
  customerNumber: string | undefined,
): Promise<void> {
  const link = fault instanceof Fault ? fault.details.scaRedirect : undefined;
  const tppSessionId = getHeader(headers, 'TPP-Session-ID');
  if (link === undefined || tppSessionId === undefined) return;
  const { rememberPending } = await import('../src/sca/authorise.ts');
  const { createAskedSca } = await import('../src/sca/retry-after-sca.ts');
  const kind = /^\/v1\/(?:card-)?accounts/.test(path) ? 'consent' : 'session';
  await rememberPending(there, createAskedSca(kind, link, tppSessionId, customerNumber));
}

/** Finds the next link of a page, or of the list in it. */
function findNextLink(body: unknown): string | undefined {
  const holders = isObject(body) ? [body, ...Object.values(body)] : [];
  const links = holders.map((holder) => memberAt(holder, '_links.next.href'));
  return links.find((href) => typeof href === 'string');
}

/** Resolves the PSU as the command of the same operation does. @param path below the base path */
async function resolvePsu(
  ledger: Ledger,
  path: string,
  row: Operation,
  choice: ReadingChoice,
): Promise<PsuIdentifier> {
  const { required, requiredOneOf } = row.headers;
  if (requiredOneOf?.includes('PSU-Context')) return resolvePsuForCreation(ledger, choice, undefined);
  if (!required.includes('x-accept-fix')) return resolvePsuForRead(ledger, choice);
  const segments = decodeSegments(path.split('?', 1)[0] ?? '') ?? [];
  const findId = (name: string) => segments[row.path.split('/').indexOf(`{${name}}`)] ?? '';
  const remembered = (await ledger.payment(findId('paymentId'))) ?? (await ledger.basket(findId('basketId')));
  return (await resolveNamedPsu(ledger, choice, remembered)).psu;
}

function describePage(
  { withMeta }: SessionContext,
  { response, meta }: Required<Page>,
  include: boolean,
): ApiResult {
  const text = Buffer.from(response.body).toString('utf8');
  const body = text === '' ? undefined : (parseBody(response) ?? text);
  return withMeta({ resource: { body, ...(include ? { headers: response.headers } : {}) }, meta });
}

interface PrintOptions {
  readonly include: boolean;
  readonly paginate: boolean;
}

/** Prints the responses as they arrive, a refusal's too. @throws any error of the calls */
async function printPages(command: BankCommand, pages: AsyncGenerator<Page>, options: PrintOptions) {
  // An error before any response, such as a request that is only shown, prints no body.
  const first = await pages.next();
  let failure: { readonly fault: unknown } | undefined;
  const print = async function* () {
    try {
      for (let page = first; page.done !== true; page = await pages.next())
        yield formatPage(page.value, options);
    } catch (fault) {
      failure = { fault };
    }
  };
  await command.write(print());
  if (failure !== undefined) throw failure.fault;
  return undefined;
}

/** Formats a response: exact bytes in a pipe, indented JSON or harmless text at a terminal. */
function formatPage({ response }: Page, { include, paginate }: PrintOptions): Uint8Array | string {
  const { status, headers, body } = response;
  const isTerminal = process.stdout.isTTY === true;
  const head = [`HTTP/1.1 ${status}`, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''];
  const above = include ? sanitizeLines(head.join('\n')) : '';
  if (!isTerminal) return Buffer.concat([Buffer.from(above), body, Buffer.from(paginate ? '\n' : '')]);
  const json = parseBody(response);
  const text = json === undefined ? sanitizeLines(Buffer.from(body).toString('utf8')) : sanitizeJson(json);
  return `${above}${text}${text === '' ? '' : '\n'}`;
}

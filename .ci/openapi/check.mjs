/**
 * Holds the bank that psd2 serves to its OpenAPI document, with validators that aren't ours: the document itself, the
 * answers to the example clients of docs, and those to a Postman collection that is made from it and run by newman.
 * Run by `psd2 serve --operator … -- node .ci/openapi/check.mjs` in the root of the project.
 */
import { spawn } from 'node:child_process';
import { randomUUID, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { request as overHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Validator } from '@seriousme/openapi-schema-validator';
import newman from 'newman';
import responseValidator from 'openapi-response-validator';
import Converter from 'openapi-to-postmanv2';

const { PSD2_BASE_URL: bank, PSD2_OPERATOR_URL: operator, PSD2_OPERATOR_TOKEN_FILE: tokenFile } = process.env;
const { certFile } = JSON.parse(readFileSync(join(process.env.PSD2_HOME, 'settings.json'), 'utf8')).profiles
  .served;
const basePath = new URL(bank).pathname;
const folder = mkdtempSync(join(tmpdir(), 'psd2-openapi-'));
const problems = [];
/** The statuses of each operation that was called. */
const seen = new Map();

const text = await (await fetch(`${bank}/openapi.yaml`)).text();
if (text !== readFileSync('docs/openapi.yaml', 'utf8')) problems.push('the served document is another one');
const schemaValidator = new Validator();
const checked = await schemaValidator.validate(text);
if (!checked.valid) problems.push(`the document isn't valid: ${JSON.stringify(checked.errors)}`);
const document = schemaValidator.specification;

const ResponseValidator = responseValidator.default ?? responseValidator;
const paths = Object.entries(document.paths)
  .map(([path, methods]) => ({
    methods,
    pattern: new RegExp(`^${basePath}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    isExact: !path.includes('{'),
  }))
  .sort((a, b) => Number(b.isExact) - Number(a.isExact));

/** Judges one answer of the bank by the document alone. */
function judge(method, target, status, body) {
  const path = target.replace(/\?.*/, '');
  const operation = paths.find(({ pattern, methods }) => pattern.test(path) && methods[method.toLowerCase()])
    ?.methods[method.toLowerCase()];
  if (operation === undefined) return problems.push(`${method} ${path} isn't in the document`);
  const { operationId, responses } = operation;
  seen.set(operationId, [...(seen.get(operationId) ?? []), status]);
  if (status < 400 && !responses[status])
    return problems.push(`${operationId}: ${status} isn't in the document`);
  if (status >= 500) problems.push(`${operationId}: ${status} ${body}`);
  const { default: refusal, ...results } = responses;
  const own = status < 400 ? results : { [status]: refusal };
  const validator = new ResponseValidator({ responses: own, components: document.components });
  const fault = validator.validateResponse(status, body === '' ? undefined : JSON.parse(body));
  if (fault !== undefined) problems.push(`${operationId}: ${status} ${JSON.stringify(fault)} ${body}`);
  return operationId;
}

/** Passes requests on to the bank, byte by byte, and judges its answers. */
const forwarder = createServer((request, response) => {
  const headers = request.rawHeaders.flatMap((value, at, all) =>
    at % 2 === 0 && value.toLowerCase() !== 'host' ? [[value, all[at + 1]]] : [],
  );
  const options = { method: request.method, headers: Object.fromEntries(headers), agent: false };
  const sent = overHttps(new URL(request.url, bank), options, async (answer) => {
    const chunks = await answer.toArray();
    const body = Buffer.concat(chunks);
    judge(request.method, request.url, answer.statusCode, body.toString());
    response.writeHead(answer.statusCode, answer.rawHeaders).end(body);
  });
  request.pipe(sent);
}).listen(0, '127.0.0.1');
await once(forwarder, 'listening');

/** Runs a command, and returns what it prints. It must end well. */
async function run(command, args, env = {}) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) problems.push(`${command} ${args.join(' ')} ended with ${code}`);
  return Buffer.concat(chunks).toString();
}

const psd2 = (...args) => [process.execPath, ['bin/run.js', ...args]];

// The example journeys.
const through = { PSD2_BASE_URL: `http://127.0.0.1:${forwarder.address().port}${basePath}` };
const seal = join(folder, 'seal');
await run(...psd2('cert', 'create', '--out', seal, '--quiet'), {
  PSD2_HOME: join(folder, 'home'),
  PSD2_PROFILE: 'offline',
});
const payment = readFileSync('docs/examples/client/payment.json', 'utf8');
const clients = {
  sh: 'first-request.sh',
  [process.execPath]: 'first-request.mjs',
  python3: 'first_request.py',
  java: 'FirstRequest.java',
};
for (const [program, file] of Object.entries(clients)) {
  const body = join(folder, 'payment.json');
  // The same payment twice would be refused as a duplicate.
  writeFileSync(body, payment.replace('My first payment', file));
  await run(program, [`docs/examples/client/${file}`, `${seal}.pem`, `${seal}.key.pem`, body], through);
}
await run('python3', ['-m', 'unittest', 'discover', '-q', '-s', 'docs/examples/python'], through);
const ofExamples = [...seen.values()].flat().length;

// The collection, through the proxy that signs.
const proxy = spawn(...psd2('proxy', '--port', '0', '--json', '--quiet'), {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = await once(createInterface(proxy.stdout), 'line');
const { url } = JSON.parse(line);
const session = randomUUID();
const headers = {
  'TPP-Session-ID': session,
  'TPP-Redirect-URI': 'https://tpp.example/back',
  'x-accept-fix': 'amount-as-string',
  'PSU-IP-Address': '192.0.2.1',
  'Content-Type': 'application/json',
};

async function call(method, path, given, body) {
  const answer = await fetch(url + path, { method, headers: { ...headers, ...given }, body });
  const content = await answer.text();
  judge(method, basePath + path, answer.status, content);
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${content}`);
  return JSON.parse(content);
}

async function approve(id, act = {}) {
  const authorization = `Bearer ${readFileSync(tokenFile, 'utf8').trim()}`;
  const answer = await fetch(`${operator}/operator/sca/${id}/approve`, {
    method: 'POST',
    headers: { authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify(act),
  });
  if (!answer.ok) throw new Error(`approve: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Finds an id of everything that a path names, and makes what isn't there. */
async function findIds() {
  const kari = { 'PSU-Context': 'PRIVATE', 'X-PSU-IDENTITY': '15813963008' };
  const asked = await call('POST', '/v1/consents', kari);
  const [, authorisation] = /\/sca\/([^/]+)\//.exec(asked._links.scaRedirect.href);
  const { psuId } = await approve(authorisation, { as: '15813963008', accounts: 'all' });
  const psu = { 'PSU-ID': psuId };
  const ids = {};
  const makePayment = async (amount) => {
    const body = payment.replace('102.00', amount);
    return (await call('POST', '/v1/payments/norwegian-domestic-credit-transfers', psu, body)).paymentId;
  };
  const paymentIds = [await makePayment('104.00'), await makePayment('105.00')];
  const { basketId } = await call('POST', '/v1/signing-baskets', psu, JSON.stringify({ paymentIds }));
  await call('POST', `/v1/signing-baskets/${basketId}/authorisations`, psu);
  const started = await call('GET', `/v1/signing-baskets/${basketId}/authorisations`, psu);
  ids['signing-baskets'] = { basketId, authorisationId: started.authorisationIds[0] };
  for (const service of ['payments', 'bulk-payments', 'periodic-payments']) {
    const path = `/v1/${service}/norwegian-domestic-credit-transfers`;
    const example = document.paths[path].post.requestBody.content['application/json'].example;
    const body = JSON.stringify(example).replaceAll('102.00', '103.00');
    const { paymentId } = await call('POST', path, psu, body);
    await approve(paymentId);
    const { authorisationIds } = await call('GET', `${path}/${paymentId}/authorisations`, psu);
    ids[service] = { paymentId, authorisationId: authorisationIds[0] };
  }
  const { accounts } = await call('GET', '/v1/accounts', psu);
  const { cardAccounts } = await call('GET', '/v1/card-accounts', psu);
  const [mockAccount] = await call('GET', '/v1/sandbox/accounts', {});
  const [mockCard] = await call('GET', '/v1/sandbox/card-accounts', {});
  const [customer] = await call('GET', '/v1/sandbox/customers', {});
  const make = (path) => {
    const { example } = document.paths[path].post.requestBody.content['application/json'];
    const real = path
      .replace('{mockAgreementId}', own?.agreementId)
      .replace('{mockAccountId}', mockAccount.id);
    return call('POST', real, {}, JSON.stringify(example));
  };
  let own;
  own = await make('/v1/sandbox/agreements');
  const { engagementId } = await make('/v1/sandbox/agreements/{mockAgreementId}/engagements');
  const { transactionIds } = await make('/v1/sandbox/accounts/{mockAccountId}/transactions');
  const { transactions } = await call(
    'GET',
    `/v1/accounts/${accounts[0].resourceId}/transactions?bookingStatus=booked`,
    psu,
  );
  const shared = {
    product: 'norwegian-domestic-credit-transfers',
    accountId: accounts[0].resourceId,
    cardAccountId: cardAccounts[0]?.resourceId,
    mockAccountId: mockAccount.id,
    mockCardAccountId: mockCard?.resourceId,
    customerId: customer.customerId,
    mockAgreementId: own.agreementId,
    mockEngagementId: engagementId,
    mockTransactionId: transactionIds[0],
    transactionId: transactions.booked[0]?.transactionId,
    tppId: /organizationIdentifier=PSD(\S+)/.exec(new X509Certificate(readFileSync(certFile)).subject)[1],
  };
  const inBasket = [await makePayment('106.00'), await makePayment('107.00')];
  return { psuId, inBasket, valuesOf: (service) => ({ ...shared, ...ids[service] }) };
}

function convert() {
  return new Promise((resolve, reject) => {
    const options = { requestParametersResolution: 'Example', exampleParametersResolution: 'Example' };
    Converter.convert({ type: 'string', data: text }, options, (error, { result, reason, output }) => {
      if (error || !result) reject(error ?? new Error(reason));
      else resolve(output[0].data);
    });
  });
}

/** Lists the requests of a collection: those that delete after the others, children before parents, then the reset. */
function sortRequests(collection) {
  const all = listRequests(collection);
  const isReset = ({ request }) => request.url.path.includes('initialize');
  const isDeletion = ({ request }) => request.method === 'DELETE';
  const isOfSandbox = ({ request }) => request.url.path.includes('sandbox');
  const deletions = all.filter(isDeletion);
  return [
    ...all.filter((one) => !isReset(one) && !isDeletion(one)),
    ...deletions.filter((one) => !isOfSandbox(one)),
    ...deletions.filter(isOfSandbox).reverse(),
    ...all.filter(isReset),
  ];
}

function listRequests({ item = [], request, name }) {
  return request ? [{ name, request }] : item.flatMap(listRequests);
}

/** Fills in what a person does in Postman: headers, ids, and nothing that the proxy adds. */
function fill({ name, request }, { psuId, inBasket, valuesOf }) {
  const path = request.url.path;
  const values = valuesOf(path[1]);
  const product = path[2]?.startsWith(':') ? 'norwegian-domestic-credit-transfers' : path[2];
  const isOfFees = path.at(-1) === 'fee-information';
  const given = { ...headers, 'PSU-ID': psuId };
  return {
    name,
    request: {
      ...request,
      auth: { type: 'noauth' },
      body:
        path.at(-1) === 'signing-baskets'
          ? { ...request.body, raw: JSON.stringify({ paymentIds: inBasket }) }
          : request.body,
      header: request.header
        .filter(({ key }) => key === 'Accept' || given[key] !== undefined)
        .map((header) => ({ ...header, disabled: false, value: given[header.key] ?? header.value })),
      url: {
        ...request.url,
        query: request.url.query
          .filter(({ key }) => key === 'bookingStatus')
          .map((one) => ({ ...one, value: 'booked' })),
        variable: request.url.variable.map((one) => ({
          ...one,
          value: isOfFees
            ? 'instant-norwegian-credit-transfers-straks'
            : (values[one.key] ?? (product && 'unknown')),
        })),
      },
    },
  };
}

try {
  const ids = await findIds();
  const collection = await convert();
  collection.item = sortRequests(collection).map((item) => fill(item, ids));
  collection.variable = [{ key: 'baseUrl', value: url }];
  const emitter = newman.run({ collection });
  const proxied = new URL(url).pathname.replace(/\/$/, '');
  emitter.on('request', (error, { request, response }) => {
    if (error) return problems.push(String(error));
    const target = basePath + request.url.getPath().slice(proxied.length);
    return judge(request.method, target, response.code, response.text());
  });
  const [failure] = await once(emitter, 'done');
  if (failure) problems.push(String(failure));
} finally {
  proxy.kill();
  forwarder.close();
  rmSync(folder, { recursive: true });
}

const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const done = all.filter(({ operationId }) => seen.get(operationId)?.some((status) => status < 300));
const others = all.filter((one) => !done.includes(one)).map(({ operationId }) => operationId);
// An approved payment needs no authorisation, and no cancellation was begun before it was asked for.
const unexpected = others.filter((id) => !/^(?:startAuthorisation|readCancellationAuthorisation)/.test(id));
if (unexpected.length > 0)
  problems.push(`never done: ${unexpected.map((id) => `${id} ${seen.get(id)}`).join(', ')}`);
const total = [...seen.values()].flat().length;
process.stdout.write(
  `${total} answers, ${ofExamples} of them to the examples; ${done.length} of ${all.length} operations done\n`,
);
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
}

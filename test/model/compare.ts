import { accountIdOf } from './account-id.ts';
import type { Books, PaymentRow } from './books.ts';
import { accountAt } from './model/accounts.ts';
import { engagementsIn } from './model/agreements.ts';
import { isLive } from './model/baskets.ts';
import { balanceOf, feesOf, nostroOf, pendingOn, reservedOn, suspenseOf } from './model/money.ts';
import type { Basket, Life, Model, Payment, Sca } from './model/state.ts';
import { kindOf, ordersIn } from './orders.ts';
import { TPPS } from './sent.ts';

/** Model and store, each told in the same lines of text. */

function said(value: unknown): string {
  return value === undefined || value === null ? '-' : String(value);
}

export function linesOfModel(model: Model): string[] {
  const { run, facts } = model;
  return [
    `world: offset ${model.offset}, run ${run ? (run.slot ?? -1) : '-'}`,
    ...model.payments.flatMap((payment) => payment.lives.map((life, item) => ofLife(payment, life, item))),
    ...model.baskets.map((basket) => ofBasket(model, basket)),
    ...model.scas.map(ofSca),
    ...agreementsOf(model),
    ...consentsOf(model),
    ...facts.map(({ number }, place) =>
      accountAt(model, place)
        ? totals(number, balanceOf(model, place), reservedOn(model, place), pendingOn(model, place))
        : `account ${number}: gone`,
    ),
    totals('NOSTRO', nostroOf(model), 0, 0),
    totals('FEES', feesOf(model), 0, 0),
    totals('SUSPENSE', suspenseOf(model), 0, 0),
  ];
}

function totals(account: string, balance: number | bigint, ...others: (number | bigint)[]): string {
  return `account ${account}: ${balance}, reserved and pending ${others.join(' and ')}`;
}

function ofLife({ place, kind, tpp, psu }: Payment, life: Life, item: number): string {
  return [
    `${kind} ${place}.${item} of ${TPPS[tpp]} and ${said(psu)}: ${life.path.join(' ')}`,
    `funds ${said(life.funds)}, on ${life.day}${life.moved ? ' moved' : ''}`,
    `approved ${said(life.approvedAt)}, lapses ${said(life.lapsesAt)}`,
    `${life.held ? 'held' : ''} ${life.late ? 'late' : ''}`,
    `reserved ${['ACSP', 'ACWP'].includes(life.status) ? life.cost + life.fee : '-'}`,
  ].join('; ');
}

function ofBasket(model: Model, basket: Basket): string {
  const { place, tpp, psu, members } = basket;
  const state = basket.isDeleted ? 'DELETED' : isLive(model, basket) ? 'LIVE' : 'ENDED';
  return `basket ${place} of ${TPPS[tpp]} and ${said(psu)}, with ${members.join(' ')}: ${state}`;
}

function ofSca(sca: Sca): string {
  return (
    `sca ${sca.place} for ${sca.purpose} ${said(sca.payment ?? sca.basket)} of ${TPPS[sca.tpp]} ` +
    `in ${sca.session}, to ${sca.redirectUri}, named ${said(sca.psu)}, identified ${said(sca.identified)}, ` +
    `from ${sca.startedAt}: ${sca.status}`
  );
}

/** Those that are there, with who is engaged. */
function agreementsOf(model: Model): string[] {
  return [...model.agreements.keys()]
    .filter((place) => !model.agreements[place]?.isGone)
    .map((place, at) => {
      const engaged = engagementsIn(model, place).map(({ psu, account, made, roles }) => {
        const flags = `${Number(roles.includes('VIEW'))}${Number(roles.includes('REGISTER'))}`;
        return `${psu} ${accountIdOf(model, account, made)} ${flags}`;
      });
      return `agreement ${at}: ${engaged.join(', ')}`;
    });
}

/** Those that were given once, with what they are about now. */
function consentsOf(model: Model): string[] {
  const live = [...model.agreements.keys()].filter((place) => !model.agreements[place]?.isGone);
  return model.consents.map(({ tpp, psu, agreement, accounts }) => {
    const ids = accounts.map(({ account, made }) => accountIdOf(model, account, made)).toSorted();
    const at = agreement === undefined ? '-' : live.indexOf(agreement);
    return `consent to ${TPPS[tpp]} of ${psu} in ${at}: ${ids.join(' ')}`;
  });
}

export function linesOfBooks(books: Books, { facts }: Model): string[] {
  const orders = ordersIn(books);
  const places = new Map(orders.map(({ sequence }, place) => [sequence, place]));
  const baskets = new Map(books.baskets.map(({ sequence }, place) => [sequence, place]));
  const { clock_offset_ms, open_slot } = books.world;
  const reserved = new Map(books.reservations.map(({ payment, amount_minor }) => [payment, amount_minor]));
  const paths = pathsIn(books);
  const balances = new Map(books.balances.map((row) => [row.account, row]));
  const ofAccount = (id: string, name: string) => {
    const { balance_minor = 0n, reserved_minor = 0n, pending_minor = 0n } = balances.get(id) ?? {};
    return totals(name, balance_minor, reserved_minor, pending_minor);
  };
  const ofRow = (row: PaymentRow, place: number, item: number) =>
    [
      `${kindOf(row)} ${place}.${item} of ${row.tpp} and ${said(row.psu)}: ${paths.get(row.sequence) ?? row.status}`,
      `funds ${flag(row.funds_available)}, on ${row.effective_date}${row.date_moved === 1n ? ' moved' : ''}`,
      `approved ${said(row.approved_at_ms)}, lapses ${said(row.lapses_at_ms)}`,
      `${row.held_at_approval === 1n ? 'held' : ''} ${row.settles_late === 1n ? 'late' : ''}`,
      `reserved ${said(reserved.get(row.sequence))}`,
    ].join('; ');
  return [
    `world: offset ${clock_offset_ms}, run ${said(open_slot)}`,
    ...orders.flatMap(({ rows }, place) => rows.map((row, item) => ofRow(row, place, item))),
    ...books.baskets.map((row, place) => {
      const members = row.payments.split(' ').map((sequence) => said(places.get(BigInt(sequence))));
      return `basket ${place} of ${row.tpp} and ${said(row.psu)}, with ${members.join(' ')}: ${row.state}`;
    }),
    ...books.scas.map((row, place) => {
      const among = row.purpose === 'basket' ? baskets : places;
      const subject = row.subject === null ? '-' : said(among.get(row.subject));
      return (
        `sca ${place} for ${row.purpose} ${subject} of ${row.tpp} ` +
        `in ${row.tpp_session_id}, to ${row.redirect_uri}, named ${said(row.psu)}, identified ${said(row.identified)}, ` +
        `from ${row.created_at_ms}: ${row.sca_status}`
      );
    }),
    ...books.agreements.map(({ engagements }, at) => `agreement ${at}: ${engagements ?? ''}`),
    ...books.consents.map(
      ({ tpp, psu, agreement, accounts }) => `consent to ${tpp} of ${psu} in ${agreement}: ${accounts ?? ''}`,
    ),
    ...facts.map(({ number }) => {
      const account = books.accounts.find((one) => one.number === number);
      return account ? ofAccount(account.id, number) : `account ${number}: gone`;
    }),
    ...['NOSTRO', 'FEES', 'SUSPENSE'].map((name) => ofAccount(name, name)),
  ];
}

function pathsIn({ steps }: Books): Map<bigint, string> {
  const paths = new Map<bigint, string>();
  for (const { payment, from_status, to_status } of steps) {
    paths.set(payment, `${paths.get(payment) ?? from_status} ${to_status}`);
  }
  return paths;
}

function flag(value: bigint | null): string {
  return value === null ? '-' : String(value === 1n);
}

/** What only one of the two says; empty when they agree. */
export function differences(model: readonly string[], bank: readonly string[]): string[] {
  if (model.length === bank.length && model.every((line, place) => line === bank[place])) return [];
  const ofBank = new Set(bank);
  const ofModel = new Set(model);
  return [
    ...model.filter((line) => !ofBank.has(line)).map((line) => `model: ${line}`),
    ...bank.filter((line) => !ofModel.has(line)).map((line) => `bank:  ${line}`),
  ];
}

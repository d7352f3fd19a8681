import type { Books } from './books.ts';
import { balanceOf, nostroOf } from './model/money.ts';
import type { Model } from './model/state.ts';
import { TPPS } from './sent.ts';

/** Model and store, each told in the same lines of text. */

function said(value: unknown): string {
  return value === undefined || value === null ? '-' : String(value);
}

export function linesOfModel(model: Model): string[] {
  const { run, facts } = model;
  return [
    `world: offset ${model.offset}, run ${run ? (run.slot ?? -1) : '-'}`,
    ...model.payments.map((payment) =>
      [
        `payment ${payment.place} of ${TPPS[payment.tpp]} and ${said(payment.psu)}: ${payment.path.join(' ')}`,
        `funds ${said(payment.funds)}, on ${payment.day}${payment.moved ? ' moved' : ''}`,
        `approved ${said(payment.approval?.at)}, lapses ${said(payment.lapsesAt)}`,
        `${payment.held ? 'held' : ''} ${payment.late ? 'late' : ''}`,
        `reserved ${payment.status === 'ACSP' ? payment.cost : '-'}`,
      ].join('; '),
    ),
    ...model.scas.map(
      (sca) =>
        `sca ${sca.place} for ${sca.purpose} ${said(sca.payment)} of ${TPPS[sca.tpp]} in ${sca.session}, ` +
        `named ${said(sca.psu)}, identified ${said(sca.identified)}, from ${sca.startedAt}: ${sca.status}`,
    ),
    ...facts.map(({ id }, place) => `account ${id}: ${balanceOf(model, place)}`),
    `account NOSTRO: ${nostroOf(model)}`,
  ];
}

export function linesOfBooks(books: Books, { facts }: Model): string[] {
  const places = new Map(books.payments.map(({ sequence }, place) => [sequence, place]));
  const { clock_offset_ms, open_slot } = books.world;
  const reserved = new Map(books.reservations.map(({ payment, amount_minor }) => [payment, amount_minor]));
  const paths = new Map<bigint, string>();
  for (const { payment, from_status, to_status } of books.steps) {
    paths.set(payment, `${paths.get(payment) ?? from_status} ${to_status}`);
  }
  const balances = new Map(books.balances.map((row) => [row.account, row.balance_minor]));
  return [
    `world: offset ${clock_offset_ms}, run ${said(open_slot)}`,
    ...books.payments.map((row, place) =>
      [
        `payment ${place} of ${row.tpp} and ${said(row.psu)}: ${paths.get(row.sequence) ?? row.status}`,
        `funds ${flag(row.funds_available)}, on ${row.effective_date}${row.date_moved === 1n ? ' moved' : ''}`,
        `approved ${said(row.approved_at_ms)}, lapses ${said(row.lapses_at_ms)}`,
        `${row.held_at_approval === 1n ? 'held' : ''} ${row.settles_late === 1n ? 'late' : ''}`,
        `reserved ${said(reserved.get(row.sequence))}`,
      ].join('; '),
    ),
    ...books.scas.map(
      (row, place) =>
        `sca ${place} for ${row.purpose} ${row.payment === null ? '-' : said(places.get(row.payment))} ` +
        `of ${row.tpp} in ${row.tpp_session_id}, named ${said(row.psu)}, identified ${said(row.identified)}, ` +
        `from ${row.created_at_ms}: ${row.sca_status}`,
    ),
    ...facts.map(({ id }) => `account ${id}: ${balances.get(id) ?? 0n}`),
    `account NOSTRO: ${balances.get('NOSTRO') ?? 0n}`,
  ];
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

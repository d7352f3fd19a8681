import type { HttpRequest, HttpResponse, Peer } from '../message.ts';
import { getListenerName } from './answer.ts';
import { findTpp } from './guards/signature.ts';
import type { RequestContext } from './request-context.ts';
import type { ExchangeRecord } from './settings.ts';

interface Exchanged {
  readonly request: HttpRequest;
  readonly peer: Peer;
  /** Absent if the path or the method was refused. */
  readonly exchange: RequestContext | undefined;
  /** Absent if a fault dropped the connection. */
  readonly response: HttpResponse | undefined;
  readonly at: number;
  readonly milliseconds: number;
}

/** Builds the record of an exchange. It keeps buffers and texts by reference, and nothing that holds a world. */
export function buildExchangeRecord(exchanged: Exchanged): ExchangeRecord {
  const { request, peer, exchange, response, at, milliseconds } = exchanged;
  // What the operator sends has a token.
  const listener = peer.operator ? 'operator' : (exchange?.route.listener ?? getListenerName(peer));
  const came = { at, milliseconds, request, response, listener } as const;
  if (exchange === undefined) return { ...came, findings: NONE, faults: NONE, changes: NONE };
  const { verification, faults, notAdmitted, route } = exchange;
  const codes = verification?.findings.map(({ code }) => code) ?? NONE;
  const isDone = route.access === 'write' && response !== undefined && response.status < 400;
  const changes = isDone ? [route.operation] : NONE;
  return {
    ...came,
    operation: route.operation,
    world: exchange.worldName,
    isSignatureGood: verification?.valid,
    tpp: readTpp(exchange),
    findings: notAdmitted === undefined ? codes : [...codes, notAdmitted],
    faults: faults.struck,
    changes: exchange.hasCaughtUp ? [...changes, 'due work'] : changes,
  };
}

const NONE: readonly string[] = [];

/** Reads the TPP that a request is from, or claims to be from. */
function readTpp({ tpp, tppName, verification }: RequestContext): ExchangeRecord['tpp'] {
  if (tpp !== '') return { id: tpp, name: tppName };
  if (!verification?.certificate) return undefined;
  const { identity: id, name } = findTpp(verification.certificate);
  return { id, name };
}

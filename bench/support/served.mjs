// The servers of a creation: the bank, the floor below it, and what TPPs use in its place.
import { startJsonServer, startPeers, startPrism } from './peers.mjs';
import { createFolder, end } from './processes.mjs';
import { createHome, loadLibrary } from './program.mjs';
import { issueTls, openCreator, startServer } from './requests.mjs';

/** @returns the servers by name, what signs creations, the CA, and notes about peers that can't be had */
export async function startServers() {
  const library = await loadLibrary();
  const sign = await openCreator(library, createHome());
  const { ca, pair } = await issueTls(library);
  const floor = await startServer('floor-process.mjs', { ...pair, path: `${createFolder()}/floor.db` });
  const bank = await startServer('bank-process.mjs', { ...pair, path: `${createFolder()}/bank.db` });
  const { started: peers, notes } = await startPeers({ Prism: startPrism, 'json-server': startJsonServer });
  const children = [floor, bank, ...Object.values(peers)].map(({ child }) => child);
  return { floor, bank, peers, notes, sign, ca, end: (...loads) => end(...loads, ...children) };
}

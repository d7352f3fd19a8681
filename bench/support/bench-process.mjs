// Runs one bench in a process of its own, so that none has the heap, the open files or the faults of another. Forked with
// the bench's name as argument; tells {tables}.

process.once('disconnect', () => process.exit(1));
const [name] = process.argv.slice(2);
const { bench } = await import(new URL(`../${name}.mjs`, import.meta.url).href);
const tables = [await bench()].flat();
process.send({ tables }, () => process.exit(0));

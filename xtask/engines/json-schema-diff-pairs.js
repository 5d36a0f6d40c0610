// Asks json-schema-diff about each pair of schemas in the file given first, and
// writes its answers to the file given second. A pair that takes longer than five
// seconds has none. It asks about the first of so many changes as the number given
// third, in both orders, and gives null for the others. It must never call a failure an
// answer.

const fs = require('fs');
const { Worker, isMainThread, parentPort } = require('worker_threads');

const MILLISECONDS = 5000;

if (isMainThread) {
  const [pairs, answers, every] = process.argv.slice(2);
  const lines = fs.readFileSync(pairs, 'utf8').trimEnd().split('\n');
  let worker = new Worker(__filename);
  const ask = (schemas) => new Promise((resolve) => {
    const give = (answer) => {
      clearTimeout(timer);
      worker.off('message', give);
      worker.off('error', restart);
      resolve(answer);
    };
    const restart = (failed) => {
      const stopped = worker;
      give({ failed: String(failed) });
      stopped.terminate();
      worker = new Worker(__filename);
    };
    const timer = setTimeout(() => restart(`longer than ${MILLISECONDS / 1000} s`), MILLISECONDS);
    worker.on('message', give);
    worker.on('error', restart);
    worker.postMessage(schemas);
  });
  (async () => {
    const output = fs.createWriteStream(answers);
    for (const [index, line] of lines.entries()) {
      const { draft_07: schemas } = JSON.parse(line);
      const isAsked = schemas && Math.floor(index / 2) % every === 0;
      const answer = isAsked ? await ask(schemas) : null;
      output.write(`${JSON.stringify(answer)}\n`);
    }
    output.end();
    worker.terminate();
  })();
} else {
  const { diffSchemas } = require('json-schema-diff');
  parentPort.on('message', async ({ old, new: changed }) => {
    try {
      const found = await diffSchemas({ sourceSchema: old, destinationSchema: changed });
      parentPort.postMessage({ lost: found.removalsFound, gained: found.additionsFound });
    } catch (error) {
      parentPort.postMessage({ failed: String(error).split('\n')[0].slice(0, 200) });
    }
  });
}

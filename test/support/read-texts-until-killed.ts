import { openTextShelf, wordsEngine } from './text-shelf.ts';

/**
 * A process that extracts the text of files in a folder, and kills itself right before its change of the store with
 * this number: `node read-texts-until-killed.ts FOLDER CHANGES`. It receives the records of the files over IPC.
 */
const [folder = '', changes = '0'] = process.argv.slice(2);
let left = Number(changes);

function countDown(): void {
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

process.once('message', (records: Parameters<Awaited<ReturnType<typeof openTextShelf>>['records']['set']>[1][]) => {
  void read(records);
});
process.send?.('ready');

async function read(
  records: Parameters<Awaited<ReturnType<typeof openTextShelf>>['records']['set']>[1][],
): Promise<void> {
  const shelf = await openTextShelf({
    folder,
    engine: wordsEngine(),
    wrapTexts: (texts) => ({
      ...texts,
      async store(...given) {
        countDown();
        await texts.store(...given);
        countDown();
      },
      async awaitRecognition(...given) {
        await texts.awaitRecognition(...given);
        countDown();
      },
      async fail(...given) {
        countDown();
        await texts.fail(...given);
      },
    }),
  });
  for (const record of records) shelf.records.set(record.id, record);
  await shelf.service.catchUp();
  await shelf.service.idle();
  await shelf[Symbol.asyncDispose]();
  process.disconnect();
}
